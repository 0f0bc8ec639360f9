/** The languages of the product; English is what it speaks to whoever has not chosen. */
export const languages = ['en'] as const
export type Language = (typeof languages)[number]

export const defaultLanguage: Language = 'en'

/** Each in its own words, so that whoever is lost finds theirs. */
export const languageNames: Record<Language, string> = { en: 'English' }

export function isLanguage(value: unknown): value is Language {
  return languages.some((language) => language === value)
}
