import type { unsubscribe as en } from '#web/messages/en/unsubscribe.ts'
import { translation } from '#web/platform/i18n/table.ts'

export const unsubscribe = translation<typeof en, 'ru'>()({
  title: 'Отписаться от этих писем',
  leadPromise:
    'Одно нажатие, и писем такого вида больше не будет. Письма о безопасности аккаунта приходят как прежде.',
  do: 'Отписаться от этих писем',
  doneTitle: 'Таких писем больше не будет',
  promotionDone: 'Акции для вашего аккаунта отключены.',
  favouritesDone: 'Уведомления об изменениях услуг для вашего аккаунта отключены.',
  balanceDone: 'Уведомления о низком балансе для вашего аккаунта отключены.',
  ordersDone: 'Новости о заказах и платежах для вашего аккаунта отключены.',
  newsletterDone: 'Рассылка для вашего аккаунта отключена.',
  settings: 'Все настройки уведомлений',
  failed: 'Не получилось. Попробуйте ещё раз.',
  invalid: 'Ссылка для отписки недействительна. Выбрать, что получать, можно в настройках.',
})
