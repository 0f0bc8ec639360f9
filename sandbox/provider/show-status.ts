import type { Order, OrderView } from './delivery.ts'
import type { Quirk } from './quirk-kinds.ts'
import { currencyOf, showMoney } from './quirks.ts'

const STATUS_NUMBERS: Record<string, number> = {
  pending: 0,
  'in progress': 1,
  processing: 1,
  completed: 2,
  partial: 3,
  canceled: 4,
  refunded: 5,
}
const OTHER_WORDS: Record<string, string> = {
  Pending: 'Queue',
  'In progress': 'Delivering',
  Completed: 'Done',
  Canceled: 'Refunds',
}

/** An order's status in this provider's words. */
export function showView(view: OrderView, quirks: Set<Quirk>): Record<string, unknown> {
  return {
    charge: showMoney(view.charge, quirks),
    start_count: quirks.has('null_start_count') ? null : String(view.startCount),
    status: showStatus(view.status, quirks),
    remains: showRemains(view.remains, quirks),
    currency: currencyOf(quirks),
  }
}

/** A subscription counts posts, each of them a separate order; it has no remains. */
export function showSubscription(
  { fields, moved }: Order,
  view: OrderView,
  quirks: Set<Quirk>,
): Record<string, unknown> {
  // A status set by a test is shown verbatim.
  const isRunning = moved === undefined && /^(pending|in progress|processing)$/i.test(view.status)
  return {
    status: isRunning ? 'Active' : showStatus(view.status, quirks),
    expiry: fields?.['expiry'] ?? '',
    posts: fields?.['posts'] ?? '0',
    orders: [],
    charge: showMoney(view.charge, quirks),
    currency: currencyOf(quirks),
  }
}

function showRemains(remains: number | string, quirks: Set<Quirk>): string | null {
  if (quirks.has('remains_null')) return null
  if (quirks.has('remains_negative') && remains === 0) return '-12'
  return quirks.has('remains_unknown') ? 'Unknown' : String(remains)
}

function showStatus(status: string, quirks: Set<Quirk>): string | number {
  if (quirks.has('unknown_statuses')) return 'Awaiting moderation'
  const number = STATUS_NUMBERS[status.toLowerCase()]
  if (quirks.has('number_statuses') && number !== undefined) return number
  const word = otherWord(status, quirks)
  return quirks.has('lowercase_statuses') ? word.toLowerCase() : word
}

function otherWord(status: string, quirks: Set<Quirk>): string {
  if (quirks.has('says_other_words')) return OTHER_WORDS[status] ?? status
  if (status === 'Canceled' && quirks.has('says_refunded')) return 'Refunded'
  if (status === 'Canceled' && quirks.has('spelled_cancelled')) return 'Cancelled'
  if (status === 'Partial' && quirks.has('says_partially_completed')) return 'Partially completed'
  if (status === 'In progress' && quirks.has('says_inprogress')) return 'inprogress'
  if (status === 'In progress' && quirks.has('says_processing')) return 'Processing'
  return status
}
