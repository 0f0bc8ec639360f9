import { type GuardedAnswer, guardedFetch } from '#server/lib/http/outbound/guarded-fetch.ts'

import { type PanelAccount, type PanelAnswer, toPanelUrl, secretsOf } from './panel-account.ts'
import { readAnswer } from './read-answer.ts'
import type { Json } from './read-json.ts'

const TIMEOUT_MS = 30_000
/**
 * Of every answer but a list of services: a hundred orders take some 15 kB. The worst that fits into it is read in some
 * 60 ms, on the event loop.
 */
export const ANSWER_BYTES_MAX = 256 * 1024

export type ReadCall = {
  action: string
  fields?: Readonly<Record<string, string>>
}

/** One call that changes nothing over there, so a kept connection will do. */
export async function callPanel(account: PanelAccount, call: ReadCall): Promise<PanelAnswer<Json>> {
  const sent = await sendToPanel(account, { ...call, timeoutMs: TIMEOUT_MS, bytesMax: ANSWER_BYTES_MAX })
  return sent.ok ? readAnswer({ ...sent.value, body: String(sent.value.body) }, secretsOf(account)) : sent
}

type Answered = Extract<GuardedAnswer, { kind: 'answered' }>

/** The same with limits of its own, its answer unread. */
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
