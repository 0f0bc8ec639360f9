import { formatIn } from '#contract/base/format.ts'
import { parseMoney, ZERO } from '#contract/base/money.ts'
import type { DepositReviewWords, OrderReviewWords } from '#contract/words/words.ts'

const { money } = formatIn('ru')

const unknown = ({ error }: { error: string }) => `Неизвестно, принял ли заказ поставщик: ${error}`

export const orderReviews: OrderReviewWords = {
  no_provider: 'Для этой услуги нет поставщика',
  not_sent: ({ error }) => `Не отправлен: ${error}`,
  refused: ({ error }) => `Поставщик отказал: ${error}`,
  reply_awaited: unknown,
  first_charge_awaited: 'Ждёт первого списания поставщика по этой услуге',
  sending_unknown: unknown,
  id_of_other_order: ({ provider_order: id, held_by: holder }) =>
    `Поставщик назвал свой заказ ${id}, а он принадлежит заказу ${holder}`,
  id_released: ({ provider_order: id }) =>
    `Заказ поставщика ${id} был закреплён по ошибке: что с ним стало, неизвестно`,
  cost_above_price: 'Себестоимость у поставщика стала выше уплаченной цены',
  left_out: 'Поставщик не упомянул этот заказ в ответе',
  told_error: ({ error }) => `Поставщик сообщает об этом заказе: ${error}`,
  unknown_status: ({ status }) => `Поставщик использует неизвестный статус: ${status}`,
  partial_without_remains: 'Поставщик сообщает о частичном выполнении, но не называет остаток',
  partial_nothing_remains: 'Поставщик сообщает о частичном выполнении без остатка и возвращает часть оплаты',
  canceled_without_remains: 'Поставщик отменил заказ, взял часть оплаты и не называет остаток',
  canceled_nothing_remains: 'Поставщик отменил заказ без остатка и взял за него оплату',
  canceled_charge_unfit: ({ remains, whole }) =>
    `Поставщик отменил заказ с остатком ${remains} из ${whole}, а сумма оплаты не сходится`,
  completed_with_remains: ({ remains }) => `Поставщик сообщает «выполнен», но осталось ${remains}`,
  foreign_measure: ({ status, remains }) =>
    `Поставщик сообщает ${status} и остаток ${remains} в собственных единицах`,
  after_end: ({ status }) => `После завершения заказа поставщик сообщает: ${status}`,
  accepted_too_late: ({ number, provider_order: id }) =>
    `Отправка ${number}: поставщик принял заказ как ${id} уже после другого решения`,
  refill_unknown: ({ error }) => `Неизвестно, принят ли рефилл: ${error}`,
  refill_given_up: ({ error }) => `Рефилл больше не отслеживается, итог неизвестен: ${error}`,
}

export const depositReviews: DepositReviewWords = {
  underpaid: 'Оплачено меньше, чем в счёте',
  refunding: 'Платёжная система возвращает платёж',
  refund_failed: 'Платёжной системе не удалось вернуть платёж',
  refunded: 'Платёжная система вернула платёж',
  reversed: ({ reversed }) => `Платёжная система отозвала ${money(parseMoney(reversed) ?? ZERO, 2)}`,
  held_back: 'Платёжная система удерживает платёж',
  other_currency: 'Счёт в другой валюте',
  other_amount: 'Счёт на другую сумму',
  paid_after_refusal: 'Оплачен после отказа',
  more_after_refusal: 'После отказа поступило больше',
  more_than_credited: 'Поступило больше, чем зачислено',
  less_than_credited: 'Поступило меньше, чем зачислено',
  never_finished: 'Платёжная система так и не завершила платёж',
  transfer_sent: 'Клиент сообщил, что отправил перевод',
  approval_needed: 'Предложено зачисление, его должен одобрить другой сотрудник',
  same_payment: ({ deposit_id: id }) =>
    `Возможно, добавлено дважды: пополнение #${id} на тот же платёж с разницей в минуты`,
  note: ({ text }) => text,
}
