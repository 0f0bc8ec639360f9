import { sql } from 'kysely'

import { lastingReviewCodes, notedReviewCodes, type OrderReview } from '#contract/orders/order-review.ts'
import { toKeptDetails } from '#contract/base/stored-details.ts'

/** A person must look at the order. In these words, for the index of them (`orders_attention`) to serve it. */
export const needsAttention = sql<boolean>`orders.review_code not in (${sql.join(
  notedReviewCodes.map((code) => sql.lit(code)),
)})`

/** Only a person ends it. */
export const isLastingReview = sql<boolean>`coalesce(orders.review_code in (${sql.join(
  lastingReviewCodes.map((code) => sql.lit(code)),
)}), false)`

/** Null for nothing that staff should see. */
export function toReviewColumns(review: OrderReview | null) {
  return review === null
    ? { review_code: null, review_details: null }
    : { review_code: review.code, review_details: toKeptDetails(review.details) }
}

/** In place of what was said of the sending or by the provider's last answer; what only a person ends stays. */
export function replaceOpenReview(review: OrderReview | null) {
  const { review_code: code, review_details: details } = toReviewColumns(review)
  return {
    review_code: sql<string>`case when ${isLastingReview} then orders.review_code else ${code} end`,
    review_details: sql<string>`case when ${isLastingReview} then orders.review_details else ${details}::jsonb end`,
  }
}
