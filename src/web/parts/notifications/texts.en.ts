import { texts } from '#web/platform/i18n/table.ts'

export const notificationsText = texts({
  title: 'Notifications',
  openUnread: 'Notifications, {count} unread',
  many: '99+',
  markAll: 'Mark all as read',
  // spec §2
  none: 'No notifications',
  // spec §2
  loading: 'Loading notifications',
  markRead: 'Mark as read',
  seeAll: 'See all notifications',
})
