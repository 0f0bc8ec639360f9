import { legalSections, legalText } from './texts.en.ts'
import type { LegalSections } from './legal-sections.ts'
import { inLanguage } from '#web/platform/i18n/table.ts'
import { pageTitle, textOf } from '#web/platform/page/page-title.ts'
import { siteOf } from '#web/platform/page/site-facts.ts'

type Matches = Parameters<typeof siteOf>[0]

/** A legal page is described by what it begins with. */
export function legalTitle(matches: Matches, page: keyof LegalSections) {
  const [first] = inLanguage(siteOf(matches).language, legalSections)[page]
  return pageTitle(matches, textOf(matches, legalText)(page), first?.paragraphs[0])
}
