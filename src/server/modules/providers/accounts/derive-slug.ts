/**
 * Derives a slug from the name ("Our Panel!" is our-panel), else from the host (https://panel.example.com is
 * example), with a number when taken.
 */
export function deriveSlug(
  { name, url }: { name: string; url: string },
  taken: { has(slug: string): boolean },
): string {
  const host = URL.parse(url)?.hostname.split('.').at(-2) ?? ''
  const base = [name, host].map(toSlug).find((slug) => slug.length > 1) ?? 'panel'
  for (let number = 1; ; number += 1) {
    const slug = number === 1 ? base : `${base}-${number}`
    if (!taken.has(slug)) return slug
  }
}

/** Removes accents; letters of other scripts are dropped. */
function toSlug(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('đ', 'd')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^[^a-z]+/, '')
    .slice(0, 30)
    .replace(/-+$/, '')
}
