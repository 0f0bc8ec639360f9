import type { notifications as en } from '#web/messages/en/notifications.ts'
import { translation } from '#web/messages/table.ts'

export const notifications = translation<typeof en, 'ru'>()({
  title: 'Уведомления',
  openUnread: 'Уведомления, непрочитанных: {count}',
  many: '9+',
  markAll: 'Отметить все как прочитанные',
  none: 'Уведомлений нет',
  loading: 'Загрузка уведомлений',
  unread: 'Не прочитано',
  markRead: 'Отметить как прочитанное',
})
