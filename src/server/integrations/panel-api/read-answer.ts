import type { PanelAnswer, PanelFailure } from './panel-account.ts'
import { readError, scrubKey } from './read-error.ts'
import { isObject, type Json, memberOf, readJson } from './read-json.ts'

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

function failure(error: string, isDown: boolean): PanelFailure {
  return { ok: false, error, isDown }
}
