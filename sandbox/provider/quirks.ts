import { formatDecimal } from '#sandbox/decimal.ts'
import { jsonAnswer, type Answer } from '#sandbox/http/send.ts'
import type { OrderView } from './delivery.ts'
import type { Quirk } from './settings.ts'

/** Rupees to the dollar, about. */
const INR_PER_USD = 84n
const STATUS_NUMBERS: Record<string, number> = {
  pending: 0,
  'in progress': 1,
  processing: 1,
  completed: 2,
  partial: 3,
  canceled: 4,
  refunded: 5,
}

/** An order's status as this provider words it. */
export function showView(view: OrderView, quirks: Set<Quirk>): Record<string, unknown> {
  return {
    charge: showMoney(view.charge, quirks),
    start_count: quirks.has('null_start_count') ? null : String(view.startCount),
    status: showStatus(view.status, quirks),
    remains: showRemains(view.remains, quirks),
    currency: currencyOf(quirks),
  }
}

function showRemains(remains: number | string, quirks: Set<Quirk>): string | null {
  if (quirks.has('remains_null')) return null
  return quirks.has('remains_unknown') ? 'Unknown' : String(remains)
}

export function currencyOf(quirks: Set<Quirk>): string {
  return quirks.has('other_currency') ? 'INR' : 'USD'
}

export function showMoney(units: bigint, quirks: Set<Quirk>): string {
  return formatDecimal(quirks.has('other_currency') ? units * INR_PER_USD : units)
}

export function showId(id: number, quirks: Set<Quirk>): number | string {
  return quirks.has('string_ids') ? String(id) : id
}

export function showError(sentence: string, quirks: Set<Quirk>): unknown {
  return quirks.has('text_errors') ? sentence : { error: sentence }
}

/** PHP cannot tell an empty object from an empty list. */
export function showObject(members: Record<string, unknown>, quirks: Set<Quirk>): unknown {
  return quirks.has('empty_array') && Object.keys(members).length === 0 ? [] : members
}

export function showAdded(id: number, quirks: Set<Quirk>): unknown {
  if (quirks.has('add_without_id')) return { status: 'success' }
  const order = showId(id, quirks)
  return quirks.has('add_with_status') ? { status: 'success', order } : { order }
}

export function showServices(services: Record<string, unknown>[], quirks: Set<Quirk>): unknown {
  const list = services.map((service) =>
    Object.fromEntries(
      Object.entries(service).map(([name, value]) => [name, showServiceMember(name, value, quirks)]),
    ),
  )
  if (quirks.has('wrap_services')) return { services: list }
  return quirks.has('wrap_data') ? { data: list } : list
}

export function quirkyAnswer(value: unknown, quirks: Set<Quirk>): Answer {
  const answer = jsonAnswer(value)
  if (quirks.has('byte_order_mark')) answer.body = '\uFEFF' + answer.body
  if (quirks.has('html_content_type')) answer.headers = { 'content-type': 'text/html; charset=UTF-8' }
  return answer
}

function showServiceMember(name: string, value: unknown, quirks: Set<Quirk>): unknown {
  if (name === 'service' && quirks.has('string_ids')) return String(value)
  if (typeof value !== 'boolean') return value
  if (quirks.has('number_booleans')) return value ? 1 : 0
  return quirks.has('text_booleans') ? String(value) : value
}

function showStatus(status: string, quirks: Set<Quirk>): string | number {
  if (quirks.has('unknown_statuses')) return 'Awaiting moderation'
  const number = STATUS_NUMBERS[status.toLowerCase()]
  if (quirks.has('number_statuses') && number !== undefined) return number
  const word = otherWord(status, quirks)
  return quirks.has('lowercase_statuses') ? word.toLowerCase() : word
}

function otherWord(status: string, quirks: Set<Quirk>): string {
  if (status === 'Canceled' && quirks.has('says_refunded')) return 'Refunded'
  if (status === 'Canceled' && quirks.has('spelled_cancelled')) return 'Cancelled'
  if (status === 'Partial' && quirks.has('says_partially_completed')) return 'Partially completed'
  if (status === 'In progress' && quirks.has('says_inprogress')) return 'inprogress'
  if (status === 'In progress' && quirks.has('says_processing')) return 'Processing'
  return status
}
