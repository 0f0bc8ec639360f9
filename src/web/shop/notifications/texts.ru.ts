import type * as en from './texts.en.ts'
import { translation } from '#web/platform/i18n/table.ts'

export const notificationPageText = translation<typeof en.notificationPageText, 'ru'>()({
  title: 'Уведомления',
  unreadCount: {
    one: '{count} непрочитанное',
    few: '{count} непрочитанных',
    many: '{count} непрочитанных',
  },
  unreadMany: '{count}+ непрочитанных',
  allRead: 'Всё прочитано',
  empty: 'Уведомлений пока нет. Здесь появятся новости о ваших заказах и платежах.',
  failed: 'Не удалось загрузить уведомления. Попробуйте позже.',
  list: 'Уведомления, сначала новые',
  kinds: 'Тип уведомлений',
  payments: 'Платежи',
  support: 'Поддержка',
  announcements: 'Объявления',
  account: 'Безопасность',
  operation: 'Работа системы',
  state: 'Прочитанные или непрочитанные',
  onlyUnread: 'Непрочитанные',
  noneFound: 'Уведомления не найдены',
  today: 'Сегодня',
  yesterday: 'Вчера',
  massOrder: {
    one: 'Массовый заказ, {count} позиция: {outcome}',
    few: 'Массовый заказ, {count} позиции: {outcome}',
    many: 'Массовый заказ, {count} позиций: {outcome}',
  },
  completed: { one: '{count} выполнен', few: '{count} выполнено', many: '{count} выполнено' },
  partial: {
    one: '{count} выполнен частично',
    few: '{count} выполнено частично',
    many: '{count} выполнено частично',
  },
  canceled: { one: '{count} отменён', few: '{count} отменено', many: '{count} отменено' },
  refunded: {
    one: '{count} с возвратом',
    few: '{count} с возвратом',
    many: '{count} с возвратом',
  },
  notDelivered: { one: '{count} не выполнен', few: '{count} не выполнено', many: '{count} не выполнено' },
  underWay: { one: '{count} в работе', few: '{count} в работе', many: '{count} в работе' },
  massFailed: 'Не удалось загрузить уведомления этого массового заказа.',
  loadingMass: 'Загрузка уведомлений этого массового заказа',
})
