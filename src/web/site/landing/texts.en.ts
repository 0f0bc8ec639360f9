import { texts } from '#web/platform/i18n/table.ts'

/** The front page: what it shows of the catalogue, of an order and of the ledger. */
export const landingText = texts({
  // The calculator
  calculator: 'What does it cost?',
  quantity: 'Quantity',
  bounds: '{min} to {max}',
  calculate: 'Calculate',
  reckoning: '{rate} per 1,000 × {quantity}',
  outOfBounds: 'Quantity must be between {min} and {max}',
  orderThis: 'Order This',
  ratesOf: 'All {platform} rates',
  nothingOnSale: 'Nothing is on sale yet. Come back soon.',
  // Counted
  counted: 'Live figures from our database. Nothing is rounded up.',
  countedServices: { one: 'service on sale', other: 'services on sale' },
  countedPlatforms: { one: 'platform', other: 'platforms' },
  countedOrders: { one: 'order placed', other: 'orders placed' },
  countedCompleted: { one: 'order completed', other: 'orders completed' },
  // Rates
  ratesTitle: 'The lowest rate on each platform right now',
  ratesLead: 'In USD per 1,000. Updated {time} UTC.',
  ratesService: 'Cheapest service',
  ratesServices: 'Services',
  ratesRate: 'Per 1,000',
  ratesStart: 'Starts after',
  ratesMeasured:
    'Start times are measured: the median from order to first delivery.',
  allRates: 'Search All Rates',
  // An order, worked out
  example: 'Example',
  orderTitle: "What happens if an order isn't fully delivered",
  orderLead:
    "Providers don't always deliver everything. Here's the exact refund you get, to the last decimal.",
  receipt: 'Receipt',
  receiptNumber: 'Order {id}',
  ordered: 'Ordered',
  rate: 'Rate per 1,000',
  price: 'Price',
  delivered: 'Delivered',
  cameBack: 'Refunded',
  paid: 'You paid',
  refundTitle: 'Refund calculation',
  refundNote:
    'Rounded down once, at the eighth decimal, and added to your balance automatically.',
  undelivered: 'undelivered',
  timeline: 'Timeline',
  placed: 'Placed and charged once',
  sent: 'Sent to the provider once',
  started: 'Started at {count}',
  underWay: '{count} of {quantity} delivered',
  endedShort: 'Partly delivered: {count} undelivered',
  returned: '{amount} refunded to the balance',
  after: '{time} after',
  // The ledger
  ledgerTitle: 'A balance you can add up',
  ledgerLead:
    "Every change is one entry in a double-entry ledger, exact to 0.00000001 USD. Entries can't be changed or deleted.",
  deposits: 'deposits',
  orders: 'orders',
  refunds: 'refunds',
  bonuses: 'bonuses',
  lineDeposit: 'Deposit',
  lineBonus: 'Bonus',
  lineOrder: 'Order',
  lineRefund: 'Refund',
  movement: 'Movement',
  // Never
  neverTitle: 'What we never do',
  neverLead: 'Each point links to the details.',
  neverPassword: 'Ask for the password of a social media account',
  neverKeep: "Keep money for what wasn't delivered",
  neverTwice: 'Charge an order twice, or at a different price than shown',
  neverTell: 'Tell a provider your name, your email or your balance',
  neverTrack: 'Track you across the web or set advertising cookies',
  neverGuess: 'Lose a late payment, or credit one on a guess',
  // Run it yourself
  ownTitle: 'Would you rather run it yourself?',
  ownText:
    'The software behind this panel is open source under the MIT licence. With Node 20 or later, one command starts the panel with its own PostgreSQL and a sandbox to try it.',
  ownCommand: 'Command',
})
