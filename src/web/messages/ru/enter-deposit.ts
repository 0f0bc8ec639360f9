import type { enterDeposit as en } from '#web/messages/en/enter-deposit.ts'
import { translation } from '#web/platform/i18n/table.ts'

export const enterDeposit = translation<typeof en, 'ru'>()({
  enter: 'Внести пополнение',
  title: 'Внести пополнение',
  lead: 'Для денег, пришедших мимо платёжных шлюзов: через банк, наличными.',
  user: 'Клиент: ID, полный адрес почты или имя пользователя',
  amount: 'Сумма (USD)',
  reference: 'Номер перевода',
  referenceHint: 'Как в выписке или квитанции. Каждый вносится один раз.',
  reason: 'Причина',
  reasonHint: 'Сохраняется в журнале действий с вашим именем.',
  does: 'Сумма добавится к балансу без бонуса, клиент узнает об этом.',
  doesAmount: '{amount} добавится к балансу без бонуса, клиент узнает об этом.',
  post: 'Добавить к балансу',
  entered: '{amount} добавлено к балансу {email}.',
})
