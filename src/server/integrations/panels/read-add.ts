import type { Fault } from '#contract/base/faults.ts'

import { isBreakdown, judgeAddError } from './judge-add-error.ts'
import { readCode, readFault, saysNo, scrubKey, type Secrets } from './read-error.ts'
import { isObject, type Json, memberOf, type JsonObject, readBareText, readBody } from './read-json.ts'
import { readId } from './read-values.ts'
import type { Refusal } from './tell-refusal.ts'

/** What became of one `add`, one to one the outcomes of field notes 2. */
export type AddOutcome =
  | { kind: 'accepted'; order: string }
  /** Certainly not taken, because of the order itself. */
  | { kind: 'rejected'; error: string }
  /** Certainly not taken, because of us: our funds, our key, our address, our pace, another order on the same link. */
  | { kind: 'refused'; error: string; about: Refusal }
  /** Nothing left this machine. */
  | { kind: 'not_sent'; fault: Fault; error: string }
  /**
   * It may have been taken. `order` is an id that was given together with an error; `said` is a refusal in words that
   * nobody knows (to-sentence.ts), and absent where the answer was lost.
   */
  | { kind: 'unknown'; fault: Fault; error: string; order?: string; said?: string }

/** What of it is written down for the order; what it tells of the provider is told once (`sending-breaker.ts`). */
export type LandedOutcome = WithoutFault<AddOutcome>
type WithoutFault<Outcome> = Outcome extends unknown ? Omit<Outcome, 'fault'> : never

/**
 * Reads the answer of an `add`. The id counts wherever it stands beside no error, whatever the HTTP status; an error
 * text counts only with HTTP 200, as the protocol has it, or with a 4xx other than 429: a 429 or a 5xx comes from
 * whatever stands in front as well, before or after the order was taken, and so does one that is told as {"code":503}.
 */
export function readAdd(
  { status, body, location }: { status: number; body: string; location?: string | undefined },
  key: Secrets,
): AddOutcome {
  const { value, noise } = readBody(body)
  const order = orderIn(value)
  const told = readFault(status, value)
  const error = told === undefined ? undefined : scrubKey(told, key)
  const isFault = error !== undefined || (isObject(value) && saysNo(value))
  if (order !== undefined && !isFault) return { kind: 'accepted', order }
  if (order !== undefined)
    return {
      kind: 'unknown',
      fault: { code: 'order_id_with_error', details: { provider_order: order, error: error ?? '–' } },
      error: `The provider gave the id ${order} together with an error: ${error ?? 'it names no reason'}`,
      order,
    }
  if (error !== undefined && isBelieved(status) && isBelieved(readCode(value) ?? 200)) {
    const judged = judgeAddError(error, noise)
    // A warning of a breakdown around it is as little as no answer.
    const fault: Fault = isBreakdown('', noise)
      ? { code: 'said_with_status', details: { http_status: status, error } }
      : { code: 'said', details: { error } }
    return judged.kind === 'unknown' ? { kind: 'unknown', fault, error } : { ...judged, error }
  }
  const bare = value === undefined && isBelieved(status) ? readBareText(body) : undefined
  if (bare !== undefined) {
    const judged = judgeAddError(bare)
    // Words that nobody knows may be those of whatever stands in front, and no `error` says that it is one.
    if (judged.kind !== 'unknown' && !soundsTaken.test(bare)) return { ...judged, error: scrubKey(bare, key) }
  }
  return { kind: 'unknown', ...describe({ status, value, error, location }) }
}

/** "Thank you, your order was placed. Please wait until it is completed" is no refusal, whatever else stands in it. */
const soundsTaken =
  /\bsuccess(ful|fully)?\b|\border\b.{0,30}\b(placed|created|accepted|received|added|submitted)\b|\bthank(s| you)\b/i

function isBelieved(status: number): boolean {
  return status === 200 || (status >= 400 && status < 500 && status !== 429 && status !== 408)
}

/** {"order":7}, {"order":{"id":7}}, {"id":7}, {"orders":[7]}, one of these in {"data":…} or {"result":…}, or alone in a list. */
function orderIn(value: Json | undefined): string | undefined {
  const holder = onlyOf(value)
  if (holder === undefined) return undefined
  const inner = onlyOf(memberOf(holder, 'data')) ?? onlyOf(memberOf(holder, 'result'))
  return idIn(holder) ?? (inner === undefined ? undefined : idIn(inner))
}

function onlyOf(value: Json | undefined): JsonObject | undefined {
  const only = Array.isArray(value) && value.length === 1 ? value[0] : value
  return isObject(only) ? only : undefined
}

function idIn(holder: JsonObject): string | undefined {
  const order = memberOf(holder, 'order')
  return (
    readId(order) ??
    readId(memberOf(holder, 'order_id')) ??
    (isObject(order) ? (readId(memberOf(order, 'id')) ?? readId(memberOf(order, 'order'))) : undefined) ??
    readId(memberOf(holder, 'orderId')) ??
    readId(memberOf(holder, 'id')) ??
    idOfOnly(memberOf(holder, 'orders'))
  )
}

function idOfOnly(orders: Json | undefined): string | undefined {
  if (!Array.isArray(orders) || orders.length !== 1) return undefined
  const [only] = orders
  return isObject(only) ? idIn(only) : readId(only)
}

function describe({
  status,
  value,
  error,
  location,
}: {
  status: number
  value: Json | undefined
  error: string | undefined
  location: string | undefined
}): { fault: Fault; error: string } {
  if (error !== undefined)
    return {
      fault: { code: 'said_with_status', details: { http_status: status, error } },
      error: `HTTP ${status}: ${error}`,
    }
  if (location !== undefined)
    return {
      fault: { code: 'moved', details: { location } },
      error: `The provider answered HTTP ${status}, which leads to ${location}`,
    }
  if (status !== 200)
    return {
      fault: { code: 'http_status', details: { http_status: status } },
      error: `The provider answered HTTP ${status}`,
    }
  if (value === undefined)
    return { fault: { code: 'not_json', details: {} }, error: 'The answer is not JSON' }
  return { fault: { code: 'no_order_id', details: {} }, error: 'The answer holds no order id' }
}
