import * as z from 'zod/mini'

import { type Coded, isCodeOf, nothing, sentFault } from '#contract/base/codes.ts'

const withFault = z.object({ fault: sentFault })
const withStatus = z.object({ status: z.string() })

/**
 * Notes: the order continues automatically and nobody has to decide. The index `orders_attention` lists these codes too, so a
 * new one here needs a migration; a new one in the tables below doesn't.
 */
const noted = {
  no_provider: nothing,
  not_sent: withFault,
  refused: withFault,
  /** A late reply may still arrive; after that it becomes `sending_unknown`. */
  reply_awaited: withFault,
  /** A supply's real rate shows at its first charge; until that is read, no more orders are sent. */
  first_charge_awaited: nothing,
} as const

/** For staff to review, until sending, the provider's next answer or staff resolve it. */
const open = {
  sending_unknown: withFault,
  /** May have been sent, resolved or canceled after the archive was written from which the database was restored. */
  restored: nothing,
  id_of_other_order: z.object({ provider_order: z.string(), held_by: z.int() }),
  id_released: z.object({ provider_order: z.string() }),
  /** The provider now costs more than was paid, and no other supply fits. */
  cost_above_price: nothing,
  left_out: nothing,
  told_error: withFault,
  unknown_status: withStatus,
  partial_without_remains: nothing,
  partial_nothing_remains: nothing,
  canceled_without_remains: nothing,
  canceled_nothing_remains: nothing,
  canceled_charge_unfit: z.object({ remains: z.number(), whole: z.number() }),
  completed_with_remains: z.object({ remains: z.number() }),
  foreign_measure: z.object({ status: z.string(), remains: z.number() }),
} as const

/** For staff to review, and only staff can resolve it. */
const lasting = {
  after_end: withStatus,
  accepted_too_late: z.object({ number: z.int(), provider_order: z.string() }),
  /** Requested before the archive was written from which the database was restored; whether the provider got it is unknown. */
  cancel_unknown: nothing,
  refill_unknown: withFault,
  refill_given_up: withFault,
} as const

/** Why staff should see an order, and the details of each code. */
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
