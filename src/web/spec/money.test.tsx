import { createPayment, getPaymentStatus, listDeposits, ownDeposit } from '#contract/payments/payments.ts'
import { getStatement, getStatementSums, listTransactions } from '#contract/ledger/transactions.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { getConfig } from '#contract/settings/public-config.ts'
import { getProfile, user } from '#contract/users/users.ts'
import { type Answer, like, ownConfig, refuse } from '#web/testing/answer-calls.ts'
import {
  expectScreens,
  expectShown,
  fill,
  openHere,
  press,
  type Screen,
} from '#web/testing/expect-screens.ts'
import { makeLine } from '#web/testing/shop.ts'

async function pay(): Promise<void> {
  await fill(/^Amount/, '25')
  await press('radio', /^Cryptomus/)
  await press('button', /^Pay/)
}

/** No line has the sum of orders, so its sign is checked in its own place. */
const summary = { balance: 7.75, totalDeposits: 10, totalOrders: 2.25, refundsAndBonuses: 0 }
const unpaid = makeLine({
  id: 52,
  type: 'deposit',
  status: 'pending',
  amount: 10,
  reference_id: 'abc',
  order_id: null,
})
const credited = { stage: 'paid', amount: 100, bonus: 5, order_id: 'abc', payment_method: 'card' }
const listed = (...transactions: object[]): Answer => [listTransactions, { transactions, summary }]
const found = (status: string, stage: string): Answer => [getPaymentStatus, { status, stage, message: '' }]
const checkStatus = () => press('button', /^Check Status/)

/** Two parts, which share a day. */
function answerSums(request: Request): Response {
  const isFirst = new URL(request.url).searchParams.get('after') === '0'
  const sums = (day: number, lines: number, orders: number) => ({
    since: `2026-11-0${day}T12:00:00.000Z`,
    lines,
    totals: { totalDeposits: 0, totalOrders: orders, refundsAndBonuses: 0 },
  })
  return Response.json({
    success: true,
    lines: 61_989,
    lines_read: isFirst ? 10_000 : 61_989,
    after: isFirst ? 10_000 : null,
    opening_balance: isFirst ? 10 : 8,
    closing_balance: isFirst ? 8 : 6,
    sums: isFirst ? [sums(2, 10_000, 2)] : [sums(2, 51_000, 1), sums(3, 989, 1)],
  })
}

function onCheck(name: string, answer: Answer, sentence: string): Screen {
  return {
    name: `Transactions, ${name}`,
    at: '/transactions',
    viewer: 'customer',
    answers: [listed(unpaid), answer],
    first: checkStatus,
    shows: { text: [sentence] },
  }
}

expectScreens([
  {
    name: 'Add Funds',
    at: '/add-funds',
    viewer: 'customer',
    shows: {
      heading: ['Add Funds', 'Payment information'],
      group: ['Payment method'],
      textbox: [/^Amount/],
      radio: [/^VISA.MasterCard ?not available now$/, /^Cryptomus \(USDT bep20\)/, /^Payeer ?via Cryptomus$/],
      text: ['Current balance', 'not available now'],
    },
  },
  {
    name: 'Add Funds, what the balance is made of, with the signs that Transactions shows',
    at: '/add-funds',
    viewer: 'customer',
    answers: [listed()],
    shows: { text: ['Spent on orders', '$7.75', '+$10.00', '−$2.25'] },
  },
  {
    name: 'Add Funds, nothing filled in',
    at: '/add-funds',
    viewer: 'customer',
    first: () => press('button', 'Pay'),
    shows: { text: ['Please enter an amount'] },
  },
  {
    name: 'Add Funds, for who owes since a reversal',
    at: '/add-funds',
    viewer: 'customer',
    answers: [
      [
        getProfile,
        { user: like(user, { id: 7, name: 'Linh', email: 'linh@example.com', balance: 0, owed: 80 }) },
      ],
    ],
    first: async () => {
      await fill(/^Amount/, '100')
    },
    shows: { text: [/^You owe \$80/, 'Paid towards what you owe', '−$80.00', '$25.00'] },
  },
  {
    name: 'Add Funds, refused',
    at: '/add-funds',
    viewer: 'customer',
    answers: [[createPayment, refuse(500, { message: 'The gateway is closed' })]],
    first: pay,
    shows: { text: ['Payment error: The gateway is closed. Please try again.'] },
  },
  {
    name: 'Add Funds, no address to pay at',
    at: '/add-funds',
    viewer: 'customer',
    answers: [[createPayment, { payment_url: '' }]],
    first: pay,
    shows: { text: ['Payment error: Invalid payment response (missing payment URL). Please try again.'] },
  },
  {
    name: 'Add Funds, signed out meanwhile',
    at: '/add-funds',
    viewer: 'customer',
    first: async () => {
      await fill(/^Amount/, '25')
      await press('radio', /^Cryptomus/)
      localStorage.removeItem('session')
      await press('button', /^Pay/)
    },
    shows: { text: ['Payment error: User authentication required. Please try again.'] },
  },
  {
    name: 'Payment status, loading',
    at: '/add-funds/success?order_id=abc',
    viewer: 'customer',
    answers: [[getPaymentStatus, () => new Promise(() => {})]],
    shows: { heading: ['Verifying payment status...'] },
  },
  {
    name: 'Payment status, success',
    at: '/add-funds/success?order_id=abc',
    viewer: 'customer',
    answers: [found('paid', 'paid')],
    shows: {
      heading: ['Thank You!'],
      text: ['Your payment was processed successfully.', 'Your account balance has been updated.'],
      link: ['Add More Funds', 'Go to Dashboard'],
    },
  },
  {
    name: 'Payment status, credited and taken back since',
    at: '/add-funds/success?order_id=abc',
    viewer: 'customer',
    answers: [
      [getPaymentStatus, { status: 'paid', stage: 'paid', message: '', amount: 100, bonus: 5, reversed: 40 }],
    ],
    shows: {
      heading: ['Payment Partly Reversed'],
      text: [/^Part of this payment was reversed/, '−$40.00'],
    },
  },
  {
    name: 'Add Funds, deposits that were taken back since, wholly and in part',
    at: '/add-funds',
    viewer: 'customer',
    answers: [
      [
        listDeposits,
        {
          deposits: [
            like(ownDeposit, { ...credited, id: 61, reversed: 105 }),
            like(ownDeposit, { ...credited, id: 62, reversed: 42 }),
          ],
          next_cursor: null,
          open: null,
        },
      ],
    ],
    shows: { text: ['Reversed', 'Partly reversed'] },
  },
  {
    name: 'Payment status, pending',
    at: '/add-funds/success?order_id=abc',
    viewer: 'customer',
    answers: [found('pending', 'waiting')],
    shows: {
      heading: ['Payment Pending'],
      text: [
        'Your payment is being processed. This may take a few minutes.',
        'Last checked',
        'Number of checks',
        /^\d+$/,
      ],
      button: ['Check Payment Status'],
      link: ['Return to Add Funds', 'Go to Dashboard'],
    },
  },
  {
    name: 'Payment status, failed',
    at: '/add-funds/success?order_id=abc',
    viewer: 'customer',
    answers: [[getPaymentStatus, refuse(500)]],
    shows: { heading: ['Payment Pending'], text: ['Failed to check payment status'] },
  },
  {
    name: 'Payment status, checked too soon',
    at: '/add-funds/success?order_id=abc',
    viewer: 'customer',
    answers: [found('pending', 'waiting')],
    first: async () => {
      await press('button', 'Check Payment Status')
      await press('button', 'Check Payment Status')
    },
    shows: { text: ['Please wait at least 10 seconds between checks'] },
  },
  {
    name: 'Transactions',
    at: '/transactions',
    viewer: 'customer',
    answers: [listed(makeLine(), unpaid)],
    shows: {
      heading: ['Transactions'],
      button: ['All', 'Pending', 'Processing', 'Completed', 'Canceled', /^Check Status/],
      searchbox: ['Search transactions'],
      columnheader: ['ID', 'Date & Time', 'Type', 'Description', 'Amount', 'Status', 'Actions'],
      text: [
        'Current Balance',
        'Total Deposits',
        'Total Orders',
        'Refunds & Bonuses',
        // The components have signs.
        '$7.75',
        '+$10.00',
        '−$2.25',
        '$0.00',
        'Order',
        'Deposit',
        'Check Status',
      ],
    },
  },
  {
    name: 'Transactions, none found',
    at: '/transactions?search=cats',
    viewer: 'customer',
    shows: { text: ['No Transactions Found'], link: ['Reset Filters'] },
  },
  {
    name: 'Statement of more transactions than it lists, by day',
    at: '/transactions/statement?from=2026-11-01&to=2026-11-30',
    viewer: 'customer',
    answers: [
      [
        getStatement,
        refuse(400, {
          code: 'invalid_parameter',
          details: { reason: 'period_too_long', lines: 61_989, max: 2_000 },
        }),
      ],
      [getStatementSums, answerSums],
    ],
    shows: {
      heading: ['Account Statement'],
      columnheader: [
        'Date & Time',
        'Transactions',
        'Total Deposits',
        'Total Orders',
        'Refunds & Bonuses',
        'Closing balance',
      ],
      rowheader: ['Nov 2, 2026', 'Nov 3, 2026'],
      cell: ['61,000', /^.\$3\.00$/, '$7.00', '$6.00'],
      text: [/^Summed by day, since there are 61,989 transactions/],
    },
  },
  {
    name: 'Transactions, failed',
    at: '/transactions',
    viewer: 'customer',
    answers: [[listTransactions, refuse(500)]],
    shows: { text: ['Failed to load transactions. Please try again later.'], button: ['Try Again'] },
  },
  onCheck('paid', found('paid', 'paid'), 'Payment has been completed successfully!'),
  onCheck('canceled', found('canceled', 'canceled'), 'Payment has been canceled.'),
  onCheck('pending', found('pending', 'waiting'), "Payment status: Pending. It hasn't been confirmed yet."),
  onCheck(
    'not checked',
    [getPaymentStatus, refuse(500)],
    'Failed to check payment status. Please try again.',
  ),
  {
    name: 'Transactions, without a reference',
    at: '/transactions',
    viewer: 'customer',
    answers: [listed({ ...unpaid, reference_id: null })],
    first: checkStatus,
    shows: { text: ['No reference ID available for this transaction'] },
  },
])

test('fee, limits, bonus and instructions of the selected method are shown before paying', async () => {
  const [card, cryptomus, payeer] = Object(ownConfig).payment_methods
  const own = {
    ...cryptomus,
    instructions: 'Send USDT only.',
    min: 5,
    max: 200,
    fee: { percent: 2.9, fixed: 0.3 },
    bonuses: [{ from: 50, percent: 1 }],
  }
  const config = { ...ownConfig, payment_methods: [card, own, payeer] }
  await openHere({ at: '/add-funds', viewer: 'customer', answers: [[getConfig, config]] })
  await expectShown({
    radio: [/^Cryptomus \(USDT bep20\) ?2.9% \+ \$0.30 fee ?\$5 to \$200$/],
    region: ['How to pay with Cryptomus (USDT bep20)'],
    text: ['Send USDT only.'],
  })
  await fill(/^Amount/, '100')
  await expectShown({ text: ['2.9% + $0.30 fee', '$3.20', '$103.20', '+$1.00'], button: ['Pay $103.20'] })
  await fill(/^Amount/, '201')
  await press('button', /^Pay/)
  await expectShown({ text: ['The maximum amount is $200.00'] })
  // The shop's own limits, without a fee.
  await press('radio', /^Payeer/)
  await expectShown({ text: ['+$10.05'] })
  await expect.element(page.getByRole('button', { name: 'Pay $201.00' })).toBeEnabled()
})

test('an amount stays as typed: beyond the limits, if ambiguous, and while the gateway is down', async () => {
  const answers: Answer[] = [[createPayment, refuse(502, { message: 'The gateway is down' })]]
  await openHere({ at: '/add-funds', viewer: 'customer', answers })
  await press('radio', /^Cryptomus/)
  await expect.element(page.getByRole('radio', { name: /^VISA/ })).toBeDisabled()
  for (const [amount, said] of [
    ['0.5', 'The minimum amount is $1.00'],
    ['10001', 'The maximum amount is $10,000.00'],
    ['1.000', '“1.000” can mean $1.00 or $1,000.00. Type 1 or 1000.'],
    ['2,500.00', 'Payment error: The gateway is down. Please try again.'],
  ] as const) {
    await fill(/^Amount/, amount)
    await press('button', /^Pay/)
    await expectShown({ text: [said] })
    await expect.element(page.getByRole('textbox', { name: /^Amount/ })).toHaveValue(amount)
  }
  await expectShown({ button: ['Pay $2,500.00'] })
})
