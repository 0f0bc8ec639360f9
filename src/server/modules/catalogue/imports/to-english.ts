import { createHash } from 'node:crypto'

import type { PanelService } from '#server/integrations/panels/read-services.ts'

import { applyGlossary, hasCyrillic } from './glossary.ts'
import { toPlainLine, toPlainText } from './to-plain-text.ts'

/** Makes English of a text of a provider's, or leaves it as it is. */
export type Say = (text: string) => string

/** Longer than a name, shorter than what no translator answers in its time. */
const TRANSLATED_MAX = 5_000

/** What the glossary says wholly, else what was translated, else the text itself: never half of both. */
export function makeSay(translated: ReadonlyMap<string, string>): Say {
  return (text) => {
    const known = applyGlossary(text)
    if (!hasCyrillic(known)) return known
    return translated.get(hashOf(known).toString('hex')) ?? text
  }
}

export const sayByGlossary: Say = makeSay(new Map())
export const sayAsItIs: Say = (text) => text

/** What of a service the glossary alone can not make English, as the translator is asked for it. */
export function listUntold({ name, category, description }: PanelService): string[] {
  return [
    hasCyrillic(name) ? toPlainLine(name, 500) : '',
    hasCyrillic(category) ? toPlainLine(category, 200) : '',
    hasCyrillic(description) ? toPlainText(description) : '',
  ]
    .map(applyGlossary)
    .filter((text) => hasCyrillic(text) && text.length <= TRANSLATED_MAX)
}

/** By which a text's translation is found again. */
export function hashOf(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

/** What a translator said, where that can be a translation: English, and of about the length of what it was asked. */
export function readTranslation(original: string, said: string | undefined): string | undefined {
  const text = toPlainText((said ?? '').slice(0, TRANSLATED_MAX * 4))
  const isLikely = text.length > 0 && text.length <= original.length * 4 + 100
  return isLikely && !hasCyrillic(text) ? text : undefined
}
