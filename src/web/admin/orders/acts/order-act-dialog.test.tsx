import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { ZERO, money } from '#contract/base/money.ts'
import type { AdminOrder } from '#contract/orders/admin-orders.ts'
import { showPart } from '#web/testing/show-part.tsx'
import { OrderActDialog } from './order-act-dialog.tsx'

const order = {
  id: 12,
  status: 'PENDING',
  price: money(100_000_000n),
  refunded: ZERO,
  quantity: 100,
  user_email: 'linh@example.com',
  service_type: 'Default',
  supplies: [],
  dispatch: { state: 'review', attempt: 1, attempts: [] as AdminOrder['dispatch']['attempts'] },
} as unknown as AdminOrder // as much of one as the dialog shows

let takeAway = () => {}
beforeEach(() => {
  const details = { reason: 'order_moved', status: 'COMPLETED', dispatch: 'rejected' }
  const refusal = { success: false, code: 'state_conflict', message: 'x', details, requestId: 'r' }
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(refusal, { status: 409 })))
})
afterEach(() => {
  takeAway()
  vi.unstubAllGlobals()
})

test('an order that a colleague decided meanwhile is reported as changed, and reloaded', async () => {
  const reload = vi.fn<() => Promise<void>>(async () => {})
  const done = vi.fn<() => Promise<void>>(async () => {})
  takeAway = await showPart(
    <OrderActDialog
      order={order}
      act="refund"
      onClose={done}
      onDone={done}
      onMoved={reload}
      focusAfter={() => null}
    />,
  )
  await page.getByRole('textbox', { name: 'Reason' }).fill('asked them')
  await page.getByRole('button', { name: 'Refund', exact: true }).click()
  await expect
    .element(page.getByText(/^This order has changed since you opened it: it is now COMPLETED and rejected/))
    .toBeVisible()
  expect([reload, done].map(({ mock }) => mock.calls.length)).toEqual([1, 0])
})

const unclaimed = (id: string, charge_fits: boolean) => ({
  code: 'unclaimed_order',
  provider_order: id,
  charge_fits,
})

test.each([
  ['the only one that fits is filled in', [unclaimed('24191', true), unclaimed('24195', false)], '24191'],
  ['of two that fit none is', [unclaimed('24191', true), unclaimed('24195', true)], ''],
])('an order that exists at the provider: %s', async (_what, evidence, filled) => {
  const attempts = [{ provider_order: null, evidence }]
  const found = { ...order, dispatch: { ...order.dispatch, attempts } } as unknown as AdminOrder // as above
  const nothing = async () => {}
  takeAway = await showPart(
    <OrderActDialog
      order={found}
      act="exists"
      onClose={() => {}}
      onDone={nothing}
      onMoved={nothing}
      focusAfter={() => null}
    />,
  )
  await expect.element(page.getByRole('textbox', { name: "Provider's order ID" })).toHaveValue(filled)
})
