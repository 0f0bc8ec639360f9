import * as z from 'zod/mini'

import { isCodeOf, sayCarried } from '#contract/base/codes.ts'
import { money } from '#contract/base/money.ts'
import { refuseCancel, refuseRefill } from '#contract/orders/order-rules.ts'
import { orderEvents } from '#contract/orders/order-events.ts'
import { delivery, type Expectation, expectationOf } from '#contract/catalogue/delivery.ts'
import type { Order, OrderEvent, OrderInFull } from '#contract/orders/orders.ts'
import { fromStoredDetails } from '#contract/base/stored-details.ts'
import { english } from '#contract/words/en.ts'
import { toNamedKey } from '#server/modules/users/api-keys/key-names.ts'

import type { OrderEventRow, OrderRow } from './reading-queries.ts'

/** An order as customers see it, without providers and costs. */
export function toOrder(row: OrderRow): Order {
  const { refill_refusal: noRefill, cancel_refusal: noCancel } = toRefusals(row)
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
    can_refill: noRefill === null,
    can_cancel: noCancel === null,
    api_key: toNamedKey(row.key_id, row.key_name),
    created_at: row.created_at,
    updated_at: row.updated_at,
  }
}

/** Why it can't be refilled or canceled now; null if it can. */
export function toRefusals(row: OrderRow): Pick<OrderInFull, 'refill_refusal' | 'cancel_refusal'> {
  const state = { ...row, cancelAsked: row.is_cancel_awaited, hasOpenRefill: row.has_open_refill }
  return {
    refill_refusal: refuseRefill(state) ?? null,
    cancel_refusal: refuseCancel(state) ?? null,
  }
}

/** `pairs` alternates seconds since the order was placed and the quantity delivered by then. */
export function toSamples(
  { created_at: placedAt }: Pick<OrderRow, 'created_at'>,
  pairs: readonly number[],
): OrderInFull['samples'] {
  return pairs.flatMap((delivered, at) => {
    const seconds = pairs[at - 1]
    if (at % 2 === 0 || seconds === undefined) return []
    return [{ at: new Date(placedAt.getTime() + seconds * 1000), delivered }]
  })
}

/** Expected delivery of a quantity. `measured` is stored JSON; null if its shape is another version's. */
export function toExpectation(measured: unknown, quantity: number): Expectation | null {
  const { data } = z.safeParse(delivery, measured)
  return (data && expectationOf(data, quantity)) ?? null
}

function toCount(count: bigint | null): number | null {
  return count === null ? null : Number(count)
}

/** Without staff decisions; their outcomes have their own entries. */
export function toCustomersEvents(rows: readonly OrderEventRow[]): OrderEvent[] {
  return toOrderEvents(rows.filter(({ type }) => type !== 'staff'))
}

export function toOrderEvents(rows: readonly OrderEventRow[]): OrderEvent[] {
  return rows.flatMap(({ type, details, created_at }) => {
    if (!isCodeOf(orderEvents, type)) return []
    const message = sayCarried(orderEvents, english.orderEvents, { code: type, details }) ?? type
    return [{ type, message, details: fromStoredDetails(details), created_at }]
  })
}
