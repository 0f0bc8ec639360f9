import type { SentFault } from '#contract/base/codes.ts'
import { formatIn } from '#contract/base/format.ts'
import { parseMoney, ZERO } from '#contract/base/money.ts'
import type { DepositReviewWords, OrderReviewWords } from '#contract/words/words.ts'

import { quote } from './faults.ts'

const { money } = formatIn('ru')

const unknown = ({ fault }: { fault: SentFault }) => `Неизвестно, принял ли заказ поставщик: ${quote(fault)}`

export const orderReviews: OrderReviewWords = {
  no_provider: 'Для этой услуги нет поставщика',
  not_sent: ({ fault }) => `Не отправлен: ${quote(fault)}`,
  refused: ({ fault }) => `Поставщик отклонил запрос: ${quote(fault)}`,
  reply_awaited: unknown,
  first_charge_awaited: 'Ждёт первого списания поставщика по этой услуге',
  sending_unknown: unknown,
  restored:
    'Восстановлено из бэкапа: заказ мог быть отправлен или разобран позже. Прежде чем принять решение, сверьтесь с поставщиком',
  id_of_other_order: ({ provider_order: id, held_by: holder }) =>
    `Поставщик вернул свой заказ ${id}, который принадлежит заказу ${holder}`,
  id_released: ({ provider_order: id }) =>
    `Заказ поставщика ${id} был указан по ошибке, поэтому настоящий статус неизвестен`,
  cost_above_price: 'Себестоимость у поставщика теперь выше уплаченной цены',
  left_out: 'В ответе поставщика нет этого заказа',
  told_error: ({ fault }) => `Ответ поставщика об этом заказе: ${quote(fault)}`,
  unknown_status: ({ status }) => `Поставщик сообщает неизвестный статус: ${status}`,
  partial_without_remains: 'Поставщик сообщает о частичном выполнении, но не указывает остаток',
  partial_nothing_remains: 'Поставщик сообщает о частичном выполнении и остатке 0, но вернул часть денег',
  canceled_without_remains: 'Поставщик отменил заказ с частичным списанием, но не указал остаток',
  canceled_nothing_remains: 'Поставщик отменил заказ с остатком 0, но деньги за него не вернул',
  canceled_charge_unfit: ({ remains, whole }) =>
    `Поставщик отменил заказ с остатком ${remains} из ${whole}, но сумма списания не сходится`,
  completed_with_remains: ({ remains }) => `Поставщик сообщает, что заказ выполнен, но остаток — ${remains}`,
  foreign_measure: ({ status, remains }) =>
    `Поставщик сообщает статус ${status} и остаток ${remains}, но считает его в других единицах`,
  after_end: ({ status }) => `После закрытия заказа поставщик сообщает: ${status}`,
  accepted_too_late: ({ number, provider_order: id }) =>
    `Попытка ${number}: поставщик принял заказ как ${id}, когда уже было принято другое решение`,
  cancel_unknown: 'Восстановлено из бэкапа: неизвестно, получил ли поставщик запрос на отмену',
  refill_unknown: ({ fault }) => `Неизвестно, принят ли рефилл: ${quote(fault)}`,
  refill_given_up: ({ fault }) => `Рефилл не подтверждён: ${quote(fault)}`,
}

export const depositReviews: DepositReviewWords = {
  underpaid: 'Оплачено меньше, чем в счёте',
  refunding: 'Платёжный шлюз возвращает платёж',
  refund_failed: 'Платёжному шлюзу не удалось вернуть платёж',
  refunded: 'Платёжный шлюз вернул платёж',
  reversed: ({ reversed }) => `Платёжный шлюз отозвал ${money(parseMoney(reversed) ?? ZERO, 2)}`,
  held_back: 'Платёжный шлюз удерживает платёж',
  other_currency: 'Счёт в другой валюте',
  other_amount: 'Счёт на другую сумму',
  paid_after_refusal: 'Оплачено после отказа',
  more_after_refusal: 'После отказа поступило больше',
  more_than_credited: 'Поступило больше, чем зачислено',
  less_than_credited: 'Поступило меньше, чем зачислено',
  never_finished: 'Платёжный шлюз так и не завершил платёж',
  transfer_sent: 'Клиент сообщил, что отправил перевод',
  approval_needed: 'Предложенное зачисление должен одобрить другой сотрудник',
  same_payment: ({ deposit_id: id }) =>
    `Возможно, добавлено дважды: пополнение #${id} внесено за тот же платёж с разницей в несколько минут`,
  note: ({ text }) => text,
}
