import { languages, addressIn } from '#contract/base/languages.ts'
import { listAlternates, publicPages } from '#contract/site/public-pages.ts'
import { iconSizes } from '#contract/site/site-files.ts'

/** Each page in each language, with links to its other languages. */
export function makeSitemap(origin: string): string {
  const urls = publicPages.flatMap((path) => {
    const links = listAlternates(origin, path).map(
      ({ language, url }) => `<xhtml:link rel="alternate" hreflang="${language}" href="${escapeXml(url)}"/>`,
    )
    return languages.map(
      (language) => `<url><loc>${escapeXml(origin + addressIn(language, path))}</loc>${links.join('')}</url>`,
    )
  })
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">',
    ...urls,
    '</urlset>\n',
  ].join('\n')
}

/** Pages that require sign-in need no rule: they show visitors nothing. */
export function makeRobots(origin: string): string {
  return `User-agent: *\nDisallow: /api/\n\nSitemap: ${origin}/sitemap.xml\n`
}

const DAY_MS = 86_400_000
const VALID_DAYS = 180

/**
 * Where to report a vulnerability: the operator's email, if set, and the contact form. `Expires` advances daily, so
 * that the text is the same all day.
 */
export function makeSecurityTxt(origin: string, { email, now }: { email: string | null; now: Date }): string {
  const today = Math.floor(now.getTime() / DAY_MS)
  return [
    ...(email === null ? [] : [`Contact: mailto:${encodeURI(email)}`]),
    `Contact: ${origin}/contact`,
    `Expires: ${new Date((today + VALID_DAYS) * DAY_MS).toISOString()}`,
    `Preferred-Languages: ${languages.join(', ')}`,
    `Canonical: ${origin}/.well-known/security.txt\n`,
  ].join('\n')
}

export function makeManifest({
  name,
  accent,
  hasOwnIcon,
}: {
  name: string
  accent: string
  hasOwnIcon: boolean
}): string {
  return JSON.stringify({
    name,
    short_name: name,
    start_url: '/',
    display: 'standalone',
    background_color: '#f5f4ee',
    theme_color: accent,
    icons: [
      ...(hasOwnIcon ? [] : [{ src: '/favicon.svg', type: 'image/svg+xml', sizes: 'any' }]),
      ...iconSizes.map((size) => ({
        src: `/pictures/icon/${size}`,
        type: 'image/png',
        sizes: `${size}x${size}`,
      })),
    ],
  })
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}
