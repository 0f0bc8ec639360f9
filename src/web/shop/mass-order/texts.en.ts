import { texts } from '#web/platform/i18n/table.ts'

export const massOrderText = texts({
  title: 'Mass Order',
  lead: 'Many orders at once: one line for each, up to {max}.',
  box: 'Orders, one per line',
  hint: 'Service ID | link | quantity. Tabs, semicolons, commas and blanks between them do as well, and 1k is 1,000.',
  example: 'Service ID | link | quantity',
  findServices: 'Find service IDs',
  // The list of what was read
  read: 'What each line orders',
  empty: 'Each line appears here with its service and price, or with what is wrong with it.',
  loading: 'Loading services',
  loadFailed: 'The services could not be loaded, so nothing can be checked yet.',
  filter: 'Which lines are shown',
  wrong: 'To mend',
  goToLine: 'Go to line {line}',
  noneWrong: 'Nothing is left to mend.',
  lineOf: 'Line {line}',
  // What is wrong with a line
  noService: 'Please begin with a service ID',
  unclear: 'The commas can be read in two ways: please put | between the parts',
  serviceUnknown: 'There is no service {id} for sale',
  packageOnce: 'A package is ordered once: please leave the quantity out',
  sameAs: 'The same service and link as line {line}: providers may refuse the second one.',
  // Summary
  summary: 'Mass order summary',
  ready: 'Ready',
  toMend: 'To mend',
  balanceAfter: 'Balance after',
  place: { one: 'Place {count} Order', other: 'Place {count} Orders' },
  placeNone: 'Place Orders',
  addFunds: 'Add {amount}',
  staysInBox: {
    one: '{count} line to mend is not sent and stays in the box.',
    other: '{count} lines to mend are not sent and stay in the box.',
  },
  eachForItself: 'Each line stands for itself: one that is refused stops no other.',
  // Why nothing is sent
  nothingTyped: 'Please enter a line: service ID | link | quantity',
  mendFirst: 'Please mend line {line} first: {problem}',
  tooMany: {
    one: 'That is {count} line more than one mass order takes. Please take it out.',
    other: 'That is {count} lines more than one mass order takes. Please take them out.',
  },
  stillLoading: 'The services are still being loaded. Please try again in a moment.',
  placeFailed: 'Failed to place the orders. Please try again later.',
  // No answer came
  unknown: {
    one: 'No answer came for {count} order, so it may have been placed. Ask again: nothing is charged twice.',
    other:
      'No answer came for {count} orders, so they may have been placed. Ask again: nothing is charged twice.',
  },
  askAgain: 'Ask Again',
  // Afterwards
  placed: { one: '{count} order placed', other: '{count} orders placed' },
  nonePlaced: 'No order was placed',
  refused: { one: '{count} line was refused', other: '{count} lines were refused' },
  charged: 'Charged',
  results: 'What became of each line',
  order: 'Order {id}',
  mend: { one: 'Mend the {count} line that is left', other: 'Mend the {count} lines that are left' },
  another: 'Place Another Mass Order',
})
