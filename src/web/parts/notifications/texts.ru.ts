import type * as en from './texts.en.ts'
import { translation } from '#web/platform/i18n/table.ts'

export const notificationsText = translation<typeof en.notificationsText, 'ru'>()({
  title: 'Уведомления',
  openUnread: 'Уведомления, непрочитанных: {count}',
  many: '99+',
  markAll: 'Отметить все прочитанными',
  none: 'Уведомлений нет',
  loading: 'Загрузка уведомлений',
  markRead: 'Отметить как прочитанное',
  seeAll: 'Все уведомления',
})
