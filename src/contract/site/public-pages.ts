import { addressIn, defaultLanguage, type Language, languages } from '#contract/base/languages.ts'
import { featuredPlatforms } from '#contract/catalogue/platforms.ts'

/**
 * Public pages that search engines may index, listed in sitemap.xml with their languages. Pages that a link in an email
 * opens and pages behind the sign-in are not among them.
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
