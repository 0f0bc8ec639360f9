import type { Language } from '#contract/base/languages.ts'

/** The plural forms of whole numbers in each language (CLDR). */
type PluralForms = { en: 'one' | 'other'; vi: 'other'; ru: 'one' | 'few' | 'many' }
type Plural<L extends Language> = { readonly [Form in PluralForms[L]]: string }
export type Table<L extends Language = 'en'> = Readonly<Record<string, string | Plural<L>>>

type PlaceholdersIn<S extends string> = S extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PlaceholdersIn<Rest>
  : never
type TextIn<E> = E extends string ? E : E[keyof E & string] & string
/** The placeholders of a text; a plural always includes `count`, shown or not. */
export type Placeholders<E> = PlaceholdersIn<TextIn<E>> | (E extends string ? never : 'count')

/** Defines a table of English texts: its keys and placeholders are required of the translations. */
export function texts<const T extends Table>(table: T): T {
  return table
}

/** Loosely typed, so that a mistake in one text is reported for that text alone. */
type Loose = Readonly<Record<string, string | Readonly<Record<string, string>>>>
type Asked<E extends Table, L extends Language> = {
  readonly [Key in keyof E]: E[Key] extends string ? string : Plural<L>
}
/** The compiler's error for a text whose placeholders differ from the English one's. */
type Fitting<E extends Table, T> = {
  readonly [Key in keyof T]: Key extends keyof E
    ? [Placeholders<E[Key]>] extends [Placeholders<T[Key]>]
      ? [Placeholders<T[Key]>] extends [Placeholders<E[Key]>]
        ? T[Key]
        : { 'a placeholder is not in the English text': Exclude<Placeholders<T[Key]>, Placeholders<E[Key]>> }
      : { 'a placeholder is missing': Exclude<Placeholders<E[Key]>, Placeholders<T[Key]>> }
    : { 'a key is not in the English table': Key }
}

/**
 * The same texts in another language: `translation<typeof en.ordersText, 'vi'>()({ … })`. Missing or extra keys and
 * placeholders, and missing plural forms, do not compile.
 */
export function translation<E extends Table, L extends Exclude<Language, 'en'>>() {
  return <const T extends Loose>(table: T & Asked<E, L> & Fitting<E, T>): Asked<E, L> => table
}

type Exports = Readonly<Record<string, object>>
type OtherLanguage = Exclude<Language, 'en'>
const translations = new WeakMap<object, Partial<Record<OtherLanguage, object>>>()

/** Registers the translations of tables: the build adds a call to each `texts.en.ts` (app/vite/reader-texts.ts). */
export function joinLanguages(english: Exports, others: Readonly<Record<OtherLanguage, Exports>>): void {
  for (const [name, table] of Object.entries(english)) {
    const { [name]: vi } = others.vi
    const { [name]: ru } = others.ru
    translations.set(table, { ...(vi && { vi }), ...(ru && { ru }) })
  }
}

/** The exports of a `texts.en.ts` in `language`. A browser receives the reader's language already and gets them unchanged. */
export function inLanguage<T extends object>(language: Language, english: T): T {
  const found = language === 'en' ? undefined : translations.get(english)?.[language]
  return found === undefined ? english : (found as T) // the same keys: the compiler checked them in the other file
}
