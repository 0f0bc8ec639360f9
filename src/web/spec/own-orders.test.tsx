import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { languages } from '#contract/base/languages.ts'
import { cancelOrder, getOrder, listOrders, orderInFull } from '#contract/orders/orders.ts'
import { type Answer, like } from '#web/testing/answer-calls.ts'
import { openHere, press } from '#web/testing/expect-screens.ts'
import { makeOrder } from '#web/testing/shop.ts'

afterEach(() => page.viewport(1360, 820))

/** How long ago, in seconds: every form that a time is told in. */
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
  await expect.poll(() => question.element().textContent).toContain('Cancel order 31?')
  expect(question.element().textContent).toContain('$1.25')
  expect(isCanceled).toBe(false)
  await question.getByRole('button', { name: 'Cancel Order' }).click()
  await expect.poll(() => document.body.textContent).toMatch(/Order 31 was canceled[^]{0,80}\$1\.25/)
})
