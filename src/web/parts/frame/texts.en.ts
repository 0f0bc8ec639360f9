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
  toTop: 'Back to top',
  maintenanceNote: 'Maintenance',
  maintenance: "We're doing maintenance. You can browse, and order and pay again later.",
  sandboxNote: 'Sandbox',
  sandboxMailbox: 'Open sandbox mailbox',
  sandbox: 'Sandbox: orders and payments are simulated. No real money moves.',
  // Command palette
  searchOrJump: 'Search or jump to',
  palette: 'Search or jump to',
  paletteHint: 'A page, order ID, service or link',
  pages: 'Pages',
  openOrder: 'Open order {id}',
  orderForLink: 'New order for this {platform} link',
  orderService: 'Order {name}',
  useTheme: 'Theme: {theme}',
  shortcuts: 'Keyboard Shortcuts',
  useLanguage: 'Language: {language}',
  // In place of a page that is none
  notFoundTitle: 'Page not found',
  notFoundLead: "There's no page at {path}",
  toHome: 'Go to Home Page',
})

/** Staff who see the panel as one of its users. */
export const viewText = texts({
  band: 'Viewing as another user',
  seenAs: 'Viewing as {name}',
  nothingChanges: 'Read-only',
  ends: 'Ends',
  leave: 'Exit',
  seeAs: 'View as User',
  title: 'View as {name}',
  whatYouSee:
    "You'll see this account's pages, as far as your own permissions allow. API keys aren't shown.",
  whatItLeaves: "It's read-only: nothing can be changed or marked as read.",
  howLong: 'It ends after {minutes} minutes and is recorded in the audit log.',
  start: 'Start Viewing',
})
