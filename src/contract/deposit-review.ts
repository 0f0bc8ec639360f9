import * as z from 'zod/mini'

import { describeReview, type ReviewDetails } from './review.ts'

const nothing = z.strictObject({})
/** In USD, as a decimal; absent where it was not kept. */
const withArrived = z.strictObject({ arrived: z.optional(z.string()) })

/** Why a person must look at a deposit: every one of them, while the deposit is in review or completed. */
const depositReviews = {
  underpaid: describeReview(withArrived, () => 'Less was paid than the invoice asks for'),
  refunding: describeReview(nothing, () => 'The gateway is refunding the payment'),
  refund_failed: describeReview(nothing, () => 'The gateway could not refund the payment'),
  refunded: describeReview(nothing, () => 'The gateway refunded the payment'),
  held_back: describeReview(nothing, () => 'The gateway holds the payment back'),
  other_currency: describeReview(
    z.strictObject({ currency: z.optional(z.string()) }),
    () => 'The invoice is in another currency',
  ),
  other_amount: describeReview(
    z.strictObject({ amount: z.optional(z.string()) }),
    () => 'The invoice is for another amount',
  ),
  paid_after_refusal: describeReview(withArrived, () => 'It was paid after it was refused'),
  more_after_refusal: describeReview(withArrived, () => 'More arrived after it was refused'),
  more_than_credited: describeReview(withArrived, () => 'More arrived than was credited by hand'),
  never_finished: describeReview(nothing, () => 'The gateway never finished this payment'),
  /** What a version before these codes wrote in words of its own. */
  note: describeReview(z.strictObject({ text: z.string() }), ({ text }) => text),
}

export type DepositReviewCode = keyof typeof depositReviews

/** Why staff must look at a deposit. */
export type DepositReview = {
  [Code in DepositReviewCode]: { code: Code; details: z.output<(typeof depositReviews)[Code]['details']> }
}[DepositReviewCode]

export const depositReviewCodes = Object.keys(depositReviews) as DepositReviewCode[] // its own keys

export function isDepositReviewCode(code: string | null): code is DepositReviewCode {
  return code !== null && Object.hasOwn(depositReviews, code)
}

/** In English; the code where the details are not of its shape. */
export function sentenceOfDepositReview(code: DepositReviewCode, details: ReviewDetails): string {
  return depositReviews[code].sentenceOf(details) ?? code
}
