import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { languages } from '#contract/base/languages.ts'
import { getService } from '#contract/catalogue/catalogue.ts'
import { createOrder } from '#contract/orders/order-placing.ts'
import { cancelOrder, getOrder, listOrders, orderInFull } from '#contract/orders/orders.ts'
import { type Answer, like } from '#web/testing/answer-calls.ts'
import { expectShown, fill, openHere, press } from '#web/testing/expect-screens.ts'
import { catalogue, followers, makeOrder, oneOrder } from '#web/testing/shop.ts'

afterEach(() => page.viewport(1360, 820))

/** Ages in seconds: every format of relative times. */
const ages = [1, 59, 600, 3_000, 7_200, 80_000, 100_000, 600_000, 3_000_000, 30_000_000, 100_000_000]

test.each(languages)(
  'on the narrowest phone the time of an order fits on one line, in %s',
  async (language) => {
    await page.viewport(320, 720)
    const at = (seconds: number) => new Date(Date.now() - seconds * 1000).toISOString()
    const orders = ages.map((age, id) =>
      makeOrder({ id: 1_000_000 + id, price: 123_456.78, created_at: at(age) }),
    )
    await openHere({ at: '/orders', viewer: 'customer', language, answers: [[listOrders, { orders }]] })
    const times = () =>
      [...document.querySelectorAll('main tr time')].filter((time) => time.checkVisibility())
    await expect.poll(() => times().length).toBe(ages.length)
    await document.fonts.ready
    const broken = () => times().filter((time) => time.getClientRects().length !== 1)
    await expect.poll(() => broken().map(({ textContent }) => textContent)).toEqual([])
    await expect.poll(() => document.documentElement.scrollWidth - innerWidth).toBeLessThanOrEqual(0)
  },
)

test('on a phone the shortened name of an open order is not cut again', async () => {
  await page.viewport(390, 820)
  const order = makeOrder({
    service_name: 'Instagram Random Comments | Max 20K | 50K/Day | Start: 0-15 Minutes',
    status: 'PROCESSING',
    quantity: 80,
    remains: 61,
    price: 0.93912,
  })
  await openHere({ at: '/orders', viewer: 'customer', answers: [[listOrders, { orders: [order] }]] })
  const names = () =>
    [...document.querySelectorAll('main tbody bdi')].filter((name) => name.checkVisibility())
  await expect.poll(() => names().length).toBe(1)
  await document.fonts.ready
  const [name] = names()
  expect(name?.textContent).toContain(' … ')
  expect(name?.scrollHeight).toBe(name?.clientHeight)
})

test('canceling names the order and the refund, and then confirms it', async () => {
  const one = { id: 31, service_id: 24, service_name: 'Instagram Followers', quantity: 1000, price: 1.25 }
  let isCanceled = false
  const answers: Answer[] = [
    [
      getOrder,
      () =>
        Response.json(
          like(getOrder.answer.schema, {
            order: like(orderInFull, {
              ...one,
              ...(isCanceled
                ? { status: 'CANCELED', refunded: 1.25, cancel_refusal: 'ended' }
                : { status: 'PENDING', can_cancel: true, cancel_refusal: null }),
            }),
          }),
        ),
    ],
    [
      cancelOrder,
      () => {
        isCanceled = true
        return Response.json({ success: true, message: '' })
      },
    ],
  ]
  await openHere({ at: '/orders/31', viewer: 'customer', answers })
  await press('button', 'Cancel Order')
  const question = page.getByRole('alertdialog')
  // Its code is loaded on click.
  await vi.waitUntil(() => question.query() !== null, { timeout: 30_000 })
  await expect.poll(() => question.element().textContent).toContain('Cancel order 31?')
  expect(question.element().textContent).toContain('$1.25')
  expect(isCanceled).toBe(false)
  await question.getByRole('button', { name: 'Cancel Order' }).click()
  await expect.poll(() => document.body.textContent).toMatch(/Order 31 was canceled[^]{0,80}\$1\.25/)
})

const longName =
  `Instagram Followers | ${'Non Drop | Start 0-1 Hour | Speed 10K/Day | Real Users | '.repeat(4)}`.slice(
    0,
    250,
  )

test('the whole form fits on a screen of 1360 × 820, with the longest names and with errors', async () => {
  const answers: Answer[] = [[getService, Object.assign({}, followers, { name: longName })], ...catalogue]
  await openHere({ at: '/new-order?service=24', viewer: 'customer', answers })
  await expectShown({ region: [/^Instagram Followers/] })
  const beyond = () => document.documentElement.scrollHeight - innerHeight
  await expect.poll(beyond).toBeLessThanOrEqual(0)
  await fill('Quantity', '1')
  await press('button', /^Place Order/)
  await expectShown({ text: ['Please enter a link'] })
  await expect.poll(beyond).toBeLessThanOrEqual(0)
  await press('button', 'Budget')
  await expectShown({ textbox: ['Budget'] })
  await expect.poll(beyond).toBeLessThanOrEqual(0)
  const { bottom } = page.getByRole('textbox', { name: 'Budget' }).element().getBoundingClientRect()
  expect(bottom).toBeLessThan(innerHeight)
})

test('a budget buys its quantity and costs no more', async () => {
  const sent: unknown[] = []
  const create: Answer = [
    createOrder,
    async (request) => {
      sent.push(await request.json())
      return Response.json({ success: false, code: 'insufficient_balance' }, { status: 402 })
    },
  ]
  const answers: Answer[] = [[getService, Object.assign({}, followers, { rate: 1.3 })], create, ...catalogue]
  await openHere({ at: '/new-order?service=24', viewer: 'customer', answers })
  await press('button', 'Budget')
  const budget = page.getByRole('textbox', { name: 'Budget', exact: true })
  await expect.element(budget).toHaveFocus()
  await fill('Budget', '0.000001')
  await expect.element(budget).toHaveAccessibleDescription(/^The minimum order of 100 costs \$0\.13/)
  await fill('Budget', '3')
  await expect.element(budget).toHaveAccessibleDescription(/^Buys 2,307 for \$2\.9991/)
  await press('button', 'Quantity')
  await expect.element(page.getByRole('textbox', { name: 'Quantity' })).toHaveValue('2,307')
  await press('button', 'Budget')
  await fill('Link', 'https://example.com/budget')
  await press('button', /^Place Order/)
  await expect.poll(() => sent).toMatchObject([{ service_id: 24, quantity: 2307 }])
})

test('the figures of an order that was delivered in part add up', async () => {
  const part = { status: 'PARTIAL', quantity: 1000, remains: 400, price: 1.2345, refunded: 0.4938 }
  await openHere({ at: '/orders/31', viewer: 'customer', answers: [...oneOrder(part)] })
  const cost = page.getByRole('region', { name: 'Cost' })
  await expect.element(cost).toBeVisible()
  expect(cost.element().textContent).toMatch(
    /Delivered600Not delivered400.*\$1\.23450000.*\$0\.49380000.*You paid\$0\.74070000/,
  )
})
