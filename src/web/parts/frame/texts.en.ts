import { texts } from '#web/platform/i18n/table.ts'

/** What stands around every page: header, sidebar, footer, command palette. */
export const frameText = texts({
  features: 'Features',
  pricing: 'Pricing',
  apiDocs: 'API documentation',
  faq: 'FAQ',
  contact: 'Contact',
  register: 'Register',
  menu: 'Menu',
  mainNavigation: 'Main navigation',
  home: 'Home',
  // Sidebar, word for word (spec §2)
  main: 'Main',
  massOrder: 'Mass Order',
  account: 'Account',
  support: 'Support',
  administration: 'Administration',
  adminPanel: 'Admin Panel',
  logout: 'Logout',
  accountSettings: 'Account Settings',
  userMenu: 'Account of {name}',
  add: 'Add',
  theme: 'Theme',
  system: 'System',
  light: 'Light',
  dark: 'Dark',
  // Footer
  quickLinks: 'Quick links',
  legal: 'Legal',
  onTelegram: 'Telegram: {handle}',
  refund: 'Refund Policy',
  tagline: 'Social media growth, prepaid and accounted for exactly.',
  toTop: 'Back to the top',
  maintenanceNote: 'Maintenance',
  maintenance: 'The site is being worked on: you can look around, and order and pay again later.',
  sandboxNote: 'Sandbox',
  sandboxMailbox: 'Open its mailbox',
  sandbox: 'Sandbox: orders and payments here are simulated, no real money moves.',
  // Command palette
  searchOrJump: 'Search or jump to',
  palette: 'Search or jump to',
  paletteHint: 'A page, an order id, a service, a link',
  pages: 'Pages',
  openOrder: 'Open order {id}',
  orderForLink: 'New order for this {platform} link',
  orderService: 'Order {name}',
  useTheme: 'Theme: {theme}',
  shortcuts: 'Keyboard shortcuts',
  useLanguage: 'Language: {language}',
  // In place of a page that is none
  notFoundTitle: 'Page not found',
  notFoundLead: 'There is nothing at {path}',
  toHome: 'Go to the start page',
})

/** Staff who see the panel as one of its users. */
export const viewText = texts({
  band: 'You see the panel as somebody else',
  seenAs: 'You see the panel as {name}.',
  nothingChanges: 'Nothing can be changed.',
  ends: 'Ends',
  leave: 'Back to my side',
  seeAs: 'See as this user',
  title: 'See the panel as {name}',
  whatYouSee:
    'You see the pages of this account, as far as you may read such things yourself. API keys are not shown.',
  whatItLeaves: 'Nothing can be changed, and nothing is marked as read.',
  howLong: 'It ends after {minutes} minutes, and it is kept in the audit log.',
  start: 'Start looking',
})
