import { useLocation } from 'react-router'
import { addressIn } from '#contract/base/languages.ts'
import { listAlternates, publicPages } from '#contract/site/public-pages.ts'
import { useLanguage } from '#web/platform/i18n/reader-language.ts'
import { useSite } from '#web/platform/page/site-facts.ts'

const known = new Set(publicPages)
const locales = { en: 'en_US', vi: 'vi_VN', ru: 'ru_RU' } as const
/** The size of the preview image that the server renders (contract/site/site-files.ts). */
const card = { width: 1200, height: 630 }

/**
 * The tags of a public page for search engines: canonical URL, the page in other languages, link preview. Filters and
 * sorting share one URL; further pages of a list have their own, and the first one is the list's. All other pages,
 * private ones and those behind emailed links, are not indexed.
 */
export function SearchFacts() {
  const { origin, brand } = useSite()
  const language = useLanguage()
  const { pathname, search } = useLocation()
  const path = pathname === '/' ? pathname : pathname.replace(/\/+$/, '')
  if (origin === '') return null
  // A platform's page that is in no menu gets no tags: search engines find it through links.
  if (/^\/services\/\w+$/.test(path) && !known.has(path)) return null
  if (!known.has(path)) return <meta name="robots" content="noindex" />
  const page = new URLSearchParams(search).get('page') ?? ''
  const further = page !== '1' && /^[1-9]\d{0,5}$/.test(page) ? `${path}?page=${page}` : path
  const canonical = origin + addressIn(language, further)
  return (
    <>
      <link rel="canonical" href={canonical} />
      {listAlternates(origin, further).map((one) => (
        <link key={one.language} rel="alternate" hrefLang={one.language} href={one.url} />
      ))}
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={brand} />
      <meta property="og:url" content={canonical} />
      <meta property="og:locale" content={locales[language]} />
      {Object.entries(locales).map(
        ([other, locale]) =>
          other !== language && <meta key={other} property="og:locale:alternate" content={locale} />,
      )}
      <meta property="og:image" content={`${origin}/pictures/card/${language}`} />
      <meta property="og:image:type" content="image/png" />
      <meta property="og:image:width" content={String(card.width)} />
      <meta property="og:image:height" content={String(card.height)} />
      <meta property="og:image:alt" content={brand} />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  )
}
