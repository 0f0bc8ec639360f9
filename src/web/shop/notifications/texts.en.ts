import { texts } from '#web/platform/i18n/table.ts'

export const notificationPageText = texts({
  title: 'Notifications',
  unreadCount: { one: '{count} unread', other: '{count} unread' },
  unreadMany: '{count}+ unread',
  allRead: 'All read',
  empty: 'No notifications yet. Updates about your orders and payments appear here.',
  failed: "Couldn't load your notifications. Please try again later.",
  list: 'Notifications, newest first',
  kinds: 'Notification type',
  payments: 'Payments',
  support: 'Support',
  announcements: 'Announcements',
  account: 'Security',
  operation: 'Operations',
  state: 'Read or unread',
  onlyUnread: 'Unread',
  noneFound: 'No notifications found',
  // Day headings
  today: 'Today',
  yesterday: 'Yesterday',
  // A mass order: "Mass order of 40: 38 delivered, 2 canceled"
  massOrder: { one: 'Mass order of {count}: {outcome}', other: 'Mass order of {count}: {outcome}' },
  completed: { one: '{count} delivered', other: '{count} delivered' },
  partial: { one: '{count} partly delivered', other: '{count} partly delivered' },
  canceled: { one: '{count} canceled', other: '{count} canceled' },
  refunded: { one: '{count} refunded', other: '{count} refunded' },
  notDelivered: { one: '{count} failed', other: '{count} failed' },
  underWay: { one: '{count} in progress', other: '{count} in progress' },
  massFailed: "Couldn't load the notifications of this mass order.",
  loadingMass: 'Loading the notifications of this mass order',
})
