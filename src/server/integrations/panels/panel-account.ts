import type { PanelAccount } from './panel.ts'
import type { Secrets } from './read-error.ts'

/** The URL to call: an origin without a path means /api/v2, as is customary. */
export function toPanelUrl(apiUrl: string): string {
  const url = URL.parse(apiUrl)
  if (url === null) return apiUrl
  if (url.pathname === '/' || url.pathname === '') url.pathname = '/api/v2'
  url.hash = ''
  return url.href
}

/** The API key, and parts of the address that may be secrets too. */
export function secretsOf({ key, apiUrl }: Pick<PanelAccount, 'key' | 'apiUrl'>): Secrets {
  return [key, ...secretsIn(apiUrl)]
}

/**
 * Query parameters that are named or look like a secret, or a bare query string; words such as `services` are left.
 */
export function secretsIn(address: string): string[] {
  const { search = '', searchParams = [] } = URL.parse(address) ?? {}
  const bare = search.includes('=') ? [] : [search.slice(1)]
  const named = [...searchParams].flatMap(([name, value]) =>
    /key|token|secret|pass|auth|sign/i.test(name) || /^(?=.*\d)\S{16,}$/.test(value) ? [value] : [],
  )
  return [...bare, ...named]
}
