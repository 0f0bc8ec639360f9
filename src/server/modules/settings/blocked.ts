import { toLinkKey } from '#contract/orders/links.ts'

/** What the operator does not sell for, as it is looked up. */
export type Blocked = {
  /** `example.com` stands for the site and everything below it. */
  hosts: ReadonlySet<string>
  /** `example.com/a` stands for that page and everything below it, `@name` for what is typed as a name. */
  keys: ReadonlySet<string>
  categories: ReadonlySet<string>
}

export function toBlocked({
  links,
  categories,
}: {
  links: readonly string[]
  categories: readonly string[]
}): Blocked {
  const keys = links.map(toKey)
  return {
    hosts: new Set(keys.filter((key) => key.includes('.') && !key.includes('/'))),
    keys: new Set(keys),
    categories: new Set(categories.map(toCategoryKey)),
  }
}

export function isLinkBlocked({ hosts, keys }: Blocked, link: string): boolean {
  if (keys.size === 0 || link.trim() === '') return false
  const key = toKey(link)
  return placesOf(key).some((place) => keys.has(place)) || hostsOf(key).some((host) => hosts.has(host))
}

export function isCategoryBlocked({ categories }: Blocked, category: string): boolean {
  return categories.has(toCategoryKey(category))
}

/** No entry of use is deeper, and a link may be nothing but slashes. */
const PARTS_MAX = 20

/** Itself and each folder that it lies in, without what is asked of it. */
function placesOf(key: string): string[] {
  const [path = ''] = key.split(/[?#]/)
  const parts = path.split('/', PARTS_MAX)
  return [key, ...parts.map((_part, at) => parts.slice(0, at + 1).join('/'))]
}

/** `a.b.example.com`, `b.example.com`, `example.com`, `com`. */
function hostsOf(key: string): string[] {
  const [host = ''] = key.split('/')
  const labels = host.split('.')
  return labels.map((_label, at) => labels.slice(at).join('.'))
}

const LABELS_MAX = 127

/**
 * One spelling of what leads to one place: letters, ports, dots at the end, escapes and the writing of foreign names do not
 * make it another one. A name is itself without its `@`.
 */
function toKey(text: string): string {
  const trimmed = text.trim()
  const isAddress = /^https?:\/\//i.test(trimmed)
  if (!isAddress && !trimmed.includes('.') && !trimmed.includes('/'))
    return `@${trimmed.replace(/^@/, '').toLowerCase()}`
  const url = URL.parse(isAddress ? trimmed : `https://${trimmed}`)
  const host = url?.hostname.replace(/\.$/, '') ?? ''
  if (url === null || host.split('.').length > LABELS_MAX) return toLinkKey(trimmed).toLowerCase()
  return toLinkKey(`${host}${decoded(url.pathname).replaceAll(/\/{2,}/g, '/')}${url.search}`).toLowerCase()
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

function toCategoryKey(category: string): string {
  return category.trim().replaceAll(/\s+/g, ' ').toLowerCase()
}
