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
  // With two at its beginning it would be another site's address.
  const own = path.replace(/^[/\\]+/, '/')
  if (language === defaultLanguage) return own
  return own === '/' ? `/${language}` : `/${language}${own.replace(/^\/(?=[?#])/, '')}`
}
