import { formatIn } from '#contract/format.ts'
import type { NotificationWords } from '#contract/words/words.ts'

const { money } = formatIn('ru')

export const notifications: NotificationWords = {
  order_completed: ({ order_id: id }) => `Заказ #${id} выполнен`,
  order_failed: ({ order_id: id }) => `Заказ #${id} не выполнен, деньги возвращены`,
  order_partial: ({ order_id: id }) => `Заказ #${id} выполнен частично, остаток возвращён`,
  order_canceled: ({ order_id: id }) => `Заказ #${id} отменён, деньги возвращены`,
  order_canceled_in_part: ({ order_id: id }) => `Заказ #${id} отменён, деньги за недоставленное возвращены`,
  order_refunded: ({ order_id: id }) => `Деньги за заказ #${id} возвращены`,
  payment_received: ({ amount, bonus }) => {
    const extra = bonus > 0n ? ` Начислен бонус ${money(bonus, 2)}.` : ''
    return `Ваш платёж на ${money(amount, 2)} получен.${extra}`
  },
  payment_refused: ({ amount }) =>
    `Платёж на ${money(amount, 2)} не удалось зачислить. Напишите в поддержку.`,
  ticket_reply: ({ ticket_id: id }) => `Поддержка ответила на обращение #${id}`,
  announcement: ({ title }) => title,
  note: ({ text }) => text,
}
