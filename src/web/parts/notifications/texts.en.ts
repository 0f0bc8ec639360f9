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
  // The page of all
  seeAll: 'See all notifications',
  unreadCount: { one: '{count} unread', other: '{count} unread' },
  unreadMany: '{count} or more unread',
  allRead: 'All read',
  empty: 'No notifications yet. What happens to your orders and payments is told here.',
  emptyOlder: 'There are none older than these.',
  failed: 'Your notifications could not be loaded. Please try again later.',
  list: 'Notifications, newest first',
})
