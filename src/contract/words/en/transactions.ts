import { formatMoney } from '#contract/base/money.ts'
import type { TransactionWords } from '#contract/words/words.ts'

export const transactions: TransactionWords = {
  deposit: ({ gateway }) => `Deposit via ${gateway}`,
  deposit_by_hand: ({ reference }) => `Deposit by transfer, reference ${reference}`,
  deposit_by_transfer: () => 'Deposit by transfer',
  bonus: ({ amount }) => `Bonus on a deposit of $${formatMoney(amount)}`,
  order: ({ order_id: id, service }) => (service === undefined ? `Order ${id}` : `Order ${id}: ${service}`),
  refund: ({ order_id: id }) => `Refund of order ${id}`,
  adjustment: ({ reason }) => `Balance adjustment: ${reason}`,
  fee: () => 'Payment fee',
  reversal: ({ amount, gateway }) =>
    `Payment of $${formatMoney(amount)} reversed${gateway === undefined ? '' : ` by ${gateway}`}`,
  receivable: () => 'Payment of the amount owed',
  reversal_return: () => 'Reversed payment returned',
  bonus_reversal: () => 'Bonus of a reversed payment',
  bonus_return: () => 'Bonus of a returned payment',
}
