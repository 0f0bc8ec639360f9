import { texts } from '#web/platform/i18n/table.ts'

export const notificationPageText = texts({
  title: 'Notifications',
  unreadCount: { one: '{count} unread', other: '{count} unread' },
  unreadMany: '{count} or more unread',
  allRead: 'All read',
  empty: 'No notifications yet. Updates about your orders and payments appear here.',
  failed: 'Your notifications could not be loaded. Please try again later.',
  list: 'Notifications, newest first',
  kinds: 'Kind of notification',
  payments: 'Payments',
  support: 'Support',
  announcements: 'Announcements',
  account: 'Security',
  operation: 'Operation',
  state: 'Read or unread',
  onlyUnread: 'Unread',
  noneFound: 'No notifications found.',
  // Headings of days
  today: 'Today',
  yesterday: 'Yesterday',
  // A mass order: "Mass order of 40: 38 delivered, 2 canceled"
  massOrder: { one: 'Mass order of {count}: {outcome}', other: 'Mass order of {count}: {outcome}' },
  completed: { one: '{count} delivered', other: '{count} delivered' },
  partial: { one: '{count} delivered in part', other: '{count} delivered in part' },
  canceled: { one: '{count} canceled', other: '{count} canceled' },
  refunded: { one: '{count} refunded', other: '{count} refunded' },
  notDelivered: { one: '{count} failed', other: '{count} failed' },
  underWay: { one: '{count} in progress', other: '{count} in progress' },
  massFailed: 'The notifications of this mass order could not be loaded.',
  loadingMass: 'Loading the notifications of this mass order',
})
