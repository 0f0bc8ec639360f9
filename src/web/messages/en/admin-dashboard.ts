import { texts } from '#web/messages/table.ts'

/** The operator's first page (spec §2, §8). */
export const adminDashboard = texts({
  title: 'Admin Dashboard',
  heading: 'Dashboard',
  loadFailed: 'Failed to load dashboard data. Please try again.',
  totalUsers: 'Total users',
  totalOrders: 'Total orders',
  totalRevenue: 'Total revenue (USD)',
  completedOrders: { one: '{count} completed', other: '{count} completed' },
  revenueIs: 'Orders less refunds',
  viewUsers: 'View users',
  viewOrders: 'View orders',
  viewTransactions: 'View transactions',
  quickActions: 'Quick Actions',
  manageUsers: 'Manage users',
  importServices: 'Import services',
  manageOrders: 'Manage orders',
  manageDeposits: 'Review deposits',
  answerTickets: 'Answer tickets',
  changeSettings: 'Change settings',
})
