import type { Language } from '#contract/base/languages.ts'
import type { LegalPage } from '#contract/settings/legal-texts.ts'

import { en } from './shipped.en.ts'
import { ru } from './shipped.ru.ts'
import { vi } from './shipped.vi.ts'

/** A paragraph, or one of two, depending on whether public pages load services of other companies. */
type Paragraph = string | { untracked: string; tracked: string }
type Section = { heading: string; paragraphs: readonly Paragraph[] }

/** They describe what the product does, and nothing it does not. */
export type ShippedTexts = Readonly<Record<LegalPage, readonly Section[]>>

export const shippedTexts: Readonly<Record<Language, ShippedTexts>> = { en, vi, ru }

/** As Markdown. `services`: names of the external services that public pages load. */
export function makeShippedText(
  page: LegalPage,
  { language, services }: { language: Language; services: readonly string[] },
): string {
  const say = (paragraph: Paragraph) => {
    if (typeof paragraph === 'string') return paragraph
    if (services.length === 0) return paragraph.untracked
    return paragraph.tracked.replace('{services}', services.join(', '))
  }
  const sections = shippedTexts[language][page].map(({ heading, paragraphs }) =>
    [`## ${heading}`, ...paragraphs.map(say)].join('\n\n'),
  )
  return `${sections.join('\n\n')}\n`
}
