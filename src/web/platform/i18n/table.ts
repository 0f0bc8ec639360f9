import type { Language } from '#contract/base/languages.ts'

/** The forms that a whole number asks for in each language (CLDR). */
type PluralForms = { en: 'one' | 'other'; vi: 'other'; ru: 'one' | 'few' | 'many' }
type Plural<L extends Language> = { readonly [Form in PluralForms[L]]: string }
export type Table<L extends Language = 'en'> = Readonly<Record<string, string | Plural<L>>>

type PlaceholdersIn<S extends string> = S extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PlaceholdersIn<Rest>
  : never
type TextIn<E> = E extends string ? E : E[keyof E & string] & string
/** The placeholders of a text; for a plural they include `count`, whether it is shown or not. */
export type Placeholders<E> = PlaceholdersIn<TextIn<E>> | (E extends string ? never : 'count')

/** English texts: they say which keys there are, and what each text takes. */
export function texts<const T extends Table>(table: T): T {
  return table
}

/** Loosely typed, so that a mistake in one text is reported for that text alone. */
type Loose = Readonly<Record<string, string | Readonly<Record<string, string>>>>
type Asked<E extends Table, L extends Language> = {
  readonly [Key in keyof E]: E[Key] extends string ? string : Plural<L>
}
/** What the compiler says of a text that does not take what the English one takes. */
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
 * The same texts in another language: `translation<typeof en.ordersText, 'vi'>()({ … })`. A key that is missing or is none, a
 * placeholder that is missing or is none, and a plural without one of the language's forms do not compile.
 */
export function translation<E extends Table, L extends Exclude<Language, 'en'>>() {
  return <const T extends Loose>(table: T & Asked<E, L> & Fitting<E, T>): Asked<E, L> => table
}

type Exports = Readonly<Record<string, object>>
type OtherLanguage = Exclude<Language, 'en'>
const translations = new WeakMap<object, Partial<Record<OtherLanguage, object>>>()

/** Which tables belong together: the build calls it below each `texts.en.ts` (app/vite/reader-texts.ts). */
export function joinLanguages(english: Exports, others: Readonly<Record<OtherLanguage, Exports>>): void {
  for (const [name, table] of Object.entries(english)) {
    const { [name]: vi } = others.vi
    const { [name]: ru } = others.ru
    translations.set(table, { ...(vi && { vi }), ...(ru && { ru }) })
  }
}

/** What `texts.en.ts` exports, in `language`. What a browser is sent is the reader's already, and returned as it is. */
export function inLanguage<T extends object>(language: Language, english: T): T {
  const found = language === 'en' ? undefined : translations.get(english)?.[language]
  return found === undefined ? english : (found as T) // the same keys: the compiler saw to it in the other file
}
