import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { fetchServices, previewImport } from '#contract/catalogue/imports.ts'
import { listAdminServices, adminService } from '#contract/catalogue/admin-services.ts'
import { adminTransaction, listAdminTransactions } from '#contract/ledger/admin-transactions.ts'
import { getStatement, listTransactions } from '#contract/ledger/transactions.ts'
import { listAdminOrders } from '#contract/orders/admin-orders.ts'
import { listOrders } from '#contract/orders/orders.ts'
import { adminDeposit, listAdminDeposits } from '#contract/payments/admin-deposits.ts'
import { listDeposits, ownDeposit } from '#contract/payments/payments.ts'
import { getDashboard } from '#contract/reports/dashboard.ts'
import { getMoneyReport } from '#contract/reports/money-report.ts'
import { getReconciliation } from '#contract/reports/reconciliation.ts'
import { getToday } from '#contract/reports/today.ts'
import { adminUser, adminUserDetails, getAdminUser, listUsers } from '#contract/users/admin-users.ts'
import { type Answer, like } from '#web/testing/answer-calls.ts'
import { fill, openHere, press } from '#web/testing/expect-screens.ts'
import type { Viewer } from '#web/testing/open-page.tsx'
import { importable, makeLine, makeOrder, soldService } from '#web/testing/shop.ts'

/** From one to six digits before the point, and from none to six beyond the cents. */
const amounts = [12.5, 0.00000001, 123456.78, 7.1234, 3.001]
const sums = amounts.map((amount) => amount.toFixed(8))

const orders = amounts.map((price, at) => makeOrder({ id: 31 + at, price }))
const lines = amounts.map((amount, at) =>
  makeLine({
    id: 51 + at,
    code: 'order',
    amount: at % 2 === 0 ? -amount : amount,
    balance_after: amounts.at(-1 - at),
  }),
)
const deposits = amounts.map((amount, at) => ({
  id: 71 + at,
  amount,
  bonus: at % 2 === 0 ? 0 : amount,
  arrived: amount,
}))
const rates = [0.5, 12, 0.0012, 345.25]

type Seen = { at: string; viewer: Viewer; answers: readonly Answer[]; first?: () => Promise<void> }

const customersPages: Seen[] = [
  { at: '/orders', viewer: 'customer', answers: [[listOrders, { orders }]] },
  { at: '/dashboard', viewer: 'customer', answers: [[getDashboard, { recent: orders }]] },
  { at: '/transactions', viewer: 'customer', answers: [[listTransactions, { transactions: lines }]] },
  {
    at: '/transactions/statement',
    viewer: 'customer',
    answers: [
      [
        getStatement,
        {
          opening_balance: 7.1234,
          closing_balance: 123456.78,
          totals: { totalDeposits: 12.5, totalOrders: 0.00000001, refundsAndBonuses: 3.001 },
          transactions: lines,
        },
      ],
    ],
  },
  {
    at: '/add-funds',
    viewer: 'customer',
    answers: [
      [
        listDeposits,
        { deposits: deposits.map((one) => like(ownDeposit, { ...one, stage: 'paid', order_id: 'a' })) },
      ],
    ],
    first: () => fill(/^Amount/, '100'),
  },
]

const ordersOfAll = orders.map((one, at) => ({
  ...one,
  user_id: 7,
  user_email: 'linh@example.com',
  dispatch: { state: 'accepted' },
  provider: null,
  provider_order: null,
  cost: amounts.at(-1 - at),
  mode: 'provider',
  review_code: null,
  review_details: null,
  flag: null,
}))
const figuresOf = (at: number) => ({
  orders: 1,
  bonuses: null,
  corrections: null,
  sold: sums.at(at),
  refunded: sums.at(at - 1),
  revenue: sums.at(at - 2),
  cost: sums.at(at - 3),
  margin: `-${sums.at(at - 4)}`,
  deposits: sums.at(at),
})
const staffsPages: Seen[] = [
  {
    at: '/admin/dashboard',
    viewer: 'staff',
    answers: [
      [getToday, { has_orders: true }],
      [listAdminOrders, { orders: ordersOfAll }],
    ],
  },
  {
    at: '/admin/orders',
    viewer: 'staff',
    answers: [[listAdminOrders, { orders: ordersOfAll }]],
  },
  {
    at: '/admin/transactions',
    viewer: 'staff',
    answers: [
      [
        listAdminTransactions,
        {
          transactions: amounts.map((amount, at) =>
            like(adminTransaction, { id: 51 + at, amount, user_id: 8 }),
          ),
        },
      ],
    ],
  },
  {
    at: '/admin/deposits',
    viewer: 'staff',
    answers: [[listAdminDeposits, { deposits: deposits.map((one) => like(adminDeposit, one)) }]],
  },
  {
    at: '/admin/users',
    viewer: 'staff',
    answers: [
      [
        listUsers,
        { users: amounts.map((balance, at) => like(adminUser, { id: 8 + at, balance, spent: balance })) },
      ],
    ],
  },
  {
    at: '/admin/users/8',
    viewer: 'staff',
    answers: [
      [getAdminUser, { user: like(adminUserDetails, { id: 8 }) }],
      [listOrders, { orders }],
      [listTransactions, { transactions: lines }],
    ],
  },
  {
    at: '/admin/services',
    viewer: 'staff',
    answers: [
      [
        listAdminServices,
        {
          services: rates.map((rate, at) =>
            like(adminService, {
              ...soldService,
              id: 24 + at,
              rate,
              original_rate: rate / 2,
              markup_percentage: rate,
            }),
          ),
        },
      ],
    ],
  },
  {
    at: '/admin/reports',
    viewer: 'staff',
    answers: [
      [
        getMoneyReport,
        {
          from: '2026-11-01',
          to: '2026-11-05',
          rows: amounts.map((_, at) => ({
            key: `2026-11-0${5 - at}`,
            name: null,
            now: figuresOf(at),
            before: null,
          })),
          others: null,
          total: { now: figuresOf(0), before: null },
        },
      ],
    ],
  },
  {
    at: '/admin/reports/reconciliation',
    viewer: 'staff',
    answers: [
      [
        getReconciliation,
        {
          day: '2026-11-05',
          gateways: [
            {
              gateway: 'cryptomus',
              deposits: 5,
              differences: 5,
              confirmed: sums[0],
              credited: sums[3],
              taken_back: sums[1],
              reversed: sums[4],
              list: null,
              named: sums.map((confirmed, at) => ({
                id: 71 + at,
                user_id: 7,
                reference: null,
                code: 'by_staff',
                gateway_status: null,
                confirmed,
                credited: sums.at(-1 - at),
              })),
            },
          ],
          providers: [
            {
              provider_id: 1,
              name: 'SMMDoge',
              orders: 5,
              open: 0,
              differences: 5,
              expected: sums[0],
              charged: sums[3],
              rounding: sums[1],
              named: sums.map((expected, at) => ({
                id: 31 + at,
                user_id: 7,
                provider_order: null,
                status: 'COMPLETED',
                code: 'charged_more',
                expected,
                charged: sums.at(-1 - at),
              })),
              balance: null,
            },
          ],
        },
      ],
    ],
  },
  {
    at: '/admin/services/import',
    viewer: 'staff',
    answers: [
      [fetchServices, { data: rates.map((_, at) => offered(String(7 + at))) }],
      [
        previewImport,
        {
          data: rates.map((rate, at) => ({
            service: String(7 + at),
            outcome: 'created',
            code: null,
            name: null,
            cost: rate / 2,
            rate,
            rate_now: null,
          })),
        },
      ],
      ...importable,
    ],
    first: () => press('button', 'Fetch Services'),
  },
]

function offered(service: string) {
  const flags = { refill: false, cancel: false, dripfeed: false }
  const own = {
    service,
    name: `Likes ${service}`,
    category: 'Likes',
    type: 'Default',
    rate: '1',
    platform: 'VK',
  }
  return { ...own, ...flags, min: '10', max: '1000' }
}

afterEach(() => page.viewport(1360, 820))

test.each([...customersPages, ...staffsPages])(
  'the decimal points of each column stand below each other, on a phone and on a wide screen: $at',
  async (seen) => {
    await page.viewport(390, 820)
    await openHere(seen)
    for (const width of [390, 1360]) {
      await page.viewport(width, 820)
      await expect.poll(() => columnsOf().length, { message: `at ${width} px` }).toBeGreaterThan(0)
      await expect
        .poll(() => columnsOf().filter(({ points }) => Math.max(...points) - Math.min(...points) >= 0.6), {
          message: `at ${width} px`,
        })
        .toEqual([])
    }
  },
)

/** Positions of decimal points in columns with several amounts: in tables by cell, elsewhere by index in the row. */
function columnsOf(): { column: string; points: number[] }[] {
  const columns: { column: string; points: number[] }[] = []
  const lists = document.querySelectorAll('main table, main .amounts, main [aria-label^="Provider"]')
  for (const [nth, list] of [...lists].entries()) {
    const rows = list instanceof HTMLTableElement ? [...list.rows] : [...list.children]
    const places = rows.flatMap((row) =>
      row instanceof HTMLTableRowElement
        ? [...row.cells].flatMap((cell) => placesIn(cell, `${nth} cell ${cell.cellIndex}`))
        : placesIn(row, String(nth)),
    )
    for (const [column, of] of Map.groupBy(places, ({ column: key }) => key))
      if (of.length > 1) columns.push({ column, points: of.map(({ point }) => point) })
  }
  return columns
}

function placesIn(part: Element, name: string): { column: string; point: number }[] {
  const amountsIn = [...part.querySelectorAll('.at-the-point')].filter(
    (one) => one.getClientRects().length > 0,
  )
  return amountsIn.map((amount, nth) => ({ column: `${name}.${nth}`, point: pointOf(amount) }))
}

function pointOf(amount: Element): number {
  const nodes = document.createTreeWalker(amount, NodeFilter.SHOW_TEXT)
  while (nodes.nextNode() !== null) {
    const at = (nodes.currentNode.textContent ?? '').indexOf('.')
    if (at < 0) continue
    const range = document.createRange()
    range.setStart(nodes.currentNode, at)
    range.setEnd(nodes.currentNode, at + 1)
    return range.getBoundingClientRect().left
  }
  throw new Error(`no point in ${amount.textContent}`)
}
