import type { Spoken } from './dialects/dialect.ts'
import { spoken } from './dialects/dialects.ts'
import type { PanelCancel } from './panel.ts'
import { type Json, isObject, type JsonObject, memberOf } from './read-json.ts'
import { readError, saysNo } from './read-error.ts'
import { readFlag, readId, readText } from './read-values.ts'

/**
 * Reads the response to a cancel request: {"cancel":1}, {"cancel":{"error":…}}, "Canceled", `{"status":"Cancelled"}`,
 * {"success":"Cancel request sent"}, {"ok":"true"}, {"status":"success"}, or a text. Undefined if it says neither yes
 * nor no: the request may have been accepted, and the order's status decides.
 */
export function readCancel(entry: Json, words: Spoken = spoken): PanelCancel | undefined {
  if (!isObject(entry)) return readWord(entry, words)
  const cancel = memberOf(entry, 'cancel')
  if (cancel !== undefined && (readFlag(cancel) || readId(cancel) !== undefined)) return { kind: 'asked' }
  const error = readError(isObject(cancel) ? cancel : entry, words)
  if (error !== undefined) return { kind: 'refused' }
  if (cancel !== undefined) return isObject(cancel) ? undefined : readWord(cancel, words)
  return saysNo(entry, words) ? undefined : readVerdict(entry, words)
}

function readVerdict(entry: JsonObject, words: Spoken): PanelCancel | undefined {
  for (const name of ['success', 'ok', 'status', 'result']) {
    const verdict = memberOf(entry, name)
    if (readFlag(verdict)) return { kind: 'asked' }
    const said = readWord(verdict, words)
    if (said !== undefined) return said
  }
  return undefined
}

function readWord(value: Json | undefined, words: Spoken): PanelCancel | undefined {
  if (typeof value !== 'string') return readFlag(value) ? { kind: 'asked' } : undefined
  const text = readText(value)
    .slice(0, 300)
    .replace(/[\s_]+/g, ' ')
    .toLowerCase()
  if (readFlag(text)) return { kind: 'asked' }
  const isIn = (patterns: readonly RegExp[]) => patterns.some((pattern) => pattern.test(text))
  if (isIn(words.cancelRefused)) return { kind: 'refused' }
  return isIn(words.cancelTaken) || isIn(words.cancelAsked) ? { kind: 'asked' } : undefined
}
