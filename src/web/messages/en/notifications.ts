import { texts } from '#web/messages/table.ts'

export const notifications = texts({
  title: 'Notifications',
  openUnread: 'Notifications, {count} unread',
  many: '9+',
  markAll: 'Mark all as read', // spec §2
  none: 'No notifications', // spec §2
  loading: 'Loading notifications',
  unread: 'Unread',
  markRead: 'Mark as read',
})
