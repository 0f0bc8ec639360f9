import { texts } from '#web/platform/i18n/table.ts'

/** The help opened by ?. */
export const shortcutsText = texts({
  title: 'Keyboard Shortcuts',
  palette: 'Search or jump to anything',
  placeOrder: 'Place the order',
  newOrder: 'New order',
  massOrder: 'Mass order',
  search: 'Search in this list',
  nextRow: 'Next row of a list',
  previousRow: 'Previous row',
  chooseRow: 'Select the row',
  openRow: 'Open the row',
  help: 'This help',
  off: 'off',
  singleKeys: 'Single-key shortcuts',
  singleKeysHint:
    'Turn them off if you use voice input or press keys by accident. You can find this again through search.',
})

/** The command palette: headings of its groups, and synonyms of pages, separated by commas. */
export const paletteText = texts({
  pages: 'Pages',
  tickets: 'Tickets',
  questions: 'FAQ',
  preferences: 'Appearance and language',
  nothing: 'Nothing found for “{text}”',
  ticket: 'Ticket {id}: {subject}',
  typeDeposit: 'Deposit {id}',
  typeOrder: 'Charge {id}',
  typeRefund: 'Refund {id}',
  typeBonus: 'Bonus {id}',
  dashboardWords: 'home, start, overview',
  newOrderWords: 'buy, purchase, place an order, followers, likes, views',
  massOrderWords: 'bulk, many orders, list of links',
  ordersWords: 'refund, refill, cancel, status, my orders, tracking',
  servicesWords: 'price list, prices, rates, catalogue',
  addFundsWords: 'top up, deposit, pay, payment, recharge, balance, credit',
  transactionsWords: 'refund, statement, invoice, receipt, payments, balance, spending',
  supportWords: 'help, ticket, contact, question, complaint, refund, problem',
  settingsWords: 'password, API key, security, two-factor, 2FA, email, preferences',
  profileWords: 'name, phone, account',
  notificationsWords: 'bell, messages, announcements, unread',
})
