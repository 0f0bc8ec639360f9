import { type GuardedAnswer, guardedFetch } from '#server/lib/http/outbound/guarded-fetch.ts'

import { type PanelAccount, type PanelAnswer, toPanelUrl, secretsOf } from './panel-account.ts'
import { readAnswer } from './read-answer.ts'
import type { Json } from './read-json.ts'

const TIMEOUT_MS = 30_000
/**
 * Limit for every response except a list of services: a hundred orders take about 15 kB. Parsing the worst response
 * of this size takes about 60 ms on the event loop.
 */
export const ANSWER_BYTES_MAX = 256 * 1024

type ReadCall = {
  action: string
  fields?: Readonly<Record<string, string>>
}

/** A read-only call, so a pooled connection may be used. */
export async function callPanel(account: PanelAccount, call: ReadCall): Promise<PanelAnswer<Json>> {
  const sent = await sendToPanel(account, { ...call, timeoutMs: TIMEOUT_MS, bytesMax: ANSWER_BYTES_MAX })
  return sent.ok ? readAnswer({ ...sent.value, body: String(sent.value.body) }, secretsOf(account)) : sent
}

type Answered = Extract<GuardedAnswer, { kind: 'answered' }>

/** Like `callPanel`, with its own limits and without parsing the response. */
export async function sendToPanel(
  account: PanelAccount,
  { action, fields, timeoutMs, bytesMax }: ReadCall & { timeoutMs: number; bytesMax: number },
): Promise<PanelAnswer<Answered>> {
  const outcome = await guardedFetch({
    url: toPanelUrl(account.apiUrl),
    method: 'POST',
    form: new URLSearchParams({ key: account.key, action, ...fields }),
    timeoutMs,
    bytesMax,
    allowedOrigin: account.allowedOrigin,
    allowedNetworks: account.allowedNetworks,
    observe: account.observe?.(action),
  })
  if (outcome.kind === 'answered') return { ok: true, value: outcome }
  const { fault, error } = outcome
  return { ok: false, fault, error: `The provider can not be reached: ${error}`, isDown: true }
}
