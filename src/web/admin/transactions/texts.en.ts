import { texts } from '#web/platform/i18n/table.ts'

/** Everyone's transactions, for staff. Sentences from spec §8 are verbatim. */
export const adminTransactionsText = texts({
  title: 'Transactions',
  search: 'Search transactions',
  searchHint: 'ID, reference, name or email',
  table: 'Transactions, newest first',
  deposit: 'Deposit',
  refund: 'Refund',
  pending: 'Pending',
  completed: 'Completed',
  canceled: 'Canceled',
  deletedUser: 'Deleted user',
  noneFound: 'No Transactions Found',
  ofUser: 'Transactions of user {id}',
  ofAll: 'Show All',
  couldNotLoad: 'Could not load transactions',
  loadFailed: 'Failed to load transactions. Please try again.',
  detailsFailed: 'Could not load transaction details. Please try again.',
  details: 'Transaction Details',
  detailsOf: 'Details of transaction {id}',
  loadingDetails: 'Loading transaction details',
  method: 'Method',
  reference: 'Reference',
  orderId: 'Order',
  price: 'Order price',
  balanceAfter: 'Balance after',
})
