import { texts } from '#web/platform/i18n/table.ts'

/** What the list of one's orders does beside showing them: more filters, ordering again, many at once, the file. */
export const orderList = texts({
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
  download: 'Download CSV',
  downloadFailed: 'The file could not be downloaded. Please try again.',
  downloadCut: 'The file holds the newest {count} of them.',
  // Order again
  again: 'Order again',
  againOf: 'Order {id} again',
  againFilled: 'Filled in from order {id}, which cost {price}. What counts is the price shown now.',
  againNotFound: 'There is no order {id} in your account, so nothing is filled in.',
  againFailed: 'Order {id} could not be loaded, so nothing is filled in. Please try again.',
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
  close: 'Close',
  not_offered: 'the service does not refill',
  not_delivered: 'not delivered yet',
  under_way: 'a refill is under way',
  ended: 'canceled, refunded or failed',
  not_now: 'no refill can be requested for it now',
})
