import { texts } from '#web/platform/i18n/table.ts'

/** The administration's frame, word for word (spec §2), and what came with the product after it. */
export const adminFrameText = texts({
  title: 'Admin Panel',
  verifying: 'Verifying admin access...',
  main: 'Main',
  management: 'Management',
  users: 'Users',
  deposits: 'Deposits',
  tickets: 'Tickets',
  contact: 'Messages',
  providers: 'Providers',
  announcements: 'Announcements',
  reports: 'Reports',
  audit: 'Staff record',
  systemSettings: 'System Settings',
  apiSettings: 'API Settings',
  viewSite: 'View Site',
  backToUserPanel: 'Back to User Panel',
  adminSettings: 'Admin Settings',
  userDashboard: 'User Dashboard',
  // Command palette
  adminPage: 'Admin Panel: {page}',
  settingsPart: 'Settings: {part}',
  importServices: 'Import Services',
  cleanNames: 'Clean names',
  incidents: 'Unknown orders by incident',
  newAnnouncement: 'New Announcement',
  webhooks: 'Gateway webhooks',
  deskOrder: 'Order {id} at the desk',
  openUser: 'Open user {name}',
  gateway: 'Gateway',
  allGateways: 'All gateways',
  byHand: 'Credited by staff',
})

/** The pages of System Settings. */
export const settingsPartsText = texts({
  brand: 'Brand',
  front: 'Front page',
  contact: 'Contact',
  texts: 'Texts',
  limits: 'Limits',
  money: 'Bonuses and promotion',
  methods: 'Payment methods',
  mail: 'Mail',
  storage: 'Files',
  translator: 'Translator',
  api: 'API',
  access: 'Access',
  lists: 'Block lists',
  retention: 'Retention',
})
