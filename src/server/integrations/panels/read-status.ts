import { readError } from './read-error.ts'
import { isObject, type Json, type JsonObject, memberOf } from './read-json.ts'
import { readCount, readId, readPrice, readText } from './read-values.ts'

/**
 * A provider's order status in our terms. Its "refunded" counts as canceled: what was not delivered is refunded.
 */
export type ProviderOrderStatus = 'PENDING' | 'PROCESSING' | 'COMPLETED' | 'PARTIAL' | 'CANCELED'

export type PanelOrder = {
  /** Undefined for an unknown word: the old status stays and the order goes to review. Never read as canceled. */
  status: ProviderOrderStatus | undefined
  /** As the provider wrote it. */
  raw: string
  startCount: number | undefined
  remains: number | undefined
  /** The charge in its currency, a decimal text. */
  charge: string | undefined
  currency: string | undefined
}
export type PanelOrderAnswer = PanelOrder | { error: string }

/**
 * Compared by letters only: "In progress", "in_progress" and "InProgress" are one word. Fail, Error, Rejected and
 * Canceling are deliberately missing: whether they mean a refund needs review.
 */
const words: Readonly<Record<string, ProviderOrderStatus>> = {
  pending: 'PENDING',
  awaiting: 'PENDING',
  queue: 'PENDING',
  queued: 'PENDING',
  inqueue: 'PENDING',
  creating: 'PENDING',
  moderation: 'PENDING',
  inprogress: 'PROCESSING',
  inprogess: 'PROCESSING',
  processing: 'PROCESSING',
  delivering: 'PROCESSING',
  active: 'PROCESSING',
  onhold: 'PROCESSING',
  completed: 'COMPLETED',
  complete: 'COMPLETED',
  done: 'COMPLETED',
  finished: 'COMPLETED',
  success: 'COMPLETED',
  partial: 'PARTIAL',
  partiallycompleted: 'PARTIAL',
  partialcompleted: 'PARTIAL',
  canceled: 'CANCELED',
  cancelled: 'CANCELED',
  canelled: 'CANCELED',
  cancel: 'CANCELED',
  отменён: 'CANCELED',
  отменен: 'CANCELED',
  refunded: 'CANCELED',
  refund: 'CANCELED',
  refunds: 'CANCELED',
  '0': 'PENDING',
  '1': 'PROCESSING',
  '2': 'COMPLETED',
  '3': 'PARTIAL',
  '4': 'CANCELED',
  '5': 'CANCELED',
}

export function toOrderStatus(raw: string): ProviderOrderStatus | undefined {
  const word = toLetters(raw)
  // A numeric status must be exactly one of the six.
  if (/^\p{N}+$/u.test(word) && word !== raw.trim()) return undefined
  return Object.hasOwn(words, word) ? words[word] : undefined
}

/** One order's entry: an object, an {"error"} or a bare text, which is an error too. */
export function readOrder(value: Json | undefined): PanelOrderAnswer | undefined {
  const entry = isObject(value) && isObject(memberOf(value, 'data')) ? memberOf(value, 'data') : value
  const hasStatus = isObject(entry) && statusIn(entry) !== undefined
  if (hasStatus && figures.some((name) => memberOf(entry, name) !== undefined)) return toOrder(entry)
  const error = readError(entry)
  if (error !== undefined) return { error }
  // A lone {"status":"success"} is the success of the call, not the end of the order.
  const isOwn = isObject(entry) && memberOf(entry, 'order_status') !== undefined
  return hasStatus && (isOwn || toLetters(readText(statusIn(entry))) !== 'success')
    ? toOrder(entry)
    : undefined
}

/**
 * Also reads {"order_status":"Completed"}, whatever the call's own `status` says, and
 * {"status":{"name":"Completed"}}.
 */
function statusIn(entry: JsonObject): Json | undefined {
  const status = memberOf(entry, 'order_status') ?? memberOf(entry, 'status')
  return isObject(status) ? memberOf(status, 'name') : status
}

/** Members that mark the `status` beside them as an order's. */
const figures = ['charge', 'remains', 'start_count']

/** Normalizes a word so that its spellings are equal. */
export function toLetters(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')
}

function toOrder(entry: JsonObject): PanelOrder {
  const raw = readText(statusIn(entry)).slice(0, 100).toWellFormed()
  const status = toOrderStatus(raw)
  return {
    status,
    raw,
    startCount: readCount(memberOf(entry, 'start_count')),
    remains: readRemains(memberOf(entry, 'remains'), status),
    charge: readPrice(memberOf(entry, 'charge')),
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
  for (const wrapper of ['data', 'orders', 'result']) {
    const inner = memberOf(value, wrapper)
    if (inner !== undefined && (Array.isArray(inner) || isObject(inner))) {
      const entries = readEntries(inner, ids, idMember)
      if (entries.size > 0) return entries
    }
  }
  const [only] = ids
  if (ids.length === 1 && only !== undefined && memberOf(value, 'error') === undefined) note(only, value)
  return found
}
