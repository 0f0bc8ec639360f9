import { toLinkKey } from '#contract/orders/links.ts'

/** Links and categories that the operator refuses to sell for, prepared for look-ups. */
export type Blocked = {
  /** `example.com` blocks the site and its subdomains. */
  hosts: ReadonlySet<string>
  /** `example.com/a` blocks that page and everything below it, `@name` a user name. */
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
  return pathsOf(key).some((path) => keys.has(path)) || hostsOf(key).some((host) => hosts.has(host))
}

export function isCategoryBlocked({ categories }: Blocked, category: string): boolean {
  return categories.has(toCategoryKey(category))
}

/** Bounds the work: a link may consist of slashes only. */
const PARTS_MAX = 20

/** The link and each of its parent paths, without query and fragment. */
function pathsOf(key: string): string[] {
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
 * One spelling for all links to the same page: case, port, trailing dots, escapes and punycode don't matter. User names
 * get an `@`.
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
