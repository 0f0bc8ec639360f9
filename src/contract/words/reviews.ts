import type { Language } from '#contract/base/languages.ts'
import { orderReviews as enOrderReviews, depositReviews as enDepositReviews } from './en/reviews.ts'
import { orderReviews as ruOrderReviews, depositReviews as ruDepositReviews } from './ru/reviews.ts'
import { orderReviews as viOrderReviews, depositReviews as viDepositReviews } from './vi/reviews.ts'
import type { DepositReviewWords, OrderReviewWords } from './words.ts'

export const orderReviewsIn: Readonly<Record<Language, OrderReviewWords>> = {
  en: enOrderReviews,
  vi: viOrderReviews,
  ru: ruOrderReviews,
}

export const depositReviewsIn: Readonly<Record<Language, DepositReviewWords>> = {
  en: enDepositReviews,
  vi: viDepositReviews,
  ru: ruDepositReviews,
}
