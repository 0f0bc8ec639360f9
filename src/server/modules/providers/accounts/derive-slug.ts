/**
 * How a provider is called in addresses where nobody said it: by its name ("Panel of Ours!" is panel-of-ours), else by its
 * host (https://panel.example.com is example), with a number where that is taken.
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

/** Accents are taken off; letters of other scripts have no place in it. */
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
