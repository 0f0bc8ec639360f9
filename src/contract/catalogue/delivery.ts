import * as z from 'zod/mini'

import { endpoint } from '#contract/base/endpoint.ts'
import { idParam } from '#contract/base/fields.ts'

/** What is measured of fewer orders is not told: it would be those orders, and no measure. */
export const DELIVERY_ORDERS_MIN = 10
/** Of a service's completed orders the last so many are measured. */
export const DELIVERY_ORDERS_MAX = 200

/**
 * How a service's completed orders were delivered. Of a quantity, `low` to `high` times (`base_seconds` + quantity ×
 * `seconds_per_unit`) held the middle 80 % of them.
 */
export const delivery = z.object({
  /** From how many it is. */
  orders: z.int(),
  quantity_min: z.int(),
  quantity_max: z.int(),
  /** Half of them took no longer. */
  median_seconds: z.int(),
  base_seconds: z.number(),
  seconds_per_unit: z.number(),
  low: z.number(),
  high: z.number(),
  /** The middle 80 % had begun between these. */
  begins_from_seconds: z.int(),
  begins_until_seconds: z.int(),
})
export type Delivery = z.output<typeof delivery>

/** Of such orders 80 % began and finished between these, in seconds from placing. */
export const expectation = z.object({
  orders: z.int(),
  from_seconds: z.int(),
  until_seconds: z.int(),
  begins_from_seconds: z.int(),
  begins_until_seconds: z.int(),
})
export type Expectation = z.output<typeof expectation>

/** Beyond so many times the largest, or below that part of the smallest, no order was like it. */
const REACH = 2

/** Undefined where no order of such a quantity was measured. */
export function expectationOf(measured: Delivery, quantity: number): Expectation | undefined {
  const { orders, quantity_min: least, quantity_max: most } = measured
  if (quantity * REACH < least || quantity > most * REACH) return undefined
  const whole = measured.base_seconds + measured.seconds_per_unit * quantity
  const until = Math.max(1, Math.ceil(whole * measured.high))
  return {
    orders,
    from_seconds: Math.floor(whole * measured.low),
    until_seconds: until,
    begins_from_seconds: Math.min(measured.begins_from_seconds, until),
    begins_until_seconds: Math.min(measured.begins_until_seconds, until),
  }
}

export const getServiceDelivery = endpoint({
  method: 'GET',
  path: '/api/services/:id/delivery',
  access: 'user',
  takesKey: true,
  summary: 'How long completed orders of a service took, by quantity; null below 10 of them',
  params: z.object({ id: idParam }),
  answer: { status: 200, schema: z.object({ success: z.literal(true), delivery: z.nullable(delivery) }) },
  errors: [],
})
