import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { getDashboard } from '#contract/reports/dashboard.ts'
import { createOrder } from '#contract/orders/order-placing.ts'
import { getOrder, getOrderStatus, listOrders, refillOrder } from '#contract/orders/orders.ts'
import { getService, listCategories, listServiceIndex } from '#contract/catalogue/catalogue.ts'
import { type Answer, answerCalls, refuse } from '#web/testing/answer-calls.ts'
import { expectScreens, expectShown, fill, openHere, press } from '#web/testing/expect-screens.ts'
import { catalogue, makeOrder, oneOrder } from '#web/testing/shop.ts'

async function fillOrder(link = 'https://example.com/a', quantity?: string): Promise<void> {
  await fill('Link', link)
  if (quantity !== undefined) await fill('Quantity', quantity)
  await press('button', /^Place Order/)
}

const delivered = {
  status: 'COMPLETED',
  refill: true,
  can_refill: true,
  refill_refusal: null,
  cancel_refusal: 'ended',
}
const pending = { status: 'PENDING', can_cancel: true, cancel_refusal: null }
const events = [
  { type: 'status', message: '', details: { to: 'PROCESSING' }, created_at: '2026-05-04T12:05:00.000Z' },
  { type: 'created', message: '', details: {}, created_at: '2026-05-04T12:00:00.000Z' },
]
const answered = (members: object): Answer[1] => ({
  success: true,
  message: 'Order placed',
  balance: 11.25,
  ...members,
})
/** With a platform besides the large ones, which have their own buttons. */
const morePlatforms: readonly Answer[] = [
  [
    listCategories,
    [
      { id: 3, name: 'Instagram: Followers', platform: 'Instagram', services: 1 },
      { id: 4, name: 'Discord: Members', platform: 'Discord', services: 1 },
    ],
  ],
  ...catalogue,
]
const statuses = [
  'PENDING',
  'PROCESSING',
  'COMPLETED',
  'PARTIAL',
  'REFILL',
  'CANCELED',
  'REFUNDED',
  'FAILED',
  'ODD',
]

expectScreens([
  {
    name: 'Dashboard',
    at: '/dashboard',
    viewer: 'customer',
    answers: [[getDashboard, { recent: [makeOrder()] }]],
    shows: {
      heading: ['Hello, Linh', 'Recent orders', 'Account summary', 'Need Help?'],
      link: ['Add Funds', 'New Order', 'Contact Support'],
      columnheader: ['ID', 'Service', 'Status', 'Date', 'Price'],
      text: ['Balance', '$12.50', 'Total orders', 'Pending orders', '$1.25', 'COMPLETED'],
    },
  },
  {
    name: 'Dashboard, empty',
    at: '/dashboard',
    viewer: 'customer',
    shows: { text: ['No orders found. Start by placing a new order!'] },
  },
  {
    name: 'Dashboard, failed',
    at: '/dashboard',
    viewer: 'customer',
    answers: [[getDashboard, refuse(500)]],
    shows: { text: ['Unable to load recent orders. Please try again later.'], button: ['Try Again'] },
  },
  {
    name: 'New Order, a service chosen by its address',
    at: '/new-order?service=24',
    viewer: 'customer',
    answers: morePlatforms,
    shows: {
      heading: ['New Order', 'Order summary'],
      combobox: ['Service', 'Category'],
      textbox: ['Link', 'Quantity'],
      button: [/^Place Order/, 'More platforms'],
      text: [
        'ID',
        'Platform',
        'Rate per 1,000',
        'Min – max',
        'Description',
        /^Real people/,
        '$1.2500',
        '$0.12500000',
        '24',
      ],
    },
  },
  {
    name: 'New Order, platforms',
    at: '/new-order',
    viewer: 'customer',
    answers: morePlatforms,
    first: () => press('button', 'More platforms'),
    shows: { searchbox: ['Find a platform'] },
  },
  {
    name: 'New Order, nothing chosen',
    at: '/new-order',
    viewer: 'customer',
    answers: catalogue,
    first: () => press('button', /^Place Order/),
    shows: { text: ['Please select a service', 'Please enter a link'] },
  },
  {
    name: 'New Order, quantity',
    at: '/new-order?service=24',
    viewer: 'customer',
    answers: catalogue,
    first: () => fillOrder('https://example.com/a', '99'),
    shows: { text: ['Quantity must be between 100 and 10000'] },
  },
  {
    name: 'New Order, balance',
    at: '/new-order?service=24',
    viewer: 'customer',
    answers: [
      ...catalogue,
      [
        createOrder,
        refuse(402, { code: 'insufficient_balance', details: { required: 1.2, available: 0.4 } }),
      ],
    ],
    first: () => fillOrder(),
    shows: { text: ['Insufficient balance. Required: $1.20, Available: $0.40'] },
  },
  {
    name: 'New Order, failed',
    at: '/new-order?service=24',
    viewer: 'customer',
    answers: [...catalogue, [createOrder, refuse(500)]],
    first: () => fillOrder(),
    shows: { text: ['Failed to place order. Please try again later.'] },
  },
  {
    name: 'New Order, no order comes back',
    at: '/new-order?service=24',
    viewer: 'customer',
    answers: [...catalogue, [createOrder, () => Response.json({ success: true }, { status: 201 })]],
    first: () => fillOrder(),
    shows: { text: ['Unknown error occurred'] },
  },
  {
    name: 'New Order, services failed',
    at: '/new-order',
    viewer: 'customer',
    answers: [[listServiceIndex, refuse(500)]],
    first: () => press('combobox', 'Service'),
    shows: { text: [/^Failed to load services\. Please try again later\./] },
  },
  {
    name: 'New Order, placed',
    at: '/new-order?service=24',
    viewer: 'customer',
    answers: [
      ...catalogue,
      [createOrder, answered({ order: makeOrder({ status: 'PENDING', quantity: 100, price: 0.125 }) })],
    ],
    first: () => fillOrder(),
    shows: {
      text: ['Order ID', 'Service', 'Quantity', 'Status', 'Total', 'PENDING', '$0.12500000', '31'],
      button: ['Place Another Order'],
      link: ['View Order Details'],
    },
  },
  {
    name: 'Order History',
    at: '/orders',
    viewer: 'customer',
    answers: [
      [listOrders, { orders: statuses.map((status, index) => makeOrder({ id: 31 + index, status })) }],
    ],
    shows: {
      heading: ['Order History'],
      button: [/^All/, /^Pending/, /^Processing/, /^Completed/, /^Canceled/, 'Refresh Status'],
      searchbox: ['Search orders'],
      text: [
        'PENDING',
        'PROCESSING',
        'COMPLETED',
        'PARTIAL',
        'REFILLING',
        'CANCELED',
        'REFUNDED',
        'FAILED',
        /^unknown$/i,
      ],
    },
  },
  {
    name: 'Order History, failed',
    at: '/orders',
    viewer: 'customer',
    answers: [[listOrders, refuse(500)]],
    shows: { text: ['Unable to load orders. Please try again later.'] },
  },
  {
    name: 'Order History, refill',
    at: '/orders',
    viewer: 'customer',
    answers: [...oneOrder(delivered), [refillOrder, { message: 'x' }]],
    first: () => press('button', 'Refill Order 31'),
    shows: { text: ['Refill requested successfully'] },
  },
  {
    name: 'Order History, refill refused by the server',
    at: '/orders',
    viewer: 'customer',
    answers: [...oneOrder(delivered), [refillOrder, refuse(500, { message: 'not now' })]],
    first: () => press('button', 'Refill Order 31'),
    shows: { text: ['Failed to request refill: not now'] },
  },
  {
    name: 'Order History, refill refused without a word',
    at: '/orders',
    viewer: 'customer',
    answers: [...oneOrder(delivered), [refillOrder, refuse(500)]],
    first: () => press('button', 'Refill Order 31'),
    shows: { text: ['Failed to request refill'] },
  },
  {
    name: 'Order details',
    at: '/orders/31',
    viewer: 'customer',
    answers: oneOrder({ ...pending, events }),
    shows: {
      heading: [/^Order 31/, 'Order information', 'Progress', 'History'],
      button: ['Refresh', 'Cancel Order'],
      text: [
        'Service',
        'Link',
        'Quantity',
        'Start count',
        'Remains',
        'Order Created',
        'Status Changed to PROCESSING',
        /This order is pending\. Changes appear here once it is processed\./,
      ],
    },
  },
  {
    name: 'Order details, not found',
    at: '/orders/99',
    viewer: 'customer',
    answers: [[getOrder, refuse(404, { code: 'order_not_found' })]],
    shows: { heading: ['Order Not Found'] },
  },
  {
    name: 'Order details, failed',
    at: '/orders/31',
    viewer: 'customer',
    answers: [[getOrder, refuse(500)]],
    shows: { text: ['Unable to load order details. Please try again later.'] },
  },
  {
    name: 'Order details, refresh failed',
    at: '/orders/31',
    viewer: 'customer',
    answers: [...oneOrder(), [getOrderStatus, refuse(500)]],
    first: () => press('button', 'Refresh'),
    shows: { text: ['Failed to refresh order status. Please try again later.'] },
  },
  {
    name: 'Order details, refill',
    at: '/orders/31',
    viewer: 'customer',
    answers: [...oneOrder(delivered), [refillOrder, { message: 'x' }]],
    first: () => press('button', 'Refill Order'),
    shows: { text: ['Order refill requested successfully'] },
  },
  {
    name: 'Order details, refill failed',
    at: '/orders/31',
    viewer: 'customer',
    answers: [...oneOrder(delivered), [refillOrder, refuse(500)]],
    first: () => press('button', 'Refill Order'),
    shows: { text: ['Failed to refill order. Please try again later.'] },
  },
])

test('input stays after a service that failed to load is loaded again', async () => {
  const answerLater = answerCalls(catalogue)
  let isUp = false
  const answer = (request: Request) => (isUp ? answerLater(request) : refuse(500)())
  await openHere({
    at: '/new-order?service=24',
    viewer: 'customer',
    answers: [[getService, answer], ...catalogue],
  })
  await fill('Link', 'https://example.com/a')
  await fill('Quantity', '250')
  isUp = true
  await press('button', 'Try Again')
  await expectShown({ region: ['Instagram Followers'] })
  await expect.element(page.getByRole('textbox', { name: 'Link' })).toHaveValue('https://example.com/a')
  await expect.element(page.getByRole('textbox', { name: 'Quantity' })).toHaveValue('250')
})

test.each([1360, 390])(
  'Place Order says what is missing where it is missing, and leads there, at %i px',
  async (width) => {
    await page.viewport(width, 820)
    const place = () => press('button', /^Place Order/)
    const picker = page.getByRole('combobox', { name: 'Service' })
    const link = page.getByRole('textbox', { name: 'Link' })
    const quantity = page.getByRole('textbox', { name: 'Quantity' })
    await openHere({ at: '/new-order', viewer: 'customer', answers: catalogue, first: place })
    await expect.element(picker).toHaveFocus()
    await expect.element(picker).toHaveAccessibleDescription('Please select a service')
    await expect.element(link).toHaveAccessibleDescription('Please enter a link')
    await openHere({ at: '/new-order?service=24', viewer: 'customer', answers: catalogue })
    await expect.element(quantity).toHaveValue('100')
    await fill('Quantity', '')
    await place()
    await expect.element(link).toHaveFocus()
    await expect.element(link).toHaveAccessibleDescription('Please enter a link')
    await expect.element(quantity).toHaveAccessibleDescription('Quantity must be between 100 and 10000')
    await fill('Link', 'https://example.com/a')
    await place()
    await expect.element(quantity).toHaveFocus()
    await page.viewport(1360, 820)
  },
)

test('on a phone the field after the service is above the bar, whatever was shown of the service', async () => {
  await page.viewport(390, 740)
  await openHere({ at: '/new-order', viewer: 'customer', answers: catalogue })
  await page.getByRole('combobox', { name: 'Service' }).click()
  await page.getByRole('listbox').getByRole('option').first().click()
  await expectShown({ region: ['Instagram Followers'] })
  const link = page.getByRole('textbox', { name: 'Link' })
  await expect.element(link).toHaveFocus()
  const bar = () => document.querySelector('[data-bottom-bar]')?.getBoundingClientRect().top ?? 0
  await expect.poll(() => bar() - link.element().getBoundingClientRect().bottom).toBeGreaterThan(0)
  await page.viewport(1360, 820)
})
