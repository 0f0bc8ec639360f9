import type { Fault } from '#contract/base/faults.ts'
import type { Reach } from '#server/lib/http/outbound/allowed-addresses.ts'
import type { ObserveCalls } from '#server/lib/http/outbound/guarded-fetch.ts'

import type { Secrets } from './read-error.ts'
import type { Refusal } from './tell-refusal.ts'

/** Where and as whom a provider is called. */
export type PanelAccount = Reach & {
  /** The full address as the operator typed it. */
  apiUrl: string
  key: string
  /** For how many pieces its list gives a rate; absent: 1,000. */
  ratePer?: 1 | 1000 | undefined
  observe?: ObserveCalls | undefined
}

/** The address to call: an origin alone means its /api/v2, as everywhere in the field. */
export function toPanelUrl(apiUrl: string): string {
  const url = URL.parse(apiUrl)
  if (url === null) return apiUrl
  if (url.pathname === '/' || url.pathname === '') url.pathname = '/api/v2'
  url.hash = ''
  return url.href
}

/** Our key there, and what its address holds that may be one as well. */
export function secretsOf({ key, apiUrl }: Pick<PanelAccount, 'key' | 'apiUrl'>): Secrets {
  return [key, ...secretsIn(apiUrl)]
}

/** By its name, by its looks, or as all that there is: words such as `services` stay what they are. */
export function secretsIn(address: string): string[] {
  const { search = '', searchParams = [] } = URL.parse(address) ?? {}
  const bare = search.includes('=') ? [] : [search.slice(1)]
  const named = [...searchParams].flatMap(([name, value]) =>
    /key|token|secret|pass|auth|sign/i.test(name) || /^(?=.*\d)\S{16,}$/.test(value) ? [value] : [],
  )
  return [...bare, ...named]
}

/**
 * What kept a read-only call from an answer, and the same in English for records; `isDown` when the provider itself seems to be down, `about` when it refuses
 * us for something that it names, `told` what it said in its own words.
 */
export type PanelFailure = {
  ok: false
  fault: Fault
  error: string
  isDown: boolean
  about?: Refusal | undefined
  told?: string | undefined
}
export type PanelAnswer<Value> = { ok: true; value: Value } | PanelFailure
