import { texts } from '#web/platform/i18n/table.ts'

/** What the list of one's orders does beside showing them: more filters, ordering again, many at once, the file. */
export const orderListText = texts({
  more: 'More',
  moreStatuses: 'More statuses',
  searched: {
    one: 'Words were looked for in your newest order. An order ID, a service ID or a whole link is found at any age.',
    other:
      'Words were looked for in your newest {count} orders. An order ID, a service ID or a whole link is found at any age.',
  },
  progressOf: 'Progress of order {id}',
  anyKey: 'Every order',
  keyCut: 'Pages show the newest {count} orders of this key. The CSV file has more.',
  choose: 'Choose',
  chooseDone: 'Done',
  // The file
  downloadFailed: 'The file could not be downloaded. Please try again.',
  downloadCut: 'The file holds the newest {count} of them.',
  // IDs
  copyIds: 'Copy IDs',
  copyLines: 'Copy IDs, one per line',
  copied: { one: '{count} order ID copied', other: '{count} order IDs copied' },
  copyByHand: 'Copy the IDs by hand',
  copyByHandLead:
    'Your browser does not let this page copy. The IDs below are marked: copy them as any text.',
  ids: 'Order IDs',
  // Refills of many
  refillChosen: { one: 'Request refill for {count}', other: 'Request refill for {count}' },
  refillTitle: { one: 'Request a refill for {count} order?', other: 'Request a refill for {count} orders?' },
  refillNoneTitle: 'No refill can be requested',
  refillLead: 'Each provider is asked once to fill up what dropped. It costs nothing.',
  refillLeft: { one: 'Not possible for {count} order:', other: 'Not possible for {count} orders:' },
  refillStart: 'Request refill',
  refillAsking: 'Requesting: {done} of {total}',
  refillDone: { one: 'Refill requested for {count} order.', other: 'Refill requested for {count} orders.' },
  refillRefused: { one: 'Not requested for {count} order:', other: 'Not requested for {count} orders:' },
  refillStopped: { one: '{count} order was not asked for.', other: '{count} orders were not asked for.' },
  not_offered: 'the service does not refill',
  not_delivered: 'not delivered yet',
  under_way: 'a refill is under way',
  ended: 'canceled, refunded or failed',
  not_now: 'no refill can be requested for it now',
})

/** How an order is delivered, what one can do with it, and what it cost. */
export const orderDetailsText = texts({
  // Delivery
  delivery: 'Delivery',
  curveOf: 'Delivered so far: {done} of {total}, {time} after it was placed',
  after: 'After',
  deliveredColumn: 'Delivered',
  placed: 'Placed',
  ofAll: '{total} ordered',
  afterTime: '+ {time}',
  expected: '80% of such orders finished in {from} to {until}. From {count} orders of this service.',
  expectedBand: 'The tinted band is where they were.',
  isLate: 'This one takes longer than 9 in 10 of them.',
  isEarly: 'This one was faster than 9 in 10 of them.',
  finishedIn: 'Finished {time} after it was placed.',
  waiting: 'Nothing is delivered yet. The curve begins with the first figures.',
  neverBegan: 'Nothing of this order was delivered.',
  noSamples: 'No figures were kept while this order was delivered.',
  refilling: 'A refill is under way: what dropped is being filled up.',
  // Actions
  actions: 'What you can do',
  refill: 'Refill',
  again: 'Order again',
  help: 'Get help',
  cancelNow: 'Before delivery begins, what was not delivered comes back to your balance.',
  cancel_being_sent: 'It is being sent right now. Try again in a moment.',
  cancel_not_offered: 'The supplier has it, and this service cannot be canceled any more then.',
  cancel_asked: 'Asked for. The supplier decides, within hours.',
  cancel_begun: 'Delivery has begun: it cannot be canceled any more.',
  cancel_ended: 'This order is over.',
  refillNow: 'If the count drops, the supplier fills it up again, free of charge.',
  refill_not_offered: 'This service has no refill.',
  refill_not_delivered: 'It can be asked for once the order is delivered.',
  refill_under_way: 'One is under way.',
  refill_by_hand: 'No supplier delivered this order: ask us instead.',
  refill_ended: 'Nothing was delivered that could be filled up.',
  againLead: 'The same service, link and quantity, at today’s price.',
  helpLead: 'A ticket about this order, already filled in.',
  helpSubject: 'Order {id}: {service}',
  // Money
  money: 'What it cost',
  ordered: 'Ordered',
  deliveredLine: 'Delivered',
  remainsLine: 'Not delivered',
  givenBack: 'Given back',
  givenBackHow: '{price} × {remains} ÷ {total}',
  paid: 'You paid',
  nothingPaid: 'All of it is back in your balance.',
})
