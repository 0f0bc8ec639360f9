import type { Expectation } from '#contract/catalogue/delivery.ts'
import type { OrderInFull } from '#contract/orders/orders.ts'
import type { Place } from '#web/ui/chart/curve-shape.ts'
import { deliveredOf } from '#web/parts/orders/delivered.ts'

/** Seconds since placing, and the quantity delivered by then. */
export type Delivered = { seconds: number; delivered: number }

export type OrderCurve = {
  /** From placing on, oldest first. */
  points: readonly Delivered[]
  /** The length of the chart. */
  seconds: number
}

type Shown = Pick<
  OrderInFull,
  'quantity' | 'remains' | 'status' | 'samples' | 'created_at' | 'updated_at' | 'expected'
>

/**
 * For a completed order the expectation may extend far beyond its end: it is cut at this multiple of the order's own time.
 */
const BEYOND = 3

/** Undefined if there is nothing to draw. */
export function curveOfOrder(order: Shown): OrderCurve | undefined {
  const since = order.created_at.getTime()
  const points = order.samples.map(({ at, delivered }) => ({
    seconds: (at.getTime() - since) / 1000,
    delivered,
  }))
  const last = points.at(-1)
  const now = deliveredOf(order)
  // Updates since the page was loaded. Later changes by refills or refunds are not deliveries.
  const isOpen = order.status === 'PENDING' || order.status === 'PROCESSING'
  const updated = (order.updated_at.getTime() - since) / 1000
  if (isOpen && now !== undefined && now !== (last?.delivered ?? 0) && updated > (last?.seconds ?? 0))
    points.push({ seconds: updated, delivered: now })
  const end = points.at(-1)
  if (end === undefined) return undefined
  const until = order.expected?.until_seconds ?? 0
  const seconds = Math.max(1, end.seconds, isOpen ? until : Math.min(until, end.seconds * BEYOND))
  return { points: [{ seconds: 0, delivered: 0 }, ...points], seconds }
}

export function placeOf(point: Delivered, { seconds }: OrderCurve, quantity: number): Place {
  return { across: point.seconds / seconds, up: Math.min(1, point.delivered / Math.max(1, quantity)) }
}

/** The range in which such orders began to the range in which they finished. */
export function bandOf(expected: Expectation, { seconds }: OrderCurve): readonly Place[] {
  return [
    { across: expected.begins_from_seconds / seconds, up: 0 },
    { across: expected.from_seconds / seconds, up: 1 },
    { across: expected.until_seconds / seconds, up: 1 },
    { across: expected.begins_until_seconds / seconds, up: 0 },
  ]
}
