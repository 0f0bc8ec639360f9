import { defineText } from '#web/messages/text.ts'

export const notificationsText = defineText('notifications', {
  title: 'Notifications',
  openUnread: 'Notifications, {count} unread',
  many: '9+',
  markAll: 'Mark all as read', // spec §2
  none: 'No notifications', // spec §2
  loading: 'Loading notifications',
  unread: 'Unread',
  markRead: 'Mark as read',
})
