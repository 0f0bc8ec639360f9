import type { Language } from '#contract/languages.ts'

/** The forms that a count asks for in each language (CLDR), of whole numbers. */
type PluralForms = { en: 'one' | 'other' }
type Plural<L extends Language = 'en'> = { readonly [Form in PluralForms[L]]: string }
export type Table = Readonly<Record<string, string | Plural>>

type PlaceholdersIn<S extends string> = S extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PlaceholdersIn<Rest>
  : never
type TextOf<E> = E extends string ? E : E[keyof E & string] & string
/** The names of what a text takes; of a plural `count` among them, whether it is said or not. */
export type Placeholders<E> = PlaceholdersIn<TextOf<E>> | (E extends string ? never : 'count')

/** The English texts of a noun: they say which keys there are, and what each text takes. */
export function texts<const T extends Table>(table: T): T {
  return table
}
