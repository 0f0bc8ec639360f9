import type { Spoken } from './dialects/dialect.ts'
import { spoken } from './dialects/dialects.ts'
import type { PanelRefill, RefillOutcome } from './panel.ts'
import { type Answered, readAnswer } from './read-answer.ts'
import { readError, readFault, saysNo, type Secrets, toSaid } from './read-error.ts'
import { isObject, type Json, memberOf, readBody } from './read-json.ts'
import { toLetters } from './read-status.ts'
import { readFlag, readId, readText } from './read-values.ts'

/**
 * Shapes: {"refill":"1"}, {"refill_id":9}, the same inside a list of one or in {"data":…}, {"success":true} without
 * an id, or {"refill":{"error":…}}. A list of bare numbers or texts says nothing.
 */
export function readRefill(answered: Answered, key: Secrets, words: Spoken = spoken): RefillOutcome {
  const { value: parsed } = readBody(answered.body)
  const value = Array.isArray(parsed) ? parsed.find(isObject) : parsed
  const inner = isObject(value) ? memberOf(value, 'data') : undefined
  const holder = isObject(inner) ? inner : value
  const refill = isObject(holder) ? memberOf(holder, 'refill') : undefined
  const error =
    readFault(answered.status, value, words) ?? (isObject(refill) ? readError(refill, words) : undefined)
  const ids = isObject(holder) ? words.members.refillId.map((name) => readId(memberOf(holder, name))) : []
  const id = ids.find((one) => one !== undefined)
  if (id !== undefined && error === undefined) return { kind: 'accepted', refill: id }
  if (error === undefined && answered.status < 400 && isObject(holder) && saysYes(value, refill, words))
    return { kind: 'accepted', refill: undefined }
  if (id === undefined && error !== undefined && answered.status < 500)
    return { kind: 'rejected', fault: toSaid(error, key) }
  const failed = readAnswer(answered, key, words)
  return { kind: 'unknown', fault: failed.ok ? { code: 'no_refill_id', details: {} } : failed.fault }
}

function saysYes(value: Json | undefined, refill: Json | undefined, words: Spoken): boolean {
  if (!isObject(value) || saysNo(value, words)) return false
  const isSuccess = toLetters(readText(memberOf(value, 'status'))) === 'success'
  return isSuccess || [refill, memberOf(value, 'success'), memberOf(value, 'ok')].some(readFlag)
}

export function readRefillState(entry: Json, key: Secrets, words: Spoken = spoken): PanelRefill | undefined {
  const status = isObject(entry) ? memberOf(entry, 'status') : undefined
  const raw = readText(status).slice(0, 100).toWellFormed()
  const word = toLetters(raw)
  const { refillWords } = words
  if (raw !== '') return { state: Object.hasOwn(refillWords, word) ? refillWords[word] : undefined, raw }
  const error = readError(status, words) ?? readError(entry, words)
  return error === undefined ? undefined : { fault: toSaid(error, key) }
}
