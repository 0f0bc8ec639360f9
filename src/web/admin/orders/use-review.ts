import { sayCarried } from '#contract/base/codes.ts'
import type { AdminOrder } from '#contract/orders/admin-orders.ts'
import { orderReviews } from '#contract/orders/order-review.ts'
import { orderReviewsIn } from '#contract/words/reviews.ts'
import { useLanguage } from '#web/platform/i18n/reader-language.ts'

/** Why it is in review, in the reader's language. */
export function useReview({
  review_code: code,
  review_details: details,
}: Pick<AdminOrder, 'review_code' | 'review_details'>): string | undefined {
  const language = useLanguage()
  if (code === null) return undefined
  return sayCarried(orderReviews, orderReviewsIn[language], { code, details: details ?? {} }) ?? code
}
