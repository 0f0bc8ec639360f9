import type { Spoken } from './dialects/dialect.ts'
import { spoken } from './dialects/dialects.ts'
import type { PanelOrder, PanelOrderAnswer, ProviderOrderStatus } from './panel.ts'
import { figuresOf } from './read-answer.ts'
import { readError, type Secrets, toSaid } from './read-error.ts'
import { isObject, type Json, type JsonObject, memberIn, memberOf } from './read-json.ts'
import { readCount, readId, readPrice, readText } from './read-values.ts'

/** Compared by letters only: "In progress", "in_progress" and "InProgress" are one word. */
export function toOrderStatus(raw: string, { orderWords }: Spoken = spoken): ProviderOrderStatus | undefined {
  const word = toLetters(raw)
  // A numeric status must be exactly one of the six.
  if (/^\p{N}+$/u.test(word) && word !== raw.trim()) return undefined
  return Object.hasOwn(orderWords, word) ? orderWords[word] : undefined
}

/** One order's entry: an object, an {"error"} or a bare text, which is an error too. */
export function readOrder(
  value: Json | undefined,
  key: Secrets,
  words: Spoken = spoken,
): PanelOrderAnswer | undefined {
  const entry = isObject(value) && isObject(memberOf(value, 'data')) ? memberOf(value, 'data') : value
  const hasStatus = isObject(entry) && statusIn(entry, words) !== undefined
  if (hasStatus && figuresOf(words).some((name) => memberOf(entry, name) !== undefined))
    return toOrder(entry, words)
  const error = readError(entry, words)
  if (error !== undefined) return { fault: toSaid(error, key) }
  // A lone {"status":"success"} is the success of the call, not the end of the order.
  const isOwn = isObject(entry) && memberOf(entry, 'order_status') !== undefined
  return hasStatus && (isOwn || toLetters(readText(statusIn(entry, words))) !== 'success')
    ? toOrder(entry, words)
    : undefined
}

/**
 * Also reads {"order_status":"Completed"}, regardless of the call's own `status`, and {"status":{"name":"Completed"}}.
 */
function statusIn(entry: JsonObject, { members }: Spoken): Json | undefined {
  const status = memberIn(entry, members.status)
  return isObject(status) ? memberOf(status, 'name') : status
}

/** Normalizes a word so that its spellings are equal. */
export function toLetters(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')
}

function toOrder(entry: JsonObject, words: Spoken): PanelOrder {
  const { members } = words
  const raw = readText(statusIn(entry, words)).slice(0, 100).toWellFormed()
  const status = toOrderStatus(raw, words)
  return {
    status,
    raw,
    startCount: readCount(memberIn(entry, members.startCount)),
    remains: readRemains(memberIn(entry, members.remains), status),
    charge: readPrice(memberIn(entry, members.charge)),
    currency: readCurrency(memberOf(entry, 'currency')),
  }
}

/** A negative number, or "Unknown" for a delivered order, means that nothing remains (field notes 1). */
function readRemains(value: Json | undefined, status: ProviderOrderStatus | undefined): number | undefined {
  const text = readText(value)
  if (/^-\d/.test(text)) return 0
  const isDelivered = status === 'COMPLETED' || status === 'PARTIAL'
  return isDelivered && /^unknown$/i.test(text) ? 0 : readCount(value)
}

export function readCurrency(value: Json | undefined): string | undefined {
  const text = readText(value).toUpperCase()
  return /^[A-Z]{3,5}$/.test(text) ? text : undefined
}

/**
 * Entries by id, only for requested ids: {"1":{…}}, {"orders":{…}}, a list whose entries contain their id, or, for
 * a single id, the bare entry. Unanswered ids are missing.
 */
export function readEntries(
  value: Json | undefined,
  ids: readonly string[],
  idMember: string,
  words: Spoken = spoken,
): Map<string, Json> {
  const found = new Map<string, Json>()
  const asked = new Set(ids)
  const note = (id: string | undefined, entry: Json) => {
    if (id !== undefined && asked.has(id) && !found.has(id)) found.set(id, entry)
  }
  if (Array.isArray(value)) {
    for (const entry of value)
      if (isObject(entry)) note(readId(memberOf(entry, idMember)) ?? readId(memberOf(entry, 'id')), entry)
    return found
  }
  if (!isObject(value)) return found
  for (const [name, entry] of Object.entries(value)) note(name.trim(), entry)
  if (found.size > 0) return found
  for (const wrapper of words.members.entries) {
    const inner = memberOf(value, wrapper)
    if (inner !== undefined && (Array.isArray(inner) || isObject(inner))) {
      const entries = readEntries(inner, ids, idMember, words)
      if (entries.size > 0) return entries
    }
  }
  const [only] = ids
  if (ids.length === 1 && only !== undefined && memberIn(value, words.members.error) === undefined)
    note(only, value)
  return found
}
