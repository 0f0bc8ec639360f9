import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

import { placeMassOrder } from '#contract/orders/mass-orders.ts'
import { createOrder } from '#contract/orders/order-placing.ts'
import { deleteUser, updateUser } from '#contract/users/admin-users.ts'
import { makeTestApp, type TestApp } from '#test/app.ts'
import { auditMoney } from '#test/audit.ts'
import { balanceOf, makeService, makeUser, type TestUser, usd } from '#test/factories.ts'
import { countLockWaits, holdAccount } from '#test/hold-account.ts'

import { placeOrder } from './place-order.ts'

let app: TestApp
let admin: TestUser
let service: { id: number }

beforeAll(async () => {
  app = await makeTestApp()
  admin = await makeUser(app.ctx, { role: 'admin' })
  service = await makeService(app.ctx, { rate: '1' })
})
afterEach(() => auditMoney(app.ctx))
afterAll(() => app.drop())

const line = () => ({ service_id: service.id, link: 'https://example.com/a', quantity: 1000 })
const order = (token: string) => app.call(createOrder, { token, body: line() })

const acts = [
  {
    name: 'deleted',
    end: (id: number) =>
      app.call(deleteUser, {
        token: admin.token,
        params: { id },
        query: { expected_balance: '10', expected_open_orders: '0' },
      }),
  },
  {
    name: 'blocked',
    end: (id: number) =>
      app.call(updateUser, { token: admin.token, params: { id }, body: { status: 'blocked' } }),
  },
]

describe.each(acts)('a customer who is $name while their orders wait for the account', ({ end }) => {
  test.each(['one order', 'orders together', 'a mass order'])('is charged nothing: %s', async (what) => {
    const { id, token } = await makeUser(app.ctx, { balance: '10' })
    const { letGo } = await holdAccount(app, id)
    // First in line for the account; orders that arrive now are still admitted.
    const ending = end(id)
    const answers: Promise<{ json: Record<string, unknown> }>[] = []
    try {
      await expect.poll(() => countLockWaits(app), { timeout: 5_000, interval: 5 }).toBe(1)
      if (what === 'a mass order')
        answers.push(app.call(placeMassOrder, { token, body: { lines: [line(), line()] } }))
      else for (let count = what === 'one order' ? 1 : 5; count > 0; count -= 1) answers.push(order(token))
      await expect.poll(() => countLockWaits(app), { timeout: 5_000, interval: 5 }).toBeGreaterThan(1)
    } finally {
      await letGo()
    }
    expect((await ending).status).toBe(200)
    // Orders that arrive after the end are unauthenticated.
    const codes = (await Promise.all(answers)).map(({ json }) => json['code'])
    expect(codes).toContain('account_blocked')
    for (const code of codes) expect(['account_blocked', 'authentication_required']).toContain(code)
    const { rows } = await app.database.pool.query('select from orders where user_id = $1', [id])
    expect([rows.length, await balanceOf(app.ctx, id)]).toEqual([0, usd('10')])
  })
})

test('an unblocked customer orders as before', async () => {
  const { id } = await makeUser(app.ctx, { balance: '10' })
  for (const status of ['blocked', 'active'] as const)
    await app.call(updateUser, { token: admin.token, params: { id }, body: { status } })
  await placeOrder(app.ctx, { userId: id, body: line() })
  expect(await balanceOf(app.ctx, id)).toBe(usd('9'))
})
