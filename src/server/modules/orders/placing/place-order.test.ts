import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { changeApiAccess, createApiKey } from '#contract/users/api-keys.ts'
import { createOrder } from '#contract/orders/order-placing.ts'
import { makeTestApp, type TestApp } from '#test/app.ts'
import { balanceOf, makeService, makeUser, usd } from '#test/factories.ts'

// Longer than most: charge and refusals of a single order, field by field. Concurrent orders have files of their own.

let app: TestApp

beforeAll(async () => {
  app = await makeTestApp()
})
afterAll(() => app.drop())

const link = 'https://instagram.com/someone'
const anySentence: unknown = expect.any(String)

async function ordersOf(userId: number) {
  return app.ctx.db.selectFrom('orders').selectAll().where('user_id', '=', userId).orderBy('seq').execute()
}

async function ledgerOf(userId: number) {
  return app.ctx.db
    .selectFrom('transactions')
    .selectAll()
    .where('user_id', '=', userId)
    .where('type', '=', 'order')
    .orderBy('seq')
    .execute()
}

describe('placing an order', () => {
  test('charges the price of the catalogue and returns the remaining balance', async () => {
    const user = await makeUser(app.ctx, { balance: '10' })
    const service = await makeService(app.ctx, { rate: '1.2345' })
    const { status, json } = await app.call(createOrder, {
      token: user.token,
      body: { service_id: service.id, link, quantity: 1001, price: 1.2357345 },
    })
    expect(status).toBe(201)
    expect(json).toMatchObject({
      success: true,
      order: { service_id: service.id, link, quantity: 1001, price: 1.2357345, status: 'PENDING' },
      balance: 8.7642655,
    })
    const [order] = await ordersOf(user.id)
    expect(order).toMatchObject({ dispatch: 'queued', price: usd('1.2357345'), seq: 1 })
    expect(await ledgerOf(user.id)).toMatchObject([
      { amount: usd('1.2357345'), balance_after: usd('8.7642655'), order_id: order?.id },
    ])
    expect(await balanceOf(app.ctx, user.id)).toBe(usd('8.7642655'))
    const account = await app.ctx.db
      .selectFrom('accounts')
      .selectAll()
      .where('user_id', '=', user.id)
      .executeTakeFirst()
    expect(account).toMatchObject({ pending: 1, orders_seq: 1 })
  })

  test('accepts an order that costs exactly the balance', async () => {
    const user = await makeUser(app.ctx, { balance: '0.3' })
    const service = await makeService(app.ctx, { rate: '0.1', min: 1 })
    const { status, json } = await app.call(createOrder, {
      token: user.token,
      body: { service_id: service.id, link, quantity: 3000, price: 0.1 * 3 },
    })
    expect([status, json['balance']]).toEqual([201, 0])
  })

  test('refuses what the balance does not cover with the sentence of the spec, and writes nothing', async () => {
    const user = await makeUser(app.ctx, { balance: '0.4' })
    const service = await makeService(app.ctx, { rate: '1.2' })
    const { status, json } = await app.call(createOrder, {
      token: user.token,
      body: { service_id: service.id, link, quantity: 1000 },
    })
    expect(status).toBe(402)
    expect(json).toMatchObject({
      success: false,
      code: 'insufficient_balance',
      message: 'Insufficient balance. Required: $1.20, Available: $0.40',
    })
    expect(await ordersOf(user.id)).toEqual([])
    expect(await balanceOf(app.ctx, user.id)).toBe(usd('0.4'))
  })

  test('answers 409 with the new price when the client was shown another one, and charges nothing', async () => {
    const user = await makeUser(app.ctx, { balance: '10' })
    const service = await makeService(app.ctx, { rate: '2' })
    for (const price of [0, 1.99999998, 2.00000002, -5, 1e300]) {
      const { status, json } = await app.call(createOrder, {
        token: user.token,
        body: { service_id: service.id, link, quantity: 1000, price },
      })
      expect([status, json['code'], json['fields']]).toEqual([409, 'price_changed', { price: 2 }])
    }
    const within = await app.call(createOrder, {
      token: user.token,
      body: { service_id: service.id, link, quantity: 1000, price: 2.00000001 },
    })
    expect(within.status).toBe(201)
    expect(await balanceOf(app.ctx, user.id)).toBe(usd('8'))
  })

  test("stores the link as typed, trimmed, when it belongs to the service's platform", async () => {
    const user = await makeUser(app.ctx, { balance: '10' })
    const { id } = await makeService(app.ctx, { platform: 'Telegram' })
    for (const typed of [' t.me/+abc\n', '@channel', 'HTTPS://T.me/a', 'https://t.me/a']) {
      const body = { service_id: id, link: typed, quantity: 100 }
      const answer = await app.call(createOrder, { token: user.token, body })
      expect([answer.status, answer.body.order.link]).toEqual([201, typed.trim()])
    }
    expect((await ordersOf(user.id)).map((order) => order.link)).toEqual([
      't.me/+abc',
      '@channel',
      'HTTPS://T.me/a',
      'https://t.me/a',
    ])
  })

  test('refuses bad input with its field, and writes nothing', async () => {
    const user = await makeUser(app.ctx, { balance: '1000' })
    const service = await makeService(app.ctx, { min: 100, max: 10_000 })
    const good = { service_id: service.id, link, quantity: 100 }
    const quantity = 'Quantity must be between 100 and 10000'
    const cases: [unknown, number, string, string?][] = [
      [{ ...good, quantity: 99 }, 422, 'quantity', quantity],
      [{ ...good, quantity: 10_001 }, 422, 'quantity', quantity],
      [{ ...good, quantity: -100 }, 422, 'quantity', quantity],
      [{ ...good, quantity: 3_000_000_000 }, 422, 'quantity', quantity],
      [{ ...good, quantity: undefined }, 422, 'quantity', quantity],
      [{ ...good, quantity: 100.5 }, 422, 'quantity', quantity],
      [{ ...good, quantity: 1.5 }, 422, 'quantity', quantity],
      [{ ...good, quantity: '100' }, 422, 'quantity'],
      [`{"service_id":${service.id},"link":"${link}","quantity":1e309}`, 422, 'quantity'],
      [{ ...good, quantity: null }, 422, 'quantity'],
      [{ ...good, link: '' }, 422, 'link', 'Please enter a link'],
      [{ ...good, link: '   ' }, 422, 'link', 'Please enter a link'],
      [{ ...good, link: undefined }, 422, 'link', 'Please enter a link'],
      [{ ...good, link: 'x'.repeat(2001) }, 422, 'link'],
      ...[
        'https://a\u0000b',
        'javascript:alert(1)',
        'JAVASCRIPT:alert(1)',
        'java\tscript:alert(1)',
        'data:text/html,x',
        'file:///a',
        '//a.de',
        'https://user:pass@a.de',
        'a b',
        't.me/+abc',
      ].map(
        (odd) =>
          [{ ...good, link: odd }, 422, 'link', 'Please enter a link'] as [unknown, number, string, string],
      ),
      [{ ...good, link: { a: 1 } }, 422, 'link'],
      [{ ...good, service_id: 0 }, 422, 'service_id', 'Please select a service'],
      [{ ...good, service_id: '24' }, 422, 'service_id', 'Please enter a number'],
      [{ ...good, service_id: undefined }, 422, 'service_id', 'Please select a service'],
      [{ ...good, price: '1' }, 422, 'price'],
      [{ ...good, is_admin: true }, 422, 'is_admin'],
      [[], 422, 'body'],
    ]
    for (const [body, status, field, sentence] of cases) {
      const answer = await app.call(createOrder, { token: user.token, body })
      expect(
        [answer.status, Object.keys(answer.body.fields ?? {})],
        JSON.stringify(body)?.slice(0, 80),
      ).toEqual([status, [field]])
      expect(answer.body.fields[field]).toEqual(sentence ?? anySentence)
    }
    const raw: [string, number, string][] = [
      ['{"service_id": NaN}', 400, 'invalid_json'],
      ['{', 400, 'invalid_json'],
      [JSON.stringify({ ...good, link: 'x'.repeat(2_000_000) }), 413, 'payload_too_large'],
      [`{"service_id":${service.id},"__proto__":{"x":1}}`, 400, 'invalid_json'],
    ]
    for (const [body, status, code] of raw) {
      const answer = await app.call(createOrder, { token: user.token, body })
      expect([answer.status, answer.body.code]).toEqual([status, code])
    }
    const form = await app.call(createOrder, {
      token: user.token,
      body: 'a=b',
      headers: { 'content-type': 'text/plain' },
    })
    expect([form.status, form.body.code]).toEqual([415, 'unsupported_media_type'])
    expect(await ordersOf(user.id)).toEqual([])
    expect(await balanceOf(app.ctx, user.id)).toBe(usd('1000'))
  })

  test('refuses a service that is not sold: unknown, switched off, deleted', async () => {
    const user = await makeUser(app.ctx, { balance: '10' })
    const off = await makeService(app.ctx)
    await app.ctx.db.updateTable('services').set({ is_active: false }).where('id', '=', off.id).execute()
    for (const service_id of [off.id, 2_000_000_000]) {
      const { status, body } = await app.call(createOrder, {
        token: user.token,
        body: { service_id, link, quantity: 100 },
      })
      expect([status, body.code]).toEqual([404, 'service_not_found'])
    }
  })

  test("refuses a stranger, and another user's id", async () => {
    const [user, other] = [
      await makeUser(app.ctx, { balance: '10' }),
      await makeUser(app.ctx, { balance: '10' }),
    ]
    const service = await makeService(app.ctx)
    const body = { service_id: service.id, link, quantity: 100 }
    expect((await app.call(createOrder, { body })).status).toBe(401)
    expect(
      (await app.call(createOrder, { token: user.token, body: { ...body, user_id: other.id } })).status,
    ).toBe(403)
    const own = { ...body, user_id: user.id, service_name: 'Free', email: 'a@b.cc' }
    expect((await app.call(createOrder, { token: user.token, body: own })).status).toBe(201)
    expect(await ordersOf(other.id)).toEqual([])
  })

  test('charges a package its own price and a list its number of lines', async () => {
    const user = await makeUser(app.ctx, { balance: '100' })
    const packaged = await makeService(app.ctx, { type: 'Package', rate: '7.5' })
    const comments = await makeService(app.ctx, { type: 'Custom Comments', rate: '10', min: 2 })
    const one = await app.call(createOrder, { token: user.token, body: { service_id: packaged.id, link } })
    expect(one.json).toMatchObject({ order: { quantity: 1, price: 7.5 } })
    const body = { service_id: comments.id, link, comments: 'first\r\n\r\n second \nthird', quantity: 3 }
    const three = await app.call(createOrder, { token: user.token, body })
    expect(three.json).toMatchObject({ order: { quantity: 3, price: 0.03 } })
    const [, order] = await ordersOf(user.id)
    expect(order?.details).toEqual({ comments: 'first\nsecond\nthird' })
    const tooFew = await app.call(createOrder, {
      token: user.token,
      body: { ...body, quantity: 1, comments: 'one' },
    })
    expect(tooFew.status).toBe(422)
  })
})

describe('a field that the type does not have', () => {
  test.each([
    ['Package', { quantity: 5 }, { quantity: { code: 'quantity_one' } }],
    [
      'Custom Comments',
      { comments: 'a\nb\nc', quantity: 9 },
      { quantity: { code: 'quantity_counted', count: 3 } },
    ],
    ['Custom Comments Package', { comments: 'a', quantity: 2 }, { quantity: { code: 'quantity_one' } }],
    ['Default', { quantity: 100, comments: 'nice' }, { comments: { code: 'field_not_taken' } }],
    ['Poll', { quantity: 100, answer_number: 1, media: 'x' }, { media: { code: 'field_not_taken' } }],
    [
      'Default',
      { quantity: 1, answer_number: 2 },
      { answer_number: { code: 'field_not_taken' }, quantity: {} },
    ],
  ] as const)('is refused for an order of %s, with a session and a key', async (type, own, refused) => {
    const user = await makeUser(app.ctx, { balance: '100' })
    const service = await makeService(app.ctx, { type, rate: '7.5', min: 2 })
    const { body: made } = await app.call(createApiKey, { token: user.token })
    await app.call(changeApiAccess, { token: user.token, body: { daily_limit: 50 } })
    for (const token of [user.token, made.key]) {
      const answer = await app.call(createOrder, { token, body: { service_id: service.id, link, ...own } })
      expect([answer.status, answer.json['field_codes']]).toMatchObject([422, refused])
    }
    expect(await ordersOf(user.id)).toEqual([])
  })

  test('is ignored when empty, and an equal quantity is accepted', async () => {
    const user = await makeUser(app.ctx, { balance: '100' })
    const packaged = await makeService(app.ctx, { type: 'Package', rate: '7.5', min: 1000, max: 1000 })
    for (const own of [
      {},
      { quantity: 1 },
      { quantity: 1000 },
      { comments: ' ', media: null, answer_number: '' },
    ]) {
      const asked = { service_id: packaged.id, link, ...own }
      const { status, body } = await app.call(createOrder, { token: user.token, body: asked })
      expect([status, body.order.quantity]).toEqual([201, 1])
    }
  })
})

describe('the same order again under its key', () => {
  const changes: [string, string][] = [
    ['was taken off the catalogue', 'update services set is_active = false where id = $1'],
    ['was deleted', 'update services set deleted_at = now(), is_active = false where id = $1'],
    ['takes more at the least', 'update services set min = 5000, max = 9000 where id = $1'],
    ['has another price', 'update services set rate = rate * 2 where id = $1'],
    ['is of another type', "update services set type = 'Custom Comments' where id = $1"],
  ]

  test.each(changes)('gets its first answer when the service %s since', async (_, change) => {
    const user = await makeUser(app.ctx, { balance: '1' })
    const service = await makeService(app.ctx, { rate: '1' })
    const body = { service_id: service.id, link, quantity: 1000, price: 1 }
    const send = (more = {}) =>
      app.call(createOrder, {
        token: user.token,
        body: { ...body, ...more },
        headers: { 'idempotency-key': 'once' },
      })
    const first = await send()
    expect(first.status).toBe(201)
    await app.ctx.pool.query(change, [service.id])
    app.ctx.events.publish({ topic: 'catalogue' })
    const again = await send()
    expect([again.status, again.json, again.headers.get('idempotent-replayed')]).toEqual([
      201,
      first.json,
      'true',
    ])
    const other = await send({ quantity: 1001 })
    expect([other.status, other.body.code]).toEqual([409, 'idempotency_key_reused'])
    expect(await ordersOf(user.id)).toHaveLength(1)
  })
})
