import { texts } from '#web/messages/table.ts'

export const apiAccess = texts({
  // Keys
  keysTitle: 'API keys',
  keysLead: 'With a key your own program orders in your name and reads your orders and your balance.',
  noKeys: 'You have no API key yet.',
  makeFirst: 'Create API key',
  makeNext: 'Create another key',
  rotateHint: 'To change a key, create another one, put it where the first is used, then revoke the first.',
  bothAlive: 'Two keys are alive. Revoke the one that is no longer used before you create another.',
  created: 'Created',
  lastUsed: 'Last used',
  neverUsed: 'never',
  revoke: 'Revoke',
  revokeOf: 'Revoke the key {prefix}…',
  revokeTitle: 'Revoke the key {prefix}…?',
  revokeText: 'Whatever uses it is refused at once. This cannot be taken back.',
  keepKey: 'Keep the key',
  revoked: 'The key {prefix}… is revoked',
  makeFailed: 'The key could not be created. Please try again.',
  // Shown once
  newTitle: 'Your new API key',
  newText: 'Copy it now and keep it secret: it is shown this once, and cannot be read again.',
  key: 'API key',
  stored: 'I have stored it',
  unstored: 'The key is not shown again. Copy it, then say below that you have stored it.',
  // What holds for them
  limitsTitle: 'What keys may do',
  addresses: 'Allowed addresses',
  addressesHint:
    'One address or network a line, such as 192.0.2.7 or 192.0.2.0/24. From everywhere when it is empty.',
  addressesMany: { one: 'At most one address', other: 'At most {count} addresses' },
  dailyLimit: 'Daily limit (USD)',
  dailyLimitHint:
    'What may be ordered with keys in a day, until midnight UTC. As much as your balance when it is empty.',
  limitInvalid: 'Please enter an amount above 0, or nothing',
  spentToday: 'Ordered with keys today',
  spentOf: '{spent} of {limit}',
  save: 'Save',
  saved: 'Saved. It holds for the next call.',
  saveFailed: 'This could not be saved. Please try again.',
  // Examples
  examplesTitle: 'Examples',
  examplesLead:
    'Place an order, then read the balance. The same Idempotency-Key again is the same order, never a second one.',
  language: 'Language',
  code: 'the example',
  confirmFirst: "Confirm your email address to create an API key. We'll send you a link.",
  confirmationSent: "We've sent a link to {email}. Open it, then come back and reload this page.",
  sendConfirmation: 'Send Confirmation Email',
  sendConfirmationAgain: 'Send Again',
  sendConfirmationFailed: "Couldn't send the email. Try again.",
})
