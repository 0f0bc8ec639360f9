/** The languages of the product; English is what it speaks to whoever has not chosen. */
export const languages = ['en', 'vi', 'ru'] as const
export type Language = (typeof languages)[number]

export const defaultLanguage: Language = 'en'

/** Each in its own words, so that whoever is lost finds theirs. */
export const languageNames: Readonly<Record<Language, string>> = {
  en: 'English',
  vi: 'Tiếng Việt',
  ru: 'Русский',
}

export function isLanguage(value: unknown): value is Language {
  return languages.some((language) => language === value)
}

/**
 * The address of a public page in a language: `/services` → `/vi/services`. English ones stand without, and so do
 * signed-in pages, which have one address for all.
 */
export function addressIn(language: Language, path: string): string {
  if (language === defaultLanguage) return path
  return path === '/' ? `/${language}` : `/${language}${path.replace(/^\/(?=[?#])/, '')}`
}
