import { formatMoney } from '#contract/money.ts'
import type { NotificationWords } from '#contract/words/words.ts'

export const notifications: NotificationWords = {
  order_completed: ({ order_id: id }) => `Order #${id} is completed`,
  order_failed: ({ order_id: id }) => `Order #${id} failed and was refunded`,
  order_partial: ({ order_id: id }) => `Order #${id} was delivered in part; the rest was refunded`,
  order_canceled: ({ order_id: id }) => `Order #${id} was canceled and refunded`,
  order_canceled_in_part: ({ order_id: id }) =>
    `Order #${id} was canceled; what was not delivered was refunded`,
  order_refunded: ({ order_id: id }) => `Order #${id} was refunded`,
  payment_received: ({ amount, bonus }) => {
    const extra = bonus > 0n ? ` A bonus of $${formatMoney(bonus)} was added.` : ''
    return `Your payment of $${formatMoney(amount)} was received.${extra}`
  },
  payment_refused: ({ amount }) =>
    `Your payment of $${formatMoney(amount)} could not be credited. Please contact support.`,
  ticket_reply: ({ ticket_id: id }) => `Support answered your ticket #${id}`,
  announcement: ({ title }) => title,
  note: ({ text }) => text,
}
