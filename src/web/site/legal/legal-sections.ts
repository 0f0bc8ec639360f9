/** Long texts as data: each page is a list of sections. */
export type LegalSections = Record<'terms' | 'privacy' | 'refund', readonly LegalSection[]>
export type LegalSection = { heading: string; paragraphs: readonly string[] }
