import type { adminTransfers as en } from '#web/messages/en/admin-transfers.ts'
import { translation } from '#web/platform/i18n/table.ts'

export const adminTransfers = translation<typeof en, 'ru'>()({
  transfer: 'Перевод',
  reference: 'Номер перевода',
  notSent: 'Ещё не отправлен',
  note: 'Комментарий, который мы просили указать',
  sentAt: 'Сообщено',
  refusal: 'Ответ клиенту',
  proofs: 'Подтверждение оплаты',
  save: 'Сохранить {name} ({size})',
  saveFailed: 'Не удалось сохранить файл. Попробуйте ещё раз.',
  sameReference: 'Перевод с этим номером уже зачислен:',
  deposit: 'пополнение {id}',
  referenceHint: 'Как в вашей выписке. Один номер зачисляется один раз.',
  aboveLimit: 'Зачисление больше {limit} должен одобрить другой сотрудник.',
  propose: 'Предложить зачисление',
  creditNote: 'Сумма, которая поступила, окончательно. Номер перевода нельзя зачислить ещё раз.',
  refuseNote: 'Ничего не зачисляется. Клиент прочитает вашу причину.',
  refuseDoes: '{email} прочитает вашу причину. Баланс не изменится.',
  refuseReasonHint:
    'Клиент увидит её на странице платежа и в письме. Она также попадёт в журнал действий с вашим именем.',
  proposal: 'Предложенное зачисление',
  proposedBy: '{name} предлагает зачислить {amount}.',
  reason: 'Причина',
  ownProposal: 'Это зачисление предложили вы. Его должен одобрить другой сотрудник.',
  approve: 'Одобрить {amount}',
  reject: 'Отклонить предложение',
  rejectReason: 'Причина отклонения',
  withdraw: 'Отозвать предложение',
  withdrawReason: 'Причина отзыва',
  decided: 'Решение выполнено.',
})
