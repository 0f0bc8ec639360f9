import type { Fault } from '#contract/base/faults.ts'
import type { Reach } from '#server/lib/http/outbound/allowed-addresses.ts'
import type { ObserveCalls } from '#server/lib/http/outbound/guarded-fetch.ts'

import type { Secrets } from './read-error.ts'
import type { Refusal } from './classify-refusal.ts'

/** Address and credentials of a provider. */
export type PanelAccount = Reach & {
  /** As the operator typed it. */
  apiUrl: string
  key: string
  /** Number of pieces a listed rate is for; default 1,000. */
  ratePer?: 1 | 1000 | undefined
  observe?: ObserveCalls | undefined
}

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

/**
 * Why a read-only call failed; `error` is the same in English for logs. `isDown`: the provider seems unreachable.
 * `about`: what it refuses our account for. `refusalText`: its own words.
 */
export type PanelFailure = {
  ok: false
  fault: Fault
  error: string
  isDown: boolean
  about?: Refusal | undefined
  refusalText?: string | undefined
}
export type PanelAnswer<Value> = { ok: true; value: Value } | PanelFailure
