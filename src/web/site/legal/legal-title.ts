import { legalSections, legalText } from '#web/messages/legal.ts'
import type { LegalSections } from '#web/messages/legal-sections.ts'
import { pageTitle, textOf } from '#web/platform/page/page-title.ts'
import { siteOf } from '#web/platform/page/site-facts.ts'

type Matches = Parameters<typeof siteOf>[0]

/** A legal page is described by what it begins with. */
export function legalTitle(matches: Matches, page: keyof LegalSections) {
  const [first] = legalSections[siteOf(matches).language][page]
  return pageTitle(matches, textOf(matches, legalText)(page), first?.paragraphs[0])
}
