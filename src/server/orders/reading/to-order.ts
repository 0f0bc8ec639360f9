import { isCodeOf, sayCarried } from '#contract/codes.ts'
import { money } from '#contract/money.ts'
import { canCancel, canRefill } from '#contract/order-rules.ts'
import { isForStaffAlone, orderEvents } from '#contract/order-events.ts'
import type { Order, OrderEvent } from '#contract/orders.ts'
import { fromKeptDetails } from '#contract/review.ts'
import { english } from '#contract/words/en.ts'

import type { OrderEventRow, OrderRow } from './reading-queries.ts'

/** An order as it leaves: nothing of providers or costs is in it. */
export function toOrder(row: OrderRow): Order {
  const standing = { ...row, cancelAsked: row.is_cancel_awaited }
  return {
    id: Number(row.id),
    service_id: row.service_id,
    service_name: row.service_name,
    link: row.link,
    quantity: row.quantity,
    price: money(row.price),
    refunded: money(row.refunded),
    status: row.status,
    start_count: toCount(row.start_count),
    remains: toCount(row.remains),
    refill: row.refill,
    // One refill at a time, the one whose outcome is unknown included.
    can_refill: canRefill(standing) && !row.has_open_refill,
    can_cancel: canCancel(standing),
    created_at: row.created_at,
    updated_at: row.updated_at,
  }
}

function toCount(count: bigint | null): number | null {
  return count === null ? null : Number(count)
}

/** What staff decided is not for the customer; its outcome has a line of its own. */
export function toCustomersEvents(rows: readonly OrderEventRow[]): OrderEvent[] {
  return toOrderEvents(rows.filter(({ type }) => !isForStaffAlone(type)))
}

export function toOrderEvents(rows: readonly OrderEventRow[]): OrderEvent[] {
  return rows.flatMap(({ type, details, created_at }) => {
    if (!isCodeOf(orderEvents, type)) return []
    const message = sayCarried(orderEvents, english.orderEvents, { code: type, details }) ?? type
    return [{ type, message, details: fromKeptDetails(details), created_at }]
  })
}
