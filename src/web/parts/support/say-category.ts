import type { TicketCategory } from '#contract/support/tickets.ts'
import type { supportText } from './texts.en.ts'
import type { PlainKey } from '#web/platform/i18n/text.ts'

/** The interface's category names, as keys of the texts. */
export const categoryKeys = {
  'Order Issue': 'orderIssue',
  'Payment Issue': 'paymentIssue',
  'Account Issue': 'accountIssue',
  'Technical Issue': 'technicalIssue',
  Other: 'other',
} as const satisfies Record<TicketCategory, PlainKey<typeof supportText>>
