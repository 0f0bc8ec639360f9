import { texts } from '#web/platform/i18n/table.ts'

/** Transactions and the statement of a period. */
export const transactionsText = texts({
  title: 'Transactions',
  // The cards: amounts with labels
  figures: 'Your balance and totals',
  currentBalance: 'Current Balance',
  totalDeposits: 'Total Deposits',
  totalDepositsNote: 'paid in',
  totalOrders: 'Total Orders',
  totalOrdersNote: 'spent on orders',
  refundsAndBonuses: 'Refunds & Bonuses',
  refundsAndBonusesNote: 'credited to you',
  // Filters
  completed: 'Completed',
  canceled: 'Canceled',
  search: 'Search transactions',
  searchHint: 'ID, order, service or method',
  from: 'From',
  to: 'To',
  // The table
  table: 'Transactions, newest first',
  date: 'Date & Time',
  description: 'Description',
  deposit: 'Deposit',
  refund: 'Refund',
  checkStatus: 'Check Status',
  checkStatusOf: 'Check Status of {id}',
  noneFound: 'No Transactions Found',
  noneInThese: 'No matches in these transactions',
  searched: {
    one: 'Searched {count} transaction. Choose Older to search further back. IDs are found in all transactions.',
    other:
      'Searched {count} transactions. Choose Older to search further back. IDs are found in all transactions.',
  },
  statement: 'Statement',
  // Spec §8
  loadFailed: 'Failed to load transactions. Please try again later.',
  checkFailed: 'Failed to check payment status. Please try again.',
  noReference: 'No reference ID available for this transaction',
  nowPaid: 'Payment has been completed successfully!',
  nowCanceled: 'Payment has been canceled.',
  stillOpen: 'Payment status: {status}. {message}',
  unpaidNote: "We haven't received it yet.",
  waitingNote: "It hasn't been confirmed yet.",
  reviewNote: "We're reviewing it.",
  // The statement
  statementTitle: 'Account Statement',
  statementOf: 'For {name}, {email}',
  period: '{from} to {to}',
  periodSince: 'Since {from}',
  periodUntil: 'Until {to}',
  periodAll: 'Since your account was opened',
  opening: 'Opening balance',
  closing: 'Closing balance',
  backToTransactions: 'Back to Transactions',
  summing: 'Adding up your transactions',
  linesRead: '{read} of {lines} transactions read',
  byDay:
    'Summed by day, since there are {lines} transactions. Download the CSV file from Transactions for each of them.',
  transactionsOfDay: 'Transactions',
  noLines: 'No transactions in this period',
  madeAt: 'Created on {time}',
})
