import { callPanel } from './call-panel.ts'
import type { PanelAccount, PanelAnswer } from './panel-account.ts'
import { type Json, isObject, type JsonObject, memberOf } from './read-json.ts'
import { readEntries } from './read-status.ts'
import { isAboutOneId } from './classify-refusal.ts'
import { readError, saysNo } from './read-error.ts'
import { readFlag, readId, readText } from './read-values.ts'

/** Requests the cancellation of one order. Undefined: the response says neither yes nor no. */
export async function requestPanelCancel(
  account: PanelAccount,
  id: string,
): Promise<PanelAnswer<PanelCancel | undefined>> {
  const together = await callPanel(account, { action: 'cancel', fields: { orders: id } })
  // Some panels do not support lists. Requesting a cancel twice does no harm.
  const answer = isFaultOfLists(together)
    ? await callPanel(account, { action: 'cancel', fields: { order: id } })
    : together
  if (answer.ok) {
    const entry = readEntries(answer.value, [id], 'order').get(id)
    return { ok: true, value: entry === undefined ? undefined : readCancel(entry) }
  }
  if (answer.isDown || answer.about !== undefined) return answer
  // An error of the whole call that is not about our account is about the order it was made for.
  return { ok: true, value: { kind: 'refused', error: answer.refusalText ?? answer.error } }
}

function isFaultOfLists(answer: PanelAnswer<Json>): boolean {
  return !answer.ok && !answer.isDown && answer.about === undefined && !isAboutOneId(answer.refusalText ?? '')
}

/** `asked`: the request was accepted, which does not mean the order is canceled yet. */
type PanelCancel = { kind: 'asked' } | { kind: 'refused'; error: string }

/** Words for an accepted request, on their own or as the order's new status. */
const taken =
  /^(cancel(l?ed|l?ing|l?ation)?|pending|in ?progress|processing|success(ful(ly)?)?|accepted|ok|done)$/
const asked =
  /cancel.{0,40}(request|submit|sent|queue|progress|accept|receiv|success)|(request|submit|sent|queue|accept|receiv|success).{0,40}cancel/
const no =
  /\b(not|no|can't|cannot|couldn't|doesn't|isn't|unable|incorrect|invalid|wrong|unknown|fail\w*|error|denied|refused|rejected|disabled|unavailable|already|too late)\b/

/**
 * Reads the response to a cancel request: {"cancel":1}, {"cancel":{"error":…}}, "Canceled", {"status":"Cancelled"},
 * {"success":"Cancel request sent"}, {"ok":"true"}, {"status":"success"}, or a text. Undefined when it says neither
 * yes nor no: the request may have been accepted, and the order's status decides.
 */
export function readCancel(entry: Json): PanelCancel | undefined {
  if (!isObject(entry)) return readWord(entry)
  const cancel = memberOf(entry, 'cancel')
  if (cancel !== undefined && (readFlag(cancel) || readId(cancel) !== undefined)) return { kind: 'asked' }
  const error = readError(isObject(cancel) ? cancel : entry)
  if (error !== undefined) return { kind: 'refused', error }
  if (cancel !== undefined) return isObject(cancel) ? undefined : readWord(cancel)
  return saysNo(entry) ? undefined : readVerdict(entry)
}

function readVerdict(entry: JsonObject): PanelCancel | undefined {
  for (const name of ['success', 'ok', 'status', 'result']) {
    const verdict = memberOf(entry, name)
    if (readFlag(verdict)) return { kind: 'asked' }
    const said = readWord(verdict)
    if (said !== undefined) return said
  }
  return undefined
}

function readWord(value: Json | undefined): PanelCancel | undefined {
  if (typeof value !== 'string') return readFlag(value) ? { kind: 'asked' } : undefined
  const text = readText(value)
    .slice(0, 300)
    .replace(/[\s_]+/g, ' ')
    .toLowerCase()
  if (readFlag(text)) return { kind: 'asked' }
  if (no.test(text)) return { kind: 'refused', error: readError(value) ?? text }
  return taken.test(text) || asked.test(text) ? { kind: 'asked' } : undefined
}
