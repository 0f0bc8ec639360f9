import { texts } from '#web/platform/i18n/table.ts'

/** The page linked from emails. */
export const unsubscribeText = texts({
  title: 'Unsubscribe',
  leadPromise:
    "Unsubscribe from these emails with one click. You'll still get emails about the security of your account.",
  do: 'Unsubscribe',
  doneTitle: "You're unsubscribed",
  promotionDone: 'Promotions are turned off for your account.',
  favouritesDone: 'Notifications about service changes are turned off for your account.',
  balanceDone: 'Low balance notifications are turned off for your account.',
  ordersDone: 'Order and payment updates are turned off for your account.',
  newsletterDone: 'The newsletter is turned off for your account.',
  settings: 'Notification Settings',
  failed: 'Something went wrong. Please try again.',
  invalid: 'This unsubscribe link is invalid. You can change your notifications in your settings.',
})
