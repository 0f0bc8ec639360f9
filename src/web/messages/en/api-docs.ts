import { texts } from '#web/platform/i18n/table.ts'

export const apiDocs = texts({
  title: 'API',
  description:
    'Every call that is open to customers, with examples in curl, PHP, Python and JavaScript: the catalogue, orders, the balance, adding funds.',
  lead: 'What you do in the browser your own programs do with a key. Everything below is made from the same list that the server answers by.',
  startTitle: 'Before the first call',
  address: 'Base address',
  keyTitle: 'The key',
  keyText: 'You make a key in Settings, and it is shown once. Send it with every call:',
  moneyTitle: 'Amounts and times',
  moneyText: 'Amounts are US dollars with at most 8 decimals. Times are ISO 8601 in UTC.',
  onceTitle: 'Once, for sure',
  onceText:
    'A call that takes Idempotency-Key is done once for each key. When an answer was lost, send it again with the same key: it is the same order, never a second one.',
  refusedTitle: 'Refusals',
  refusedText:
    'They have a code that does not change, a sentence in English and the number of the request. After 429 and 503 the header Retry-After says how many seconds to wait.',
  examplesTitle: 'Examples',
  examplesText: 'Placing an order, then reading the balance. Put your key in the place of YOUR_API_KEY.',
  referenceTitle: 'All calls',
  referenceText: 'With the fields of each, what it answers and what it refuses with.',
  // What each part is about, by its name in the guide
  catalogue: 'What is sold, and for how much',
  orders: 'Placing orders and following them',
  wallet: 'Balance and ledger',
  payments: 'Adding funds',
  users: 'Your account and its keys',
  notifications: 'What you are told',
  tickets: 'Questions to support',
  public: 'Open to everybody',
  key: 'With a key',
  session: 'Signed in',
  once: 'Takes Idempotency-Key',
  required: 'Required',
  answers: 'Answers {status}',
  refuses: 'Refuses with',
  elsewhere: 'For programs that read:',
  failed: 'The list of calls cannot be read at the moment. Please try again.',
})
