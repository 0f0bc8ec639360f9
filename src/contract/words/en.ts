import { errors } from './en/errors.ts'
import { fields } from './en/fields.ts'
import { notifications } from './en/notifications.ts'
import { orderEvents } from './en/order-events.ts'
import { depositReviews, orderReviews } from './en/reviews.ts'
import { transactions } from './en/transactions.ts'
import type { Words } from './words.ts'

/** The language of every `message` in the API. */
export const english: Words = {
  errors,
  fields,
  notifications,
  orderEvents,
  orderReviews,
  depositReviews,
  transactions,
}
