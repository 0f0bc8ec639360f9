import type * as en from './texts.en.ts'
import { translation } from '#web/platform/i18n/table.ts'

export const unsubscribeText = translation<typeof en.unsubscribeText, 'ru'>()({
  title: 'Отписка от писем',
  leadPromise: 'Отпишитесь от этих писем одним нажатием. Письма о безопасности аккаунта будут приходить.',
  do: 'Отписаться',
  doneTitle: 'Вы отписались',
  promotionDone: 'Акции для вашего аккаунта отключены.',
  favouritesDone: 'Уведомления об изменениях услуг для вашего аккаунта отключены.',
  balanceDone: 'Уведомления о низком балансе для вашего аккаунта отключены.',
  ordersDone: 'Уведомления о заказах и платежах для вашего аккаунта отключены.',
  newsletterDone: 'Рассылка для вашего аккаунта отключена.',
  settings: 'Настройки уведомлений',
  failed: 'Что-то пошло не так. Попробуйте ещё раз.',
  invalid: 'Ссылка для отписки недействительна. Выбрать, какие письма получать, можно в настройках.',
})
