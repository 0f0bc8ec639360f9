import { createHash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'

import type { PanelService } from '#server/integrations/panels/panel.ts'
import type { DB } from '#server/lib/postgres/tables.ts'

import { applyGlossary, hasCyrillic } from './glossary.ts'
import { toPlainLine, toPlainText } from './to-plain-text.ts'

/** Translates a provider's text to English, or returns it unchanged. */
export type Translate = (text: string) => string

/** Longer texts take a translator more than its timeout. */
const TRANSLATED_MAX = 5_000

/** The glossary where it covers the whole text, else the translation, else the original: never a mix. */
export function makeTranslate(translated: ReadonlyMap<string, string>): Translate {
  return (text) => {
    const known = applyGlossary(text)
    if (!hasCyrillic(known)) return known
    return translated.get(hashOf(known).toString('hex')) ?? text
  }
}

export const translateByGlossary: Translate = makeTranslate(new Map())

export const keepOriginal: Translate = (text) => text

/** The texts of a service that the glossary does not fully cover, as sent to the translator. */
export function listUntranslated({ name, category, description }: PanelService): string[] {
  return [
    hasCyrillic(name) ? toPlainLine(name, 500) : '',
    hasCyrillic(category) ? toPlainLine(category, 200) : '',
    hasCyrillic(description) ? toPlainText(description) : '',
  ]
    .map(applyGlossary)
    .filter((text) => hasCyrillic(text) && text.length <= TRANSLATED_MAX)
}

/** Key of `translations`. */
export function hashOf(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

/** A translator's answer if it is plausible: without Cyrillic, and of a similar length. */
export function readTranslation(original: string, answer: string | undefined): string | undefined {
  const text = toPlainText((answer ?? '').slice(0, TRANSLATED_MAX * 4))
  const isLikely = text.length > 0 && text.length <= original.length * 4 + 100
  return isLikely && !hasCyrillic(text) ? text : undefined
}

/** Stored translations by hash, in hex. */
export async function findTranslations(
  db: Kysely<DB>,
  hashes: readonly Buffer[],
): Promise<Map<string, string>> {
  if (hashes.length === 0) return new Map()
  const { rows } = await sql<{ hash: string; translated: string }>`
    select encode(hash, 'hex') as hash, translated from translations
    where hash = any (${hashes}::bytea[])`.execute(db)
  return new Map(rows.map(({ hash, translated }) => [hash, translated]))
}
