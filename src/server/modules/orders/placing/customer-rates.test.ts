import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

import { register } from '#contract/users/auth.ts'
import { getService } from '#contract/catalogue/catalogue.ts'
import { updateService } from '#contract/catalogue/admin-services.ts'
import { getRates } from '#contract/users/customer-rates.ts'
import { priceOf } from '#contract/orders/order-rules.ts'
import { createOrder } from '#contract/orders/order-placing.ts'
import { getOrder, listOrders } from '#contract/orders/orders.ts'
import { moneyToNumber } from '#contract/base/money.ts'
import { rateFor } from '#contract/catalogue/rate-for.ts'
import { updateSettings } from '#contract/settings/admin-settings.ts'
import { updateUser } from '#contract/users/admin-users.ts'
import { makeTestApp, type TestApp } from '#test/app.ts'
import { auditMoney } from '#test/audit.ts'
import {
  balanceOf,
  giveBalance,
  makeProvider,
  makeService,
  makeUser,
  type TestUser,
  usd,
} from '#test/factories.ts'

// Longer than most: one discount from its promotion to its last price, on one app.

let app: TestApp
let admin: TestUser
beforeAll(async () => {
  app = await makeTestApp()
  admin = await makeUser(app.ctx, { role: 'admin' })
})
afterEach(() => auditMoney(app.ctx))
afterAll(() => app.drop())

const order = (token: string, body: Record<string, unknown>) =>
  app.call(createOrder, { token, body: { link: 'https://example.com/a', ...body } })
const settle = (id: number, body: Record<string, unknown>) =>
  app.call(updateUser, { token: admin.token, params: { id }, body })

async function registerDuringPromotion(): Promise<{ id: number; token: string }> {
  const promotion = { percent: 12.5, days: 30, until: null }
  await app.call(updateSettings, { token: admin.token, body: { promotion } })
  const email = `promoted-${crypto.randomUUID()}@example.com`
  const { body } = await app.call(register, { body: { name: 'Bo', email, password: 'a-long-password' } })
  await app.call(updateSettings, { token: admin.token, body: { promotion: null } })
  await giveBalance(app.ctx, body.user.id, '100')
  return { id: body.user.id, token: body.token }
}

describe('one service at $1.2345, for three customers', () => {
  let serviceId = 0
  let promoted: { id: number; token: string }
  let special: TestUser
  let plain: TestUser
  beforeAll(async () => {
    serviceId = (await makeService(app.ctx, { rate: '1.2345', max: 1_000_000 })).id
    promoted = await registerDuringPromotion()
    special = await makeUser(app.ctx, { balance: '100' })
    plain = await makeUser(app.ctx, { balance: '100' })
    // The custom rate replaces the discount even if it is higher.
    const rule = { discount_percent: 50, rates: { [serviceId]: 1.1111 } }
    await settle(special.id, rule)
  })

  test('each pays their own price to the unit, one by one', async () => {
    for (const [token, price] of [
      // 1.2345 less 12.5 % is 1.0801875: 1.0802 with 4 decimals.
      [promoted.token, '1.33296680'],
      [special.token, '1.37109740'],
      [plain.token, '1.52337300'],
    ] as const) {
      const { status, body } = await order(token, { service_id: serviceId, quantity: 1234 })
      expect([status, body.order.price]).toEqual([201, usd(price)])
    }
  })

  test('each pays their own price in one batch with the others', async () => {
    const before = await Promise.all([promoted, special, plain].map(({ id }) => balanceOf(app.ctx, id)))
    const each = 30
    const answers = await Promise.all(
      Array.from({ length: each }, () =>
        [promoted, special, plain].map(({ token }) =>
          order(token, { service_id: serviceId, quantity: 1000 }),
        ),
      ).flat(),
    )
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201))
    const after = await Promise.all([promoted, special, plain].map(({ id }) => balanceOf(app.ctx, id)))
    const paid = before.map((balance, at) => balance - (after[at] ?? 0n))
    expect(paid).toEqual([usd('1.0802'), usd('1.1111'), usd('1.2345')].map((rate) => rate * BigInt(each)))
  })

  test('the applied rate is stored with each order, alone and in a batch', async () => {
    const reasonsOf = async ({ token }: { token: string }) => {
      const { body } = await app.call(listOrders, { token, query: { limit: '200' } })
      const read = async (id: number) =>
        (await app.call(getOrder, { token, params: { id } })).body.order.events
      const all = await Promise.all(body.orders.map(({ id }) => read(id)))
      return all.map(([created]) => created)
    }
    for (const [who, details] of [
      [promoted, { discount_percent: 12.5 }],
      [special, { own_rate: 1 }],
      [plain, {}],
    ] as const) {
      const reasons = await reasonsOf(who)
      expect(reasons.length).toBeGreaterThan(30)
      const created = { type: 'created', message: 'Order Created', created_at: expect.any(Date) }
      expect(reasons).toEqual(reasons.map(() => ({ ...created, details })))
    }
  })

  test('each customer sees their own rule, and another price is refused', async () => {
    const rules = await Promise.all(
      [promoted, special, plain].map(async ({ token }) => (await app.call(getRates, { token })).body),
    )
    expect(rules).toEqual([
      { discount_percent: 12.5, until: expect.any(Date), rates: {} },
      { discount_percent: 50, until: null, rates: { [serviceId]: usd('1.1111') } },
      { discount_percent: 0, until: null, rates: {} },
    ])
    const service = (await app.call(getService, { params: { id: serviceId } })).body
    for (const [at, { token }] of [promoted, special, plain].entries()) {
      const price = moneyToNumber(priceOf('Default', rateFor(service, rules[at]), 777))
      const body = { service_id: serviceId, quantity: 777 }
      expect((await order(token, { ...body, price })).status).toBe(201)
      const refused = await order(token, { ...body, price: price + 0.00000002 })
      expect([refused.body.code, refused.body.fields]).toEqual(['price_changed', { price }])
    }
  })

  test('the discount ends on its date, and its price with it', async () => {
    const { token, id } = await registerDuringPromotion()
    const until = (await app.call(getRates, { token })).body.until?.getTime() ?? 0
    expect(Math.abs(until - Date.now() - 30 * 86_400_000)).toBeLessThan(600_000)
    const rule = (await app.call(getRates, { token })).body
    const rateAt = (at: number) => rateFor({ id: serviceId, rate: usd('1.2345') }, rule, new Date(at))
    expect([rateAt(until - 1), rateAt(until)]).toEqual([usd('1.0802'), usd('1.2345')])
    await settle(id, { discount_until: '2020-01-01T00:00:00Z' })
    expect((await app.call(getRates, { token })).body).toEqual({
      discount_percent: 0,
      until: null,
      rates: {},
    })
    const { body } = await order(token, { service_id: serviceId, quantity: 1000 })
    expect(body.order.price).toBe(usd('1.2345'))
  })
})

test('the statement and the browser calculate the same price, for any rate and discount', async () => {
  const user = await makeUser(app.ctx, { balance: '1000000' })
  for (const [rate, percent] of [
    ['0.0001', 90],
    ['0.0001', 0.01],
    ['0.0003', 33.33],
    ['1.2345', 12.5],
    ['7.7777', 66.67],
    ['123456.7891', 0.07],
    ['99999.9999', 89.99],
  ] as const) {
    const { id } = await makeService(app.ctx, { rate, min: 1, max: 1_000_000 })
    await settle(user.id, { discount_percent: percent })
    const rule = (await app.call(getRates, { token: user.token })).body
    for (const quantity of [1, 7, 999]) {
      const { body } = await order(user.token, { service_id: id, quantity })
      expect(body.order.price).toBe(priceOf('Default', rateFor({ id, rate: usd(rate) }, rule), quantity))
    }
  }
})

test('a customer pays the rate set by staff who may change balances, and never sees another customer’s rule', async () => {
  const user = await makeUser(app.ctx)
  const service = await makeService(app.ctx)
  const desk = await makeUser(app.ctx, { role: 'admin', permissions: ['users'] })
  const body = { discount_percent: 5, rates: { [service.id]: 1.5 } }
  const asDesk = await app.call(updateUser, { token: desk.token, params: { id: user.id }, body })
  expect(asDesk.body.code).toBe('insufficient_permissions')
  expect((await settle(user.id, body)).status).toBe(200)
  const query = { user_id: String(user.id) }
  expect((await app.call(getRates, { token: desk.token, query })).body.discount_percent).toBe(5)
  const stranger = await makeUser(app.ctx)
  expect((await app.call(getRates, { token: stranger.token, query })).status).toBe(403)
  for (const odd of [
    { discount_percent: 91 },
    { discount_percent: -1 },
    { rates: { [service.id]: 0 } },
    { rates: { [service.id]: 0.00001 } },
    { rates: { 987654: 1 } },
    { rates: { x: 1 } },
  ])
    expect((await settle(user.id, odd)).status).toBe(422)
  await settle(user.id, { rates: { [service.id]: null } })
  expect((await app.call(getRates, { token: user.token })).body.rates).toEqual({})
  const { rows } = await app.ctx.pool.query(
    "select after->'pays' as pays from audit_log where subject = 'user' and subject_id = $1 order by number",
    [user.id],
  )
  expect(rows.map(({ pays }) => pays)).toEqual([
    { discount_percent: 5, until: null, rates: { [service.id]: 1.5 } },
    { discount_percent: 5, until: null, rates: {} },
  ])
})

test('a service without a supply is sold when the operator delivers it by hand, and not otherwise', async () => {
  const user = await makeUser(app.ctx, { balance: '10' })
  const { id } = await makeService(app.ctx)
  const say = (by_hand: boolean) =>
    app.call(updateService, { token: admin.token, params: { id }, body: { by_hand } })
  await say(false)
  const refused = await order(user.token, { service_id: id, quantity: 100 })
  expect([refused.status, refused.body.code]).toEqual([409, 'service_unavailable'])
  expect((await app.call(getService, { params: { id } })).status).toBe(404)
  await say(true)
  expect((await order(user.token, { service_id: id, quantity: 100 })).status).toBe(201)
  expect((await app.call(getService, { params: { id } })).status).toBe(200)
})

test('a custom rate below cost is saved with a warning, and one that is not without', async () => {
  const customer = await makeUser(app.ctx)
  const provider = await makeProvider(app.ctx, { url: 'http://127.0.0.1:9' })
  const supplied = (service: string) => ({ providerId: provider.id, service, cost: '0.9' })
  const [refused, atLoss, fine, byHand] = [
    await makeService(app.ctx, { rate: '1.2', supply: supplied('51') }),
    await makeService(app.ctx, { rate: '1.2', supply: supplied('52') }),
    await makeService(app.ctx, { rate: '1.2', supply: supplied('53') }),
    await makeService(app.ctx, { rate: '1.2' }),
  ]
  await app.ctx.pool.query('update services set below_cost = true where id = $1', [atLoss.id])
  const rates = { [refused.id]: 0.8999, [atLoss.id]: 0.5, [fine.id]: 0.9, [byHand.id]: 0.1 }
  const { status, json } = await settle(customer.id, { rates })
  expect([status, json['warnings']]).toEqual([
    200,
    [
      { code: 'rate_below_cost', service_id: refused.id, rate: 0.8999, cost: 0.9, is_sold_below_cost: false },
      { code: 'rate_below_cost', service_id: atLoss.id, rate: 0.5, cost: 0.9, is_sold_below_cost: true },
    ],
  ])
  expect((await settle(customer.id, { rates: { [refused.id]: null } })).json['warnings']).toEqual([])
})
