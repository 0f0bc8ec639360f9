import { texts } from '#web/platform/i18n/table.ts'

/** The page behind a letter's link. */
export const unsubscribeText = texts({
  title: 'Stop these letters',
  leadPromise:
    'One click, and you get no more letters of this kind. Letters about the safety of your account still come.',
  do: 'Stop these letters',
  doneTitle: 'You get no more of these',
  promotionDone: 'Promotions are turned off for your account.',
  favouritesDone: 'Notifications of changed services are turned off for your account.',
  balanceDone: 'Notifications of a low balance are turned off for your account.',
  ordersDone: 'News of orders and payments is turned off for your account.',
  newsletterDone: 'The newsletter is turned off for your account.',
  settings: 'All your notification settings',
  failed: 'This did not work. Please try again.',
  invalid: 'This link to unsubscribe is not valid. You can change what you are sent in your settings.',
})
