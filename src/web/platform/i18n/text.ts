import { formatIn } from '#contract/base/format.ts'
import type { Language } from '#contract/base/languages.ts'
import { commonText } from '#web/platform/texts.en.ts'
import { readerLanguage, useLanguage } from './reader-language.ts'
import { inLanguage, type Placeholders, type Table } from './table.ts'

/**
 * Every text of the web app is under a key in the `texts.en.ts`, `texts.vi.ts` and `texts.ru.ts` of its area, a folder
 * below `site`, `shop`, `admin` or `parts`; the texts of `ui`, `platform` and `app` are in `platform/texts.*.ts`:
 *
 *     // shop/transactions/texts.en.ts
 *     export const transactionsText = texts({ title: 'Transactions', range: 'From {min} to {max}' })
 *     // in a component
 *     const t = useText(transactionsText)
 *     t('title')                       // keys and placeholders are checked by the compiler
 *     t('range', { min: 1, max: 2 })
 *     t('found', { count })            // a plural: found: { one: '{count} order', other: '{count} orders' }
 *     t('cancel')                      // from `commonText`, the fallback of every table
 *
 * To add a text, add its key to the three files. Pages import only the English table and show the reader's
 * (app/vite/reader-texts.ts). Outside React (`clientLoader`, toasts) use `say(transactionsText, 'title')` in the
 * browser; code that serves several readers names the language: `sayIn(language, transactionsText, 'title')`.
 */
type Common = typeof commonText
type EntryOf<E extends Table, K> = K extends keyof E ? E[K] : K extends keyof Common ? Common[K] : never
type Key<E extends Table> = (keyof E | keyof Common) & string
type Values<E> = Record<Placeholders<E>, string | number>
type Rest<E> = [Placeholders<E>] extends [never] ? [] : [values: Values<E>]
/** Keys whose text has no placeholders: for tables of labels. */
export type PlainKey<E extends Table> = {
  [K in Key<E>]: [Placeholders<EntryOf<E, K>>] extends [never] ? K : never
}[Key<E>]

export type Say<E extends Table> = <K extends Key<E>>(key: K, ...rest: Rest<EntryOf<E, K>>) => string

/** An entry in any language, also one with more plural forms than English. */
type Entry = string | Partial<Record<Intl.LDMLPluralRule, string>>

export function sayIn<E extends Table, K extends Key<E>>(
  language: Language,
  text: E,
  key: K,
  ...rest: Rest<EntryOf<E, K>>
): string {
  const own: Readonly<Record<string, Entry>> = inLanguage(language, text)
  const common: Readonly<Record<string, Entry>> = inLanguage(language, commonText)
  const values: Record<string, string | number> = rest[0] ?? {}
  return fill(language, pluralOf(language, own[key] ?? common[key] ?? key, values['count']), values)
}

export function say<E extends Table, K extends Key<E>>(
  text: E,
  key: K,
  ...rest: Rest<EntryOf<E, K>>
): string {
  return sayIn(readerLanguage(), text, key, ...rest)
}

/** The `t` function of a table. */
export function useText<E extends Table>(text: E): Say<E> {
  const language = useLanguage()
  return (key, ...rest) => sayIn(language, text, key, ...rest)
}

function pluralOf(language: Language, entry: Entry, count: string | number | undefined): string {
  if (typeof entry === 'string') return entry
  // A fraction in Russian takes a plural form that no whole number does.
  return entry[formatIn(language).pluralRule(Number(count))] ?? Object.values(entry).at(-1) ?? ''
}

function fill(language: Language, sentence: string, values: Record<string, string | number>): string {
  return sentence.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name]
    if (value === undefined) return whole
    return typeof value === 'number' ? formatIn(language).number(value) : value
  })
}
