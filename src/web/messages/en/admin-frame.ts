import { texts } from '#web/messages/table.ts'

/** The administration's frame, word for word (spec §2), and what came with the product after it. */
export const adminFrame = texts({
  title: 'Admin Panel',
  verifying: 'Verifying admin access...',
  main: 'Main',
  dashboard: 'Dashboard',
  management: 'Management',
  users: 'Users',
  services: 'Services',
  transactions: 'Transactions',
  orders: 'Orders',
  deposits: 'Deposits',
  tickets: 'Tickets',
  providers: 'Providers',
  announcements: 'Announcements',
  reports: 'Reports',
  audit: 'Staff record',
  settings: 'Settings',
  systemSettings: 'System Settings',
  apiSettings: 'API Settings',
  viewSite: 'View Site',
  backToUserPanel: 'Back to User Panel',
  myProfile: 'My Profile',
  adminSettings: 'Admin Settings',
  userDashboard: 'User Dashboard',
  // Command palette
  adminPage: 'Admin Panel: {page}',
  deskOrder: 'Order {id} at the desk',
  openUser: 'Open user {name}',
})
