import * as z from 'zod/mini'

import { type Coded, isCodeOf, nothing } from '#contract/base/codes.ts'

const withError = z.object({ error: z.string() })
const withStatus = z.object({ status: z.string() })

/**
 * What is only noted of an order: it goes on by itself, and nobody has to decide. Which codes these are also stands in
 * the index of what a person must look at (`orders_attention`): a new one here takes a migration, one below does not.
 */
const noted = {
  no_provider: nothing,
  not_sent: withError,
  refused: withError,
  /** Its late reply may still come; then it is `sending_unknown`. */
  reply_awaited: withError,
  /** Its supply's rate shows at the first charge, and as many orders are sent as may be until that is read. */
  first_charge_awaited: nothing,
} as const

/** What a person must look at, until the sending or the provider's next answer says otherwise, or the person does. */
const open = {
  sending_unknown: withError,
  id_of_other_order: z.object({ provider_order: z.string(), held_by: z.int() }),
  id_released: z.object({ provider_order: z.string() }),
  /** Its provider costs more by now than was paid, and no other supply may have it. */
  cost_above_price: nothing,
  left_out: nothing,
  told_error: withError,
  unknown_status: withStatus,
  partial_without_remains: nothing,
  partial_nothing_remains: nothing,
  canceled_without_remains: nothing,
  canceled_nothing_remains: nothing,
  canceled_charge_unfit: z.object({ remains: z.number(), whole: z.number() }),
  completed_with_remains: z.object({ remains: z.number() }),
  foreign_measure: z.object({ status: z.string(), remains: z.number() }),
} as const

/** What a person must look at, and only a person ends: nothing that comes later speaks of it. */
const lasting = {
  after_end: withStatus,
  accepted_too_late: z.object({ number: z.int(), provider_order: z.string() }),
  refill_unknown: withError,
  refill_given_up: withError,
  /** What a version before these codes wrote in words of its own. */
  note: z.object({ text: z.string() }),
} as const

/** Why staff see something at an order, and what each reason carries. */
export const orderReviews = { ...noted, ...open, ...lasting } as const

export type OrderReviewCode = keyof typeof orderReviews
export type OrderReview = Coded<typeof orderReviews>

const codesOf = <Code extends OrderReviewCode>(table: Record<Code, unknown>) => Object.keys(table) as Code[] // its own keys

export const orderReviewCodes = codesOf(orderReviews)
export const notedReviewCodes: readonly OrderReviewCode[] = codesOf(noted)
export const lastingReviewCodes: readonly OrderReviewCode[] = codesOf(lasting)

export function isOrderReviewCode(code: string | null): code is OrderReviewCode {
  return isCodeOf(orderReviews, code)
}
