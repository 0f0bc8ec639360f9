import { texts } from '#web/platform/i18n/table.ts'

/** The list of orders beyond displaying them: more filters, ordering again, bulk actions, the file. */
export const orderListText = texts({
  more: 'More',
  moreStatuses: 'More statuses',
  searched: {
    one: 'Searched {count} order. Choose Older to search further back. Order IDs, service IDs and full links are found in all orders.',
    other:
      'Searched {count} orders. Choose Older to search further back. Order IDs, service IDs and full links are found in all orders.',
  },
  noneInThese: 'No matches in these orders',
  progressOf: 'Progress of order {id}',
  anyKey: 'All orders',
  keyCut: 'Showing the newest {count} orders placed with this key. The CSV file has more.',
  choose: 'Select',
  chooseDone: 'Done',
  // The file
  downloadCut: 'The file contains the newest {count} orders.',
  // IDs
  copyIds: 'Copy IDs',
  copyLines: 'Copy IDs, one per line',
  copied: { one: '{count} order ID copied', other: '{count} order IDs copied' },
  copyByHand: 'Copy the IDs manually',
  copyByHandLead: "Your browser doesn't let this page copy text. Copy the selected IDs below yourself.",
  ids: 'Order IDs',
  // Bulk refills
  refillChosen: { one: 'Request Refill for {count}', other: 'Request Refill for {count}' },
  refillTitle: { one: 'Request a refill for {count} order?', other: 'Request a refill for {count} orders?' },
  refillNoneTitle: 'No refill can be requested',
  refillLead: "We'll ask each provider once to refill what dropped. It's free.",
  refillLeft: { one: 'Not available for {count} order:', other: 'Not available for {count} orders:' },
  refillStart: 'Request Refill',
  refillAsking: 'Requesting: {done} of {total}',
  refillDone: { one: 'Refill requested for {count} order.', other: 'Refill requested for {count} orders.' },
  refillRefused: { one: 'Not requested for {count} order:', other: 'Not requested for {count} orders:' },
  refillStopped: {
    one: 'No refill was requested for {count} order.',
    other: 'No refill was requested for {count} orders.',
  },
  not_offered: 'the service has no refill',
  not_delivered: 'not delivered yet',
  under_way: 'a refill is in progress',
  ended: 'canceled, refunded or failed',
  not_now: 'no refill available right now',
})

/** An order's delivery, actions and cost. */
export const orderDetailsText = texts({
  // Delivery
  delivery: 'Delivery',
  curveOf: 'Delivered so far: {done} of {total}, {time} after it was placed',
  after: 'After',
  deliveredColumn: 'Delivered',
  placed: 'Placed',
  ofAll: '{total} ordered',
  afterTime: '+ {time}',
  expected: '80% of orders of this service took {from} to {until}. Based on {count} orders.',
  expectedBand: 'The shaded band shows how those orders progressed.',
  isLate: 'This order is taking longer than 9 in 10 of those orders.',
  isEarly: 'This order was faster than 9 in 10 of those orders.',
  finishedIn: 'Finished {time} after it was placed.',
  waiting: 'Nothing delivered yet. The chart starts with the first update.',
  neverBegan: 'Nothing was delivered for this order.',
  noSamples: 'No progress was recorded for this order.',
  refilling: 'A refill is in progress.',
  // Actions
  refill: 'Refill',
  again: 'Order Again',
  help: 'Get Help',
  cancelNow: "You can cancel until delivery begins. Whatever isn't delivered is refunded to your balance.",
  cancel_being_sent: 'This order is being sent right now. Try again in a moment.',
  cancel_not_offered:
    "The provider already has this order, and this service can't be canceled once it's sent.",
  cancel_asked: 'Cancellation requested. The provider decides, usually within hours.',
  cancel_begun: "Delivery has started, so it can't be canceled.",
  cancel_ended: 'This order is closed.',
  refillNow: 'If the count drops, the provider refills it for free.',
  refill_not_offered: 'This service has no refill.',
  refill_not_delivered: 'Available once the order is delivered.',
  refill_under_way: 'A refill is in progress.',
  refill_by_hand: "This order wasn't delivered by a provider. Contact support instead.",
  refill_ended: "Nothing was delivered, so there's nothing to refill.",
  againLead: "The same service, link and quantity, at today's price.",
  helpLead: 'Open a ticket with this order already filled in.',
  helpSubject: 'Order {id}: {service}',
  // Money
  money: 'Cost',
  ordered: 'Ordered',
  deliveredLine: 'Delivered',
  remainsLine: 'Not delivered',
  givenBack: 'Refunded',
  givenBackHow: '{price} × {remains} ÷ {total}',
  paid: 'You paid',
  nothingPaid: 'The full amount was refunded to your balance.',
})
