import type { reverseDeposit as en } from '#web/messages/en/reverse-deposit.ts'
import { translation } from '#web/platform/i18n/table.ts'

export const reverseDeposit = translation<typeof en, 'ru'>()({
  record: 'Записать отзыв платежа',
  change: 'Изменить отзыв платежа',
  title: 'Отзыв платежа',
  lead: 'Для платежа, который вернули, оспорили или отозвали, либо который вы хотите вернуть клиенту.',
  amount: 'Отозвано всего',
  amountHint: 'Не больше {credited}. 0 вернёт всё.',
  reason: 'Причина',
  takes:
    'Разница списывается с баланса {email} вместе с долей бонуса. Недостающее становится долгом и погашается следующими пополнениями; до этого заказы недоступны.',
  returns: 'Разница возвращается клиенту {email} за вычетом оставшегося долга.',
  save: 'Записать',
  saved: 'Отзыв платежа записан.',
})
