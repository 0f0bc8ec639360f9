import type { OrderStatusWords } from '#contract/words/words.ts'

export const orderStatuses: OrderStatusWords = {
  PENDING: 'В ожидании',
  PROCESSING: 'В работе',
  COMPLETED: 'Выполнен',
  PARTIAL: 'Частично',
  REFILL: 'Рефилл',
  CANCELED: 'Отменён',
  REFUNDED: 'Возврат',
  FAILED: 'Ошибка',
  UNKNOWN: 'Неизвестно',
}
