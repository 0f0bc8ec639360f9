import { addressIn, defaultLanguage, type Language, languages } from '#contract/base/languages.ts'
import { featuredPlatforms } from '#contract/catalogue/platforms.ts'

/**
 * Public pages that search engines may index, listed in sitemap.xml with their languages. Pages opened by emailed links
 * and pages behind the login are not included.
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

/** The page's URL in each language, for search engines. English is the default. */
export function listAlternates(
  origin: string,
  path: string,
): readonly { language: Language | 'x-default'; url: string }[] {
  return [
    ...languages.map((language) => ({ language, url: origin + addressIn(language, path) })),
    { language: 'x-default', url: origin + addressIn(defaultLanguage, path) },
  ]
}

const signIn = ['/login', '/register', '/forgot-password']
const withTags = new Set(publicPages.filter((path) => !signIn.includes(path)))

/** Whether this page, in any language, may load the operator's analytics and chat; never a page with a sign-in form. */
export function takesVisitorTags(pathname: string): boolean {
  const path = pathname.replace(/^\/(?:vi|ru)(?=\/|$)/, '').replace(/\/+$/, '') || '/'
  return withTags.has(path) || /^\/services\/\w+$/.test(path)
}
