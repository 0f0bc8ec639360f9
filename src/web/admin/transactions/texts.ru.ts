import type * as en from './texts.en.ts'
import { translation } from '#web/platform/i18n/table.ts'

export const adminTransactionsText = translation<typeof en.adminTransactionsText, 'ru'>()({
  title: 'Операции',
  search: 'Поиск операций',
  searchHint: 'ID, номер платежа, имя или почта',
  table: 'Операции, сначала новые',
  deposit: 'Пополнение',
  refund: 'Возврат',
  pending: 'Ожидает',
  completed: 'Завершено',
  canceled: 'Отменено',
  deletedUser: 'Удалённый пользователь',
  noneFound: 'Операции не найдены',
  ofUser: 'Операции пользователя {id}',
  ofAll: 'Показать все',
  couldNotLoad: 'Не удалось загрузить операции',
  loadFailed: 'Не удалось загрузить операции. Попробуйте ещё раз.',
  detailsFailed: 'Не удалось загрузить сведения об операции. Попробуйте ещё раз.',
  details: 'Сведения об операции',
  detailsOf: 'Сведения об операции {id}',
  loadingDetails: 'Загрузка сведений об операции',
  method: 'Способ',
  reference: 'Номер платежа',
  orderId: 'Заказ',
  price: 'Цена заказа',
  balanceAfter: 'Баланс после операции',
})
