import { formatIn } from '#contract/base/format.ts'
import type { TransactionWords } from '#contract/words/words.ts'

const { money } = formatIn('ru')

export const transactions: TransactionWords = {
  deposit: ({ gateway }) => `Пополнение через ${gateway}`,
  deposit_by_hand: ({ reference }) => `Пополнение переводом, номер ${reference}`,
  deposit_by_transfer: () => 'Пополнение переводом',
  bonus: ({ amount }) => `Бонус за пополнение на ${money(amount, 2)}`,
  order: ({ order_id: id, service }) => (service === undefined ? `Заказ ${id}` : `Заказ ${id}: ${service}`),
  refund: ({ order_id: id }) => `Возврат за заказ ${id}`,
  adjustment: ({ reason }) => `Корректировка баланса: ${reason}`,
  fee: () => 'Комиссия за платёж',
  reversal: ({ amount, gateway }) =>
    `Платёж на ${money(amount, 2)} отозван${gateway === undefined ? '' : ` шлюзом ${gateway}`}`,
  receivable: () => 'Погашение долга',
  reversal_return: () => 'Отозванный платёж возвращён',
  bonus_reversal: () => 'Бонус отозванного платежа списан',
  bonus_return: () => 'Бонус возвращённого платежа восстановлен',
}
