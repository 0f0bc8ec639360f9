import { guardedFetch } from '#server/lib/http/outbound/guarded-fetch.ts'

import { ANSWER_BYTES_MAX, callPanel } from './call-panel.ts'
import { type PanelAccount, type PanelAnswer, toPanelUrl, secretsOf } from './panel-account.ts'
import { type Answered, readAnswer } from './read-answer.ts'
import { readError, readFault, saysNo, scrubKey, type Secrets } from './read-error.ts'
import { isObject, type Json, memberOf, readBody } from './read-json.ts'
import { refuseTooMany } from './read-panel.ts'
import { readEntries, toLetters } from './read-status.ts'
import { readFlag, readId, readText } from './read-values.ts'

/** Outcome of one refill request: a single HTTP request, like an `add`. */
export type RefillOutcome =
  /** `refill` is undefined when the provider returned no id. */
  | { kind: 'accepted'; refill: string | undefined }
  | { kind: 'rejected'; error: string }
  | { kind: 'not_sent'; error: string }
  | { kind: 'unknown'; error: string }

export async function requestPanelRefill(account: PanelAccount, order: string): Promise<RefillOutcome> {
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
  return readRefill({ ...outcome, body: String(outcome.body) }, secretsOf(account))
}

/**
 * Shapes: {"refill":"1"}, {"refill_id":9}, the same inside a list of one or in {"data":…}, {"success":true} without
 * an id, or {"refill":{"error":…}}. A list of bare numbers or texts says nothing.
 */
export function readRefill(answered: Answered, key: Secrets): RefillOutcome {
  const { value: parsed } = readBody(answered.body)
  const value = Array.isArray(parsed) ? parsed.find(isObject) : parsed
  const inner = isObject(value) ? memberOf(value, 'data') : undefined
  const holder = isObject(inner) ? inner : value
  const refill = isObject(holder) ? memberOf(holder, 'refill') : undefined
  const error = readFault(answered.status, value) ?? (isObject(refill) ? readError(refill) : undefined)
  const id = isObject(holder) ? (readId(refill) ?? readId(memberOf(holder, 'refill_id'))) : undefined
  if (id !== undefined && error === undefined) return { kind: 'accepted', refill: id }
  if (error === undefined && answered.status < 400 && isObject(holder) && saysYes(value, refill))
    return { kind: 'accepted', refill: undefined }
  if (id === undefined && error !== undefined && answered.status < 500)
    return { kind: 'rejected', error: scrubKey(error, key) }
  const failed = readAnswer(answered, key)
  return { kind: 'unknown', error: failed.ok ? 'The answer holds no refill id' : failed.error }
}

function saysYes(value: Json | undefined, refill: Json | undefined): boolean {
  if (!isObject(value) || saysNo(value)) return false
  const isSuccess = toLetters(readText(memberOf(value, 'status'))) === 'success'
  return isSuccess || [refill, memberOf(value, 'success'), memberOf(value, 'ok')].some(readFlag)
}

type PanelRefillState = 'pending' | 'completed' | 'rejected'
/** `state` is undefined for an unknown word. */
export type PanelRefill = { state: PanelRefillState | undefined; raw: string } | { error: string }

/** "Approved" means the request was accepted. "Partial" is final, too. */
const refillWords: Readonly<Record<string, PanelRefillState>> = {
  pending: 'pending',
  inprogress: 'pending',
  inprogess: 'pending',
  processing: 'pending',
  awaiting: 'pending',
  approved: 'pending',
  completed: 'completed',
  complete: 'completed',
  success: 'completed',
  refilled: 'completed',
  partial: 'completed',
  rejected: 'rejected',
  declined: 'rejected',
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

/** One refill, by the call that every panel supports. Undefined: the response says nothing about it. */
export async function readPanelRefill(
  account: PanelAccount,
  id: string,
): Promise<PanelAnswer<PanelRefill | undefined>> {
  const answer = await callPanel(account, { action: 'refill_status', fields: { refill: id } })
  if (!answer.ok) return answer
  const entry = readEntries(answer.value, [id], 'refill').get(id)
  return { ok: true, value: entry === undefined ? undefined : readRefillState(entry) }
}

export function readRefillState(entry: Json): PanelRefill | undefined {
  const status = isObject(entry) ? memberOf(entry, 'status') : undefined
  const raw = readText(status).slice(0, 100).toWellFormed()
  const word = toLetters(raw)
  if (raw !== '') return { state: Object.hasOwn(refillWords, word) ? refillWords[word] : undefined, raw }
  const error = readError(status) ?? readError(entry)
  return error === undefined ? undefined : { error }
}
