import { formatExact } from '#contract/base/money.ts'
import type { OrderEventWords } from '#contract/words/words.ts'

const decisions = {
  refund: 'Refunded',
  retry: 'Sent again',
  complete: 'Completed',
  exists: 'Found at the provider',
  release: "Released the provider's order ID",
  dismiss: 'Marked resolved',
  cancel: 'Canceled',
  set_partial: 'Set to partial',
  edit: 'Corrected',
  change_provider: 'Moved to another provider',
} as const

const refills = {
  completed: 'Refill Completed',
  rejected: 'Refill Rejected',
  given_up: 'Refill Not Confirmed',
} as const

export const orderEvents: OrderEventWords = {
  created: 'Order Created',
  status: ({ to }) => `Status Changed to ${to}`,
  refund: ({ amount }) => `Refunded $${formatExact(amount)}`,
  cancel: 'Cancellation Requested',
  refill: ({ ending }) => refills[ending],
  staff: ({ decision, by, name = `user ${by}`, reason = '', provider_order: id }) => {
    const found = decision === 'exists' && id !== undefined ? ` as ${id}` : ''
    return `${decisions[decision]}${found} by ${name}${reason === '' ? '' : `: ${reason}`}`
  },
}
