import { texts } from '#web/platform/i18n/table.ts'

export const massOrderText = texts({
  title: 'Mass Order',
  lead: 'Place many orders at once, one per line, up to {max}.',
  box: 'Orders, one per line',
  hint: 'Service ID | link | quantity. You can also separate them with tabs, semicolons, commas or spaces. 1k means 1,000.',
  example: 'Service ID | link | quantity',
  findServices: 'Find Service IDs',
  // The list of parsed lines
  read: 'Your orders',
  empty: 'Each line appears here with its service and price, or with the problem to fix.',
  loading: 'Loading services',
  loadFailed: "Couldn't load the services, so your lines can't be checked yet.",
  filter: 'Filter lines',
  wrong: 'To fix',
  goToLine: 'Go to line {line}',
  noneWrong: 'Nothing left to fix',
  lineOf: 'Line {line}',
  // Problems of lines
  noService: 'Start with a service ID',
  unclear: 'The commas are ambiguous. Separate the parts with |',
  serviceUnknown: "Service {id} isn't available",
  packageOnce: 'This is a package: leave out the quantity',
  sameAs: 'Same service and link as line {line}. Providers may reject the second one.',
  // Summary
  summary: 'Mass order summary',
  ready: 'Ready',
  toFix: 'To fix',
  balanceAfter: 'Balance after',
  place: { one: 'Place {count} Order', other: 'Place {count} Orders' },
  placeNone: 'Place Orders',
  addFunds: 'Add {amount}',
  staysInBox: {
    one: "{count} line still needs fixing. It won't be sent and stays in the box.",
    other: "{count} lines still need fixing. They won't be sent and stay in the box.",
  },
  eachForItself: 'Each line is a separate order. If one is rejected, the others still go through.',
  // Why nothing was sent
  nothingTyped: 'Enter a line: service ID | link | quantity',
  fixFirst: 'Fix line {line} first: {problem}',
  tooMany: {
    one: "That's {count} line over the limit. Remove it to continue.",
    other: "That's {count} lines over the limit. Remove them to continue.",
  },
  stillLoading: 'Services are still loading. Please try again in a moment.',
  placeFailed: 'Failed to place the orders. Please try again later.',
  // No response
  unknown: {
    one: 'We got no response for {count} order, so it may have been placed. Check again: nothing is charged twice.',
    other:
      'We got no response for {count} orders, so they may have been placed. Check again: nothing is charged twice.',
  },
  askAgain: 'Check Again',
  // Results
  placed: { one: '{count} order placed', other: '{count} orders placed' },
  nonePlaced: 'No orders placed',
  refused: { one: '{count} line rejected', other: '{count} lines rejected' },
  charged: 'Charged',
  results: 'Results',
  order: 'Order {id}',
  mend: { one: 'Fix {count} Remaining Line', other: 'Fix {count} Remaining Lines' },
  another: 'Place Another Mass Order',
})
