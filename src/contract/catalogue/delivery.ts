import * as z from 'zod/mini'

import { endpoint } from '#contract/base/endpoint.ts'
import { id, idParam, idsParam } from '#contract/base/fields.ts'

/** With fewer orders nothing is reported: the sample is too small. */
export const DELIVERY_ORDERS_MIN = 10
/** The number of a service's last completed orders that are measured. */
export const DELIVERY_ORDERS_MAX = 200

/**
 * Measured delivery of a service's completed orders. The middle 80 % took between `low` and `high` times
 * (`base_seconds` + quantity × `seconds_per_unit`).
 */
export const delivery = z.object({
  /** Sample size. */
  orders: z.int(),
  quantity_min: z.int(),
  quantity_max: z.int(),
  median_seconds: z.int(),
  base_seconds: z.number(),
  seconds_per_unit: z.number(),
  low: z.number(),
  high: z.number(),
  /** The middle 80 % began within this range. */
  begins_from_seconds: z.int(),
  begins_until_seconds: z.int(),
})
export type Delivery = z.output<typeof delivery>

/** The ranges in which 80 % of such orders began and finished, in seconds from placing. */
export const expectation = z.object({
  orders: z.int(),
  from_seconds: z.int(),
  until_seconds: z.int(),
  begins_from_seconds: z.int(),
  begins_until_seconds: z.int(),
})
export type Expectation = z.output<typeof expectation>

/** No estimate for quantities beyond this factor of the measured range. */
const REACH = 2

/** Undefined for a quantity too far from those measured. */
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
  takesKey: 'read',
  summary: 'How long completed orders of a service took, by quantity; null below 10 of them',
  params: z.object({ id: idParam }),
  answer: { status: 200, schema: z.object({ success: z.literal(true), delivery: z.nullable(delivery) }) },
  errors: [],
})

/** `completed` of a service's last `ended` orders; the others were canceled at the provider, partial, refunded or failed. */
const outcome = z.object({ service_id: id, completed: z.int(), ended: z.int() })
export type ServiceOutcome = z.output<typeof outcome>

export const getServiceOutcomes = endpoint({
  method: 'GET',
  path: '/api/services/outcomes',
  access: 'user',
  summary: `How many of the last ${DELIVERY_ORDERS_MAX} ended orders of these services were completed; those with fewer than ${DELIVERY_ORDERS_MIN} are left out`,
  /** Empty without ids. */
  query: z.strictObject({ ids: z.optional(idsParam) }),
  answer: { status: 200, schema: z.object({ success: z.literal(true), outcomes: z.array(outcome) }) },
  errors: [],
})
