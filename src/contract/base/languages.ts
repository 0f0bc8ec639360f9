/** The languages of the product. English is the default. */
export const languages = ['en', 'vi', 'ru'] as const
export type Language = (typeof languages)[number]

export const defaultLanguage: Language = 'en'

/** Each in its own language. */
export const languageNames: Readonly<Record<Language, string>> = {
  en: 'English',
  vi: 'Tiếng Việt',
  ru: 'Русский',
}

export function isLanguage(value: unknown): value is Language {
  return languages.some((language) => language === value)
}

/** The path of a public page in a language: `/services` → `/vi/services`. English and signed-in pages have no prefix. */
export function addressIn(language: Language, path: string): string {
  // Two leading slashes would be another site.
  const own = path.replace(/^[/\\]+/, '/')
  if (language === defaultLanguage) return own
  return own === '/' ? `/${language}` : `/${language}${own.replace(/^\/(?=[?#])/, '')}`
}
