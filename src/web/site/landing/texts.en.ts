import { texts } from '#web/platform/i18n/table.ts'

/** The front page: what it shows of the catalogue, of an order and of the ledger. */
export const landingText = texts({
  // The calculator
  calculator: 'What does it cost?',
  quantity: 'How many',
  bounds: 'From {min} to {max}',
  calculate: 'Calculate',
  reckoning: '{rate} per 1,000 × {quantity}',
  outOfBounds: 'Quantity must be between {min} and {max}',
  orderThis: 'Order this',
  ratesOf: 'All {platform} rates',
  nothingOnSale: 'Nothing is on sale yet. Come back soon.',
  // Counted
  counted: 'Counted in the database as you open this page. Nothing is rounded up.',
  countedServices: { one: 'service on sale', other: 'services on sale' },
  countedPlatforms: { one: 'platform', other: 'platforms' },
  countedOrders: { one: 'order placed', other: 'orders placed' },
  countedCompleted: { one: 'order completed', other: 'orders completed' },
  // Rates
  ratesTitle: 'The lowest rate on each platform, now',
  ratesLead: 'In USD per 1,000, read from the catalogue on {time} UTC.',
  ratesService: 'Cheapest service',
  ratesServices: 'Services',
  ratesRate: 'Per 1,000',
  ratesStart: 'Starts after',
  ratesMeasured:
    'Starting times are measured: the median from placing an order to the first news of its delivery.',
  allRates: 'All rates, searchable',
  // An order, worked out
  example: 'Example',
  orderTitle: 'What happens to an order that ends short',
  orderLead:
    'Providers do not always deliver everything. Then the arithmetic is yours to check, to the last decimal.',
  receipt: 'Receipt',
  receiptNumber: 'Order {id}',
  ordered: 'Ordered',
  rate: 'Rate per 1,000',
  price: 'Price',
  delivered: 'Delivered',
  cameBack: 'Came back',
  paid: 'Paid in the end',
  refundTitle: 'The refund, worked out',
  refundNote:
    'Rounded down once, at the eighth decimal, and posted to your balance by itself, as a line of your ledger.',
  undelivered: 'undelivered',
  timeline: 'Its timeline',
  placed: 'Placed, and charged once',
  sent: 'Sent to the provider, once',
  started: 'Started at {count}',
  underWay: '{count} of {quantity} delivered',
  endedShort: 'Ended short: {count} undelivered',
  returned: '{amount} is back on the balance',
  after: '{time} after',
  // The ledger
  ledgerTitle: 'A balance you can add up',
  ledgerLead:
    'Every movement is one line of a double-entry ledger, exact to 0.00000001 USD. The database refuses to change or delete a line.',
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
  neverLead: 'Each line leads to the page that says how it is kept.',
  neverPassword: 'Ask for the password of a social media account',
  neverKeep: 'Keep the money for what was not delivered',
  neverTwice: 'Charge an order twice, or at another price than you were shown',
  neverTell: 'Tell a provider your name, your email or your balance',
  neverTrack: 'Follow you around the web, or set a cookie for advertising',
  neverGuess: 'Lose a payment that came late, or credit one on a guess',
  // Run it yourself
  ownTitle: 'Would you rather run it yourself?',
  ownText:
    'The software behind this panel is open source under the MIT licence. With Node 20 or later, one command brings up the panel, its PostgreSQL, and a sandbox provider and gateway to try it with.',
  ownCommand: 'The one command',
})
