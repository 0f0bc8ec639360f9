/**
 * Every text of the web app stands under a key, in `messages/en/<noun>.ts`, one table per noun, imported by the
 * pages that show it, so that a page carries its own texts and no other's:
 *
 *     // messages/en/orders.ts
 *     export const ordersText = defineText('orders', { title: 'Order History', range: 'From {min} to {max}' })
 *     // in a component
 *     const t = useText(ordersText)
 *     t('title')                       // keys and placeholders are checked by the compiler
 *     t('range', { min: 1, max: 2 })
 *     t('found', { count })            // a plural: found: { one: '{count} order', other: '{count} orders' }
 *
 * Outside React (`clientLoader`, toasts) `say(ordersText, 'title')` does the same. Another language is a file
 * `messages/<language>.ts` that registers its tables by noun with `registerLanguage`; what it lacks is shown in English.
 * i18next with its React part is 17 kB gzip of the 135 kB that /services may carry; this does what is needed in 1 kB (decision 6).
 */
export type Language = 'en' | 'vi' | 'ru'

type Plural = { readonly other: string } & Partial<Record<Intl.LDMLPluralRule, string>>
type Table = Readonly<Record<string, string | Plural>>
export type TextTable<T extends Table> = { readonly noun: string; readonly table: T }

type Placeholders<S extends string> = S extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholders<Rest>
  : never
type TextOf<E> = E extends string
  ? E
  : E extends { other: infer Other extends string }
    ? Other | `{count}`
    : never
type Values<E> = Record<Placeholders<TextOf<E>>, string | number>
type Rest<E> = [Placeholders<TextOf<E>>] extends [never] ? [] : [values: Values<E>]
/** The keys whose text takes no values: for tables of labels. */
export type PlainKey<T extends Table> = {
  [K in keyof T & string]: [Placeholders<TextOf<T[K]>>] extends [never] ? K : never
}[keyof T & string]
export type Say<T extends Table> = <K extends keyof T & string>(key: K, ...rest: Rest<T[K]>) => string

export function defineText<const T extends Table>(noun: string, table: T): TextTable<T> {
  return { noun, table }
}

const languages = new Map<Language, Readonly<Record<string, Table>>>()
let current: Language = 'en'

export function registerLanguage(language: Language, tables: Readonly<Record<string, Table>>): void {
  languages.set(language, tables)
}

export function setLanguage(language: Language): void {
  current = language
}

export function say<T extends Table, K extends keyof T & string>(
  text: TextTable<T>,
  key: K,
  ...rest: Rest<T[K]>
): string {
  const entry = languages.get(current)?.[text.noun]?.[key] ?? text.table[key]
  const values: Record<string, string | number> = rest[0] ?? {}
  return fill(entry === undefined ? key : pluralOf(entry, values.count), values)
}

/** The `t` of one noun's table. */
export function useText<T extends Table>(text: TextTable<T>): Say<T> {
  return (key, ...rest) => say(text, key, ...rest)
}

function pluralOf(entry: string | Plural, count: string | number | undefined): string {
  if (typeof entry === 'string') return entry
  return entry[new Intl.PluralRules(current).select(Number(count))] ?? entry.other
}

function fill(sentence: string, values: Record<string, string | number>): string {
  return sentence.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name]
    if (value === undefined) return whole
    return typeof value === 'number' ? value.toLocaleString(current) : value
  })
}
