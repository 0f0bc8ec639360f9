import { guardedFetch } from '#server/integrations/guarded-fetch.ts'

import { type PanelAccount, type PanelAnswer, toPanelUrl } from './panel-account.ts'
import { readError, scrubKey } from './read-error.ts'
import { isObject, type Json, memberOf, readJson } from './read-json.ts'

const TIMEOUT_MS = 30_000
const BYTES_MAX = 4 * 1024 * 1024

export type ReadCall = {
  action: string
  fields?: Readonly<Record<string, string>>
  timeoutMs?: number
  bytesMax?: number
}

/** One call that changes nothing over there, so a kept connection will do. */
export async function callPanel(account: PanelAccount, call: ReadCall): Promise<PanelAnswer<Json>> {
  const outcome = await guardedFetch({
    url: toPanelUrl(account.apiUrl),
    method: 'POST',
    form: new URLSearchParams({ key: account.key, action: call.action, ...call.fields }),
    timeoutMs: call.timeoutMs ?? TIMEOUT_MS,
    bytesMax: call.bytesMax ?? BYTES_MAX,
    allowedOrigin: account.allowedOrigin,
    allowedNetworks: account.allowedNetworks,
    observe: account.observe?.(call.action),
  })
  if (outcome.kind !== 'answered') return failure(`The provider can not be reached: ${outcome.error}`, true)
  return readAnswer(outcome.status, outcome.body, account.key)
}

/** The JSON of an answer, unless it tells of a fault as a whole: {"error":…}, a bare text, no JSON at all. */
export function readAnswer(status: number, body: string, key: string): PanelAnswer<Json> {
  const value = readJson(body)
  const told = typeof value === 'string' || isFault(value) ? readError(value) : undefined
  if (told !== undefined) return failure(`The provider answers: ${scrubKey(told, key)}`, status >= 500)
  if (status !== 200) return failure(`The provider answered HTTP ${status}`, true)
  if (value === undefined) return failure('The provider answered something that is not JSON', true)
  return { ok: true, value }
}

/** A fault of the whole call has `error` at the top and no entries beside it. */
function isFault(value: Json | undefined): boolean {
  if (!isObject(value)) return false
  if (memberOf(value, 'error') === undefined) return readError(value) !== undefined
  return Object.values(value).every((one) => !isObject(one) || one === memberOf(value, 'error'))
}

function failure(error: string, isDown: boolean): { ok: false; error: string; isDown: boolean } {
  return { ok: false, error, isDown }
}
