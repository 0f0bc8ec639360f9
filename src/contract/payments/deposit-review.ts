import * as z from 'zod/mini'

import { type Coded, isCodeOf, nothing } from '#contract/base/codes.ts'

/** In USD, as a decimal; absent if unknown. */
const withArrived = z.object({ arrived: z.optional(z.string()) })

/** Why a deposit needs review, while in review or after it was completed, and the details of each reason. */
export const depositReviews = {
  underpaid: withArrived,
  refunding: nothing,
  refund_failed: nothing,
  refunded: nothing,
  /** Reversed after it was credited; in USD, as a decimal. */
  reversed: z.object({ reversed: z.string() }),
  held_back: nothing,
  other_currency: z.object({ currency: z.optional(z.string()) }),
  other_amount: z.object({ amount: z.optional(z.string()) }),
  paid_after_refusal: withArrived,
  more_after_refusal: withArrived,
  more_than_credited: withArrived,
  less_than_credited: withArrived,
  never_finished: nothing,
  /** By a method that staff confirm: the customer has reported it as sent. */
  transfer_sent: nothing,
  /** The proposed credit is in `transfers`. */
  approval_needed: nothing,
  /** An operator's script added the same payment twice, and it is unclear whether it was one payment. */
  same_payment: z.object({ deposit_id: z.int() }),
  /** Text from before codes were introduced. */
  note: z.object({ text: z.string() }),
} as const

export type DepositReviewCode = keyof typeof depositReviews
export type DepositReview = Coded<typeof depositReviews>

export const depositReviewCodes = Object.keys(depositReviews) as DepositReviewCode[] // its own keys

export function isDepositReviewCode(code: string | null): code is DepositReviewCode {
  return isCodeOf(depositReviews, code)
}
