import type { Expectation } from '#contract/catalogue/delivery.ts'
import type { OrderInFull } from '#contract/orders/orders.ts'
import type { Place } from '#web/ui/chart/curve-shape.ts'
import { deliveredOf } from '#web/parts/orders/delivered.ts'

/** Seconds since it was placed, and how many were delivered by then. */
export type Delivered = { seconds: number; delivered: number }

export type OrderCurve = {
  /** From its placing on, the oldest first. */
  points: readonly Delivered[]
  /** How long the drawing is. */
  seconds: number
}

type Shown = Pick<
  OrderInFull,
  'quantity' | 'remains' | 'status' | 'samples' | 'created_at' | 'updated_at' | 'expected'
>

/**
 * After the end of an order the expectation may reach far beyond: it is cut at this multiple of the order's own time.
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
  // Updates that came after the page was loaded. Later changes by a refill or a refund are no delivery.
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

/** From where the first and the last of such orders began to where they finished. */
export function bandOf(expected: Expectation, { seconds }: OrderCurve): readonly Place[] {
  return [
    { across: expected.begins_from_seconds / seconds, up: 0 },
    { across: expected.from_seconds / seconds, up: 1 },
    { across: expected.until_seconds / seconds, up: 1 },
    { across: expected.begins_until_seconds / seconds, up: 0 },
  ]
}
