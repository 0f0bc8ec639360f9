import { judgeAddError } from './judge-add-error.ts'
import { readError, scrubKey } from './read-error.ts'
import { isObject, type Json, memberOf, readJson } from './read-json.ts'
import { readId } from './read-values.ts'

/** What became of one `add`, one to one the outcomes of field notes 2. */
export type AddOutcome =
  | { kind: 'accepted'; order: string }
  /** Certainly not taken, because of the order itself. */
  | { kind: 'rejected'; error: string }
  /** Certainly not taken, because of us: our funds, our key, our pace, another order on the same link. */
  | { kind: 'refused'; error: string; about: 'funds' | 'key' | 'rate' | 'busy_link' }
  /** Nothing left this machine. */
  | { kind: 'not_sent'; error: string }
  /** It may have been taken. `order` is an id that was given together with an error. */
  | { kind: 'unknown'; error: string; order?: string }

/**
 * Reads the answer of an `add`. The id counts wherever it stands beside no error, whatever the HTTP status; an error
 * text counts only with HTTP 200, as the protocol has it, or with a 4xx other than 429: a 429 or a 5xx comes from
 * whatever stands in front as well, before or after the order was taken.
 */
export function readAdd(status: number, body: string, key: string): AddOutcome {
  const value = readJson(body)
  const order = orderIn(value)
  const told = readError(value)
  const error = told === undefined ? undefined : scrubKey(told, key)
  if (order !== undefined && error === undefined) return { kind: 'accepted', order }
  if (order !== undefined)
    return {
      kind: 'unknown',
      error: `The provider gave the id ${order} together with an error: ${error}`,
      order,
    }
  const isBelieved = status === 200 || (status >= 400 && status < 500 && status !== 429 && status !== 408)
  if (error !== undefined && isBelieved) return { ...judgeAddError(error), error }
  return { kind: 'unknown', error: describe(status, value, error) }
}

function orderIn(value: Json | undefined): string | undefined {
  if (!isObject(value)) return undefined
  const inner = memberOf(value, 'data')
  return (
    readId(memberOf(value, 'order')) ??
    readId(memberOf(value, 'order_id')) ??
    (isObject(inner) ? (readId(memberOf(inner, 'order')) ?? readId(memberOf(inner, 'order_id'))) : undefined)
  )
}

function describe(status: number, value: Json | undefined, error: string | undefined): string {
  if (error !== undefined) return `HTTP ${status}: ${error}`
  if (status !== 200) return `The provider answered HTTP ${status}`
  return value === undefined ? 'The answer is not JSON' : 'The answer holds no order id'
}
