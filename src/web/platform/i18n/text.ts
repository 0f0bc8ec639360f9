import { formatIn } from '#contract/base/format.ts'
import type { Language } from '#contract/base/languages.ts'
import { readerLanguage, useLanguage } from './reader-language.ts'
import type { Placeholders, Table } from './table.ts'

/**
 * Every text of the web app stands under a key, in `messages/<language>/<noun>.ts`, one table per noun, imported by the
 * pages that show it, so that a page carries its own texts and no other's:
 *
 *     // messages/en/orders.ts
 *     export const orders = texts({ title: 'Order History', range: 'From {min} to {max}' })
 *     // in a component
 *     const t = useText(ordersText)
 *     t('title')                       // keys and placeholders are checked by the compiler
 *     t('range', { min: 1, max: 2 })
 *     t('found', { count })            // a plural: found: { one: '{count} order', other: '{count} orders' }
 *
 * Outside React (`clientLoader`, toasts) `say(ordersText, 'title')` does the same in the browser; whoever works for several
 * readers, as the server does, says for whom: `sayIn(language, ordersText, 'title')`.
 */
type Values<E> = Record<Placeholders<E>, string | number>
type Rest<E> = [Placeholders<E>] extends [never] ? [] : [values: Values<E>]
/** The keys whose text takes no values: for tables of labels. */
export type PlainKey<X extends Text> = {
  [K in keyof X['en'] & string]: [Placeholders<X['en'][K]>] extends [never] ? K : never
}[keyof X['en'] & string]

/** A noun's tables, a language each. In the browser all of them are the reader's (app/vite/reader-texts.ts). */
export type Text<E extends Table = Table> = { readonly en: E } & Readonly<Record<Language, LooseTable<E>>>
type LooseTable<E> = { readonly [K in keyof E]: string | Partial<Record<Intl.LDMLPluralRule, string>> }

export type Say<X extends Text> = <K extends keyof X['en'] & string>(
  key: K,
  ...rest: Rest<X['en'][K]>
) => string

export function sayIn<E extends Table, K extends keyof E & string>(
  language: Language,
  text: Text<E>,
  key: K,
  ...rest: Rest<E[K]>
): string {
  const entry = text[language][key]
  const values: Record<string, string | number> = rest[0] ?? {}
  return fill(language, pluralOf(language, entry, values['count']), values)
}

export function say<E extends Table, K extends keyof E & string>(
  text: Text<E>,
  key: K,
  ...rest: Rest<E[K]>
): string {
  return sayIn(readerLanguage(), text, key, ...rest)
}

/** The `t` of one noun's table. */
export function useText<E extends Table>(text: Text<E>): Say<Text<E>> {
  const language = useLanguage()
  return (key, ...rest) => sayIn(language, text, key, ...rest)
}

function pluralOf(
  language: Language,
  entry: string | Partial<Record<Intl.LDMLPluralRule, string>>,
  count: string | number | undefined,
): string {
  if (typeof entry === 'string') return entry
  // A broken count in Russian takes a form that no whole one does.
  return entry[formatIn(language).pluralRule(Number(count))] ?? Object.values(entry).at(-1) ?? ''
}

function fill(language: Language, sentence: string, values: Record<string, string | number>): string {
  return sentence.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name]
    if (value === undefined) return whole
    return typeof value === 'number' ? formatIn(language).number(value) : value
  })
}
