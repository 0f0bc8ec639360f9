import { addressIn, defaultLanguage, type Language, languages } from '#contract/base/languages.ts'
import { featuredPlatforms } from '#contract/catalogue/platforms.ts'

/**
 * The pages for everybody that may be found: what sitemap.xml lists, and what says of itself in which languages it is.
 * A page that is not here is not to be found: those that a letter's link opens, and those behind the login. Those of further
 * platforms may be, where a link leads to them.
 */
export const publicPages: readonly string[] = [
  '/',
  '/services',
  ...featuredPlatforms.map((platform) => `/services/${platform.toLowerCase()}`),
  '/pricing',
  '/api-docs',
  '/faq',
  '/contact',
  '/terms',
  '/privacy',
  '/refund',
  '/login',
  '/register',
  '/forgot-password',
]

/** The page's address in each language, for search engines. English is the default. */
export function listAlternates(
  origin: string,
  path: string,
): readonly { language: Language | 'x-default'; url: string }[] {
  return [
    ...languages.map((language) => ({ language, url: origin + addressIn(language, path) })),
    { language: 'x-default', url: origin + addressIn(defaultLanguage, path) },
  ]
}
