import { sql } from 'kysely'

import { lastingReviewCodes, notedReviewCodes, type OrderReview } from '#contract/orders/order-review.ts'
import { toStoredDetails } from '#contract/base/stored-details.ts'

/** Staff must review the order. Exactly the condition of the index `orders_attention`. */
export const needsAttention = sql<boolean>`orders.review_code not in (${sql.join(
  notedReviewCodes.map((code) => sql.lit(code)),
)})`

/** A review that only staff can end. */
export const isLastingReview = sql<boolean>`coalesce(orders.review_code in (${sql.join(
  lastingReviewCodes.map((code) => sql.lit(code)),
)}), false)`

/** Null clears the review. */
export function toReviewColumns(review: OrderReview | null) {
  return review === null
    ? { review_code: null, review_details: null }
    : { review_code: review.code, review_details: toStoredDetails(review.details) }
}

/** Replaces a review that came from sending or polling; one that only staff can end stays. */
export function replaceOpenReview(review: OrderReview | null) {
  const { review_code: code, review_details: details } = toReviewColumns(review)
  return {
    review_code: sql<string>`case when ${isLastingReview} then orders.review_code else ${code} end`,
    review_details: sql<string>`case when ${isLastingReview} then orders.review_details else ${details}::jsonb end`,
  }
}
