import { texts } from '#web/platform/i18n/table.ts'

/** Money that arrived outside every gateway. */
export const enterDeposit = texts({
  enter: 'Enter deposit',
  title: 'Enter a deposit',
  lead: 'For money that arrived outside every gateway: by bank, in cash.',
  user: 'Customer, by ID, whole email or user name',
  amount: 'Amount (USD)',
  reference: 'Reference',
  referenceHint: 'As the bank or the receipt has it. Each one is entered once.',
  reason: 'Reason',
  reasonHint: 'Kept in the staff record with your name.',
  does: 'The amount is added to the balance, without a bonus, and the customer is told.',
  doesAmount: '{amount} is added to the balance, without a bonus, and the customer is told.',
  post: 'Add to the balance',
  entered: '{amount} was added to the balance of {email}.',
})
