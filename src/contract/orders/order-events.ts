import * as z from 'zod/mini'

import { type Coded, nothing } from '#contract/base/codes.ts'
import { moneyCodec } from '#contract/base/money-codec.ts'
import { orderStatuses } from './order-statuses.ts'

/** Staff decisions in an order's timeline. `exists`: the order was found at its provider. */
export const staffDecisions = [
  'refund',
  'retry',
  'complete',
  'exists',
  'release',
  'dismiss',
  'cancel',
  'set_partial',
  'change_provider',
  'edit',
] as const
export type StaffDecision = (typeof staffDecisions)[number]
export const refillEndings = ['completed', 'rejected', 'given_up'] as const

/** The events of an order's timeline, and their details. */
export const orderEvents = {
  /** Why the rate is not the catalogue's: a discount or a custom rate. */
  created: z.object({ discount_percent: z.optional(z.number()), own_rate: z.optional(z.literal(1)) }),
  status: z.object({ to: z.enum(orderStatuses) }),
  refund: z.object({ amount: moneyCodec }),
  cancel: nothing,
  refill: z.object({ ending: z.enum(refillEndings) }),
  /** Never shown to customers; the outcome has its own line. */
  staff: z.object({
    decision: z.enum(staffDecisions),
    by: z.int(),
    /** The name of `by`, unless their account was deleted: read with the event, not stored in it. */
    name: z.optional(z.string()),
    reason: z.optional(z.string()),
    provider_order: z.optional(z.string()),
  }),
} as const

export type OrderEventType = keyof typeof orderEvents
export type NewOrderEvent = Coded<typeof orderEvents>

export const orderEventTypes = Object.keys(orderEvents) as OrderEventType[] // its own keys
