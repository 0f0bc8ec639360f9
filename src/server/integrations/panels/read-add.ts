import type { Fault } from '#contract/base/faults.ts'

import type { Spoken } from './dialects/dialect.ts'
import { spoken } from './dialects/dialects.ts'
import { isBreakdown, judgeAddError } from './judge-error.ts'
import type { AddOutcome } from './panel.ts'
import { readCode, readFault, saysNo, scrubKey, type Secrets, toSaid } from './read-error.ts'
import { isObject, type Json, memberOf, type JsonObject, readBareText, readBody } from './read-json.ts'
import { readId } from './read-values.ts'

/**
 * Reads the response of an `add`. An id without an error counts regardless of the HTTP status. An error text counts
 * only with HTTP 200, as in the protocol, or with a 4xx other than 429 and 408: a 429 or 5xx may come from a proxy
 * before or after the order was accepted, and so may {"code":503}.
 */
export function readAdd(
  { status, body, location }: { status: number; body: string; location?: string | undefined },
  key: Secrets,
  words: Spoken = spoken,
): AddOutcome {
  const { value, noise } = readBody(body)
  const order = orderIn(value, words)
  const reported = readFault(status, value, words)
  const error = reported === undefined ? undefined : scrubKey(reported, key)
  const said = reported === undefined ? undefined : toSaid(reported, key)
  const isFault = error !== undefined || (isObject(value) && saysNo(value, words))
  if (order !== undefined && !isFault) return { kind: 'accepted', order }
  if (order !== undefined)
    return {
      kind: 'unknown',
      fault: { code: 'order_id_with_error', details: { provider_order: order, error: error || '–' } },
      order,
    }
  if (error !== undefined && said !== undefined && isBelieved(status) && isBelieved(readCode(value) ?? 200)) {
    const judged = judgeAddError(error, noise, words)
    // With a breakdown warning around it, an error says no more than a lost response.
    const fault: Fault = isBreakdown('', noise, words)
      ? { code: 'said_with_status', details: { http_status: status, error: error || '–' } }
      : said
    return { ...judged, fault }
  }
  const bare = value === undefined && isBelieved(status) ? readBareText(body) : undefined
  if (bare !== undefined) {
    const judged = judgeAddError(bare, '', words)
    // Unknown words may come from a proxy, and no `error` member marks them as an error.
    if (judged.kind !== 'unknown' && !soundsTaken.test(bare)) return { ...judged, fault: toSaid(bare, key) }
  }
  return { kind: 'unknown', fault: toFault({ status, value, error, location }) }
}

/** A confirmation such as "Thank you, your order was placed" is not a refusal, whatever else it contains. */
const soundsTaken =
  /\bsuccess(ful|fully)?\b|\border\b.{0,30}\b(placed|created|accepted|received|added|submitted)\b|\bthank(s| you)\b/i

function isBelieved(status: number): boolean {
  return status === 200 || (status >= 400 && status < 500 && status !== 429 && status !== 408)
}

/**
 * Shapes: {"order":7}, {"order":{"id":7}}, {"id":7}, {"orders":[7]}, one of these in {"data":…} or {"result":…}, or
 * alone in a list.
 */
function orderIn(value: Json | undefined, words: Spoken): string | undefined {
  const holder = onlyOf(value)
  if (holder === undefined) return undefined
  const inner = onlyOf(memberOf(holder, 'data')) ?? onlyOf(memberOf(holder, 'result'))
  return idIn(holder, words) ?? (inner === undefined ? undefined : idIn(inner, words))
}

function onlyOf(value: Json | undefined): JsonObject | undefined {
  const only = Array.isArray(value) && value.length === 1 ? value[0] : value
  return isObject(only) ? only : undefined
}

function idIn(holder: JsonObject, words: Spoken): string | undefined {
  for (const name of words.members.orderId) {
    const order = memberOf(holder, name)
    const id = readId(order) ?? (isObject(order) ? idInside(order) : undefined)
    if (id !== undefined) return id
  }
  const orders = memberOf(holder, 'orders')
  if (!Array.isArray(orders) || orders.length !== 1) return undefined
  const [only] = orders
  return isObject(only) ? idIn(only, words) : readId(only)
}

function idInside(order: JsonObject): string | undefined {
  return readId(memberOf(order, 'id')) ?? readId(memberOf(order, 'order'))
}

function toFault({
  status,
  value,
  error,
  location,
}: {
  status: number
  value: Json | undefined
  error: string | undefined
  location: string | undefined
}): Fault {
  if (error !== undefined && error !== '')
    return { code: 'said_with_status', details: { http_status: status, error } }
  if (location !== undefined) return { code: 'moved', details: { location } }
  if (status !== 200) return { code: 'http_status', details: { http_status: status } }
  return { code: value === undefined ? 'not_json' : 'no_order_id', details: {} }
}
