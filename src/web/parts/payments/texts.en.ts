import { texts } from '#web/platform/i18n/table.ts'

/** Texts where a payment is opened. */
export const openPaymentText = texts({
  // Spec §8
  missingUrl: 'Invalid payment response (missing payment URL)',
  signInRequired: 'User authentication required',
  paymentError: 'Payment error: {error}. Please try again.',
  aboutDays: { one: 'about {count} day', other: 'about {count} days' },
  underDay: 'less than a day',
  overYear: 'over a year',
})
