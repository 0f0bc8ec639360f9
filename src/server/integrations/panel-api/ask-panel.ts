import { guardedFetch } from '#server/integrations/guarded-fetch.ts'

import { ANSWER_BYTES_MAX, callPanel } from './call-panel.ts'
import { type PanelAccount, type PanelAnswer, toPanelUrl } from './panel-account.ts'
import { readAnswer } from './read-answer.ts'
import { readError, scrubKey } from './read-error.ts'
import { isObject, type Json, memberOf, readJson } from './read-json.ts'
import { refuseTooMany } from './read-panel.ts'
import { readEntries } from './read-status.ts'
import { readFlag, readId, readText } from './read-values.ts'

/** What became of asking for one refill: one HTTP try, like an `add`. */
export type RefillOutcome =
  | { kind: 'accepted'; refill: string }
  | { kind: 'rejected'; error: string }
  | { kind: 'not_sent'; error: string }
  | { kind: 'unknown'; error: string }

export async function askPanelRefill(account: PanelAccount, order: string): Promise<RefillOutcome> {
  const outcome = await guardedFetch({
    url: toPanelUrl(account.apiUrl),
    method: 'POST',
    form: new URLSearchParams({ key: account.key, action: 'refill', order }),
    timeoutMs: 30_000,
    bytesMax: ANSWER_BYTES_MAX,
    isFresh: true,
    allowedOrigin: account.allowedOrigin,
    allowedNetworks: account.allowedNetworks,
    observe: account.observe?.('refill'),
  })
  if (outcome.kind !== 'answered') return { kind: outcome.kind, error: outcome.error }
  return readRefill(outcome.status, String(outcome.body), account.key)
}

/** {"refill":"1"}, the same inside a list of one, or {"refill":{"error":…}}. */
export function readRefill(status: number, body: string, key: string): RefillOutcome {
  const parsed = readJson(body)
  const value = Array.isArray(parsed) ? parsed[0] : parsed
  const refill = isObject(value) ? memberOf(value, 'refill') : undefined
  const id = readId(refill)
  if (id !== undefined) return { kind: 'accepted', refill: id }
  const error = readError(value) ?? readError(refill)
  if (error !== undefined && status < 500) return { kind: 'rejected', error: scrubKey(error, key) }
  const failed = readAnswer(status, body, key)
  return { kind: 'unknown', error: failed.ok ? 'The answer holds no refill id' : failed.error }
}

export type PanelRefillState = 'pending' | 'completed' | 'rejected'
/** `state` is undefined for a word we do not know. */
export type PanelRefill = { state: PanelRefillState | undefined; raw: string } | { error: string }

const refillWords: Readonly<Record<string, PanelRefillState>> = {
  pending: 'pending',
  inprogress: 'pending',
  processing: 'pending',
  completed: 'completed',
  complete: 'completed',
  rejected: 'rejected',
  canceled: 'rejected',
  cancelled: 'rejected',
  error: 'rejected',
}

export async function readPanelRefills(
  account: PanelAccount,
  ids: readonly string[],
): Promise<PanelAnswer<Map<string, PanelRefill>>> {
  refuseTooMany(ids)
  const answer = await callPanel(account, { action: 'refill_status', fields: { refills: ids.join(',') } })
  if (!answer.ok) return answer
  const refills = new Map<string, PanelRefill>()
  for (const [id, entry] of readEntries(answer.value, ids, 'refill')) {
    const refill = readRefillState(entry)
    if (refill !== undefined) refills.set(id, refill)
  }
  return { ok: true, value: refills }
}

export function readRefillState(entry: Json): PanelRefill | undefined {
  const status = isObject(entry) ? memberOf(entry, 'status') : undefined
  const raw = readText(status).slice(0, 100).toWellFormed()
  const word = raw.toLowerCase().replace(/[\s_-]+/g, '')
  if (raw !== '') return { state: Object.hasOwn(refillWords, word) ? refillWords[word] : undefined, raw }
  const error = readError(status) ?? readError(entry)
  return error === undefined ? undefined : { error }
}

/** Asked for, which is not yet done; or why it was not taken. */
export type PanelCancel = { kind: 'asked' } | { kind: 'refused'; error: string }

export async function askPanelCancel(
  account: PanelAccount,
  ids: readonly string[],
): Promise<PanelAnswer<Map<string, PanelCancel>>> {
  refuseTooMany(ids)
  const answer = await callPanel(account, { action: 'cancel', fields: { orders: ids.join(',') } })
  if (!answer.ok) return answer
  const cancels = new Map<string, PanelCancel>()
  for (const [id, entry] of readEntries(answer.value, ids, 'order')) {
    const cancel = readCancel(entry)
    if (cancel !== undefined) cancels.set(id, cancel)
  }
  return { ok: true, value: cancels }
}

export function readCancel(entry: Json): PanelCancel | undefined {
  const told = isObject(entry) ? memberOf(entry, 'cancel') : entry
  if (readFlag(told) || readId(told) !== undefined) return { kind: 'asked' }
  const error = readError(told) ?? readError(entry)
  return error === undefined ? undefined : { kind: 'refused', error }
}
