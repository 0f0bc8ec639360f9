import { readError, saysNo } from './read-error.ts'
import { isObject, type Json, type JsonObject, memberOf } from './read-json.ts'
import { readFlag, readId, readText } from './read-values.ts'

/** Asked for, which is not yet done; or why it was not taken. */
export type PanelCancel = { kind: 'asked' } | { kind: 'refused'; error: string }

/** What says of a wish that it was taken, alone or as the order's new status. */
const taken =
  /^(cancel(l?ed|l?ing|l?ation)?|pending|in ?progress|processing|success(ful(ly)?)?|accepted|ok|done)$/
const asked =
  /cancel.{0,40}(request|submit|sent|queue|progress|accept|receiv|success)|(request|submit|sent|queue|accept|receiv|success).{0,40}cancel/
const no =
  /\b(not|no|can't|cannot|couldn't|doesn't|isn't|unable|incorrect|invalid|wrong|unknown|fail\w*|error|denied|refused|rejected|disabled|unavailable|already|too late)\b/

/**
 * What an answer says to the wish to cancel: {"cancel":1}, {"cancel":{"error":…}}, "Canceled", {"status":"Cancelled"},
 * {"success":"Cancel request sent"}, {"ok":"true"}, {"status":"success"}, or a text. Undefined where it says neither yes nor no: the wish
 * may have been taken, and the order's status decides.
 */
export function readCancel(entry: Json): PanelCancel | undefined {
  if (!isObject(entry)) return readWord(entry)
  const told = memberOf(entry, 'cancel')
  if (told !== undefined && (readFlag(told) || readId(told) !== undefined)) return { kind: 'asked' }
  const error = readError(isObject(told) ? told : entry)
  if (error !== undefined) return { kind: 'refused', error }
  if (told !== undefined) return isObject(told) ? undefined : readWord(told)
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
