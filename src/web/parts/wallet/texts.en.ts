import { texts } from '#web/platform/i18n/table.ts'

/** Why a user's rate differs from the catalogue's. */
export const ratesText = texts({
  appliedUntil: '{percent}% applied until {date}',
  applied: '{percent}% applied',
  ownRate: 'Your custom rate',
  insteadOf: 'instead of',
})
