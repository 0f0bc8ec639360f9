import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

import { changeApiAccess, createApiKey, getApiAccess } from '#contract/users/api-keys.ts'
import { placeMassOrder } from '#contract/orders/mass-orders.ts'
import { createOrder } from '#contract/orders/order-placing.ts'
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
  type TestService,
  usd,
} from '#test/factories.ts'

// Longer than most: the guarantees of one order, for many in one call.

let app: TestApp
let other: TestApp
let service: TestService

beforeAll(async () => {
  app = await makeTestApp()
  other = await app.another()
  service = await makeService(app.ctx, { rate: '1', min: 100, max: 1_000_000 })
})
afterEach(() => auditMoney(app.ctx))
afterAll(() => app.drop())

type Asked = { service_id?: number; link?: string; quantity?: number }

const lineOf = (own: Asked = {}) => ({
  service_id: service.id,
  link: 'https://example.com/a',
  quantity: 1000,
  ...own,
})
const linesOf = (count: number) =>
  Array.from({ length: count }, (_, at) => lineOf({ link: `https://example.com/${at}` }))

const send = (token: string, lines: readonly Asked[], key?: string, at = app) =>
  at.call(placeMassOrder, {
    token,
    body: { lines },
    ...(key !== undefined && { headers: { 'idempotency-key': key } }),
  })

/** 'placed' or the error code of each line. */
const outcomesOf = ({ body: { results } }: Awaited<ReturnType<typeof send>>) =>
  results.map((one) => ('order' in one ? 'placed' : one.code))

async function ordersOf(userId: number) {
  return app.ctx.db.selectFrom('orders').selectAll().where('user_id', '=', userId).orderBy('seq').execute()
}

describe('lines are independent', () => {
  test('a refused line has its error, and the others are placed in order at their prices', async () => {
    const admin = await makeUser(app.ctx, { role: 'admin' })
    const user = await makeUser(app.ctx, { balance: '100' })
    const provider = await makeProvider(app.ctx, { url: 'http://127.0.0.1:9' })
    const dear = await makeService(app.ctx, {
      rate: '2',
      supply: { providerId: provider.id, service: '1', cost: '3' },
    })
    const talked = await makeService(app.ctx, { type: 'Custom Comments' })
    const boxed = await makeService(app.ctx, { type: 'Package', rate: '7' })
    const own = await makeService(app.ctx, { rate: '5' })
    await app.call(updateUser, {
      token: admin.token,
      params: { id: user.id },
      body: { rates: { [own.id]: 1.5 } },
    })
    const blocked = { links: ['example.com/blocked'], categories: [] }
    await app.call(updateSettings, { token: admin.token, body: { blocked } })
    const lines = [
      lineOf({ link: ' https://example.com/first ' }),
      lineOf({ service_id: 999_999 }),
      lineOf({ service_id: 0.5 }),
      lineOf({ link: 'javascript:alert(1)' }),
      lineOf({ link: 'https://example.com/blocked/1' }),
      lineOf({ quantity: 99 }),
      lineOf({ quantity: 2 ** 40 }),
      lineOf({ service_id: talked.id }),
      lineOf({ service_id: dear.id }),
      { service_id: boxed.id, link: 'https://example.com/box' },
      { service_id: boxed.id, link: 'https://example.com/boxes', quantity: 5 },
      lineOf({ service_id: own.id }),
      lineOf(),
      lineOf(),
    ]
    const answer = await send(user.token, lines)
    await app.call(updateSettings, { token: admin.token, body: { blocked: { links: [], categories: [] } } })
    expect([answer.status, answer.json['success']]).toEqual([200, true])
    expect(answer.json['results']).toMatchObject([
      {
        order: {
          service_id: service.id,
          link: 'https://example.com/first',
          quantity: 1000,
          price: 1,
          status: 'PENDING',
        },
      },
      { code: 'service_not_found', message: 'This service is not available' },
      { code: 'invalid_fields', fields: { service_id: 'Please select a service' } },
      {
        code: 'invalid_fields',
        message: 'Please enter a link',
        fields: { link: 'Please enter a link' },
        field_codes: { link: { code: 'link_required' } },
      },
      { code: 'link_blocked' },
      {
        code: 'invalid_fields',
        message: 'Quantity must be between 100 and 1000000',
        field_codes: { quantity: { code: 'quantity_range', min: 100, max: 1_000_000 } },
      },
      { code: 'invalid_fields' },
      {
        code: 'invalid_fields',
        message: 'Please order this service on its own. It also asks for: Comments, one per line',
        field_codes: { service_id: { code: 'more_than_a_line', detail: 'comments' } },
      },
      { code: 'service_unavailable' },
      { order: { price: 7, quantity: 1 } },
      { code: 'invalid_fields', field_codes: { quantity: { code: 'quantity_one' } } },
      { order: { price: 1.5 } },
      { order: { price: 1 } },
      { order: { price: 1 } },
    ])
    expect(answer.json['balance']).toBe(88.5)
    expect(await balanceOf(app.ctx, user.id)).toBe(usd('88.5'))
    const placed = await ordersOf(user.id)
    expect(placed.map(({ seq, price }) => [seq, price])).toEqual([
      [1, usd('1')],
      [2, usd('7')],
      [3, usd('1.5')],
      [4, usd('1')],
      [5, usd('1')],
    ])
    const { rows } = await app.database.pool.query(
      `select (select count(*)::int from transactions where user_id = $1 and type = 'order') as charges,
        (select count(*)::int from dispatch_queue where user_id = $1) as queued,
        (select count(*)::int from order_events where user_id = $1 and type = 'created') as events`,
      [user.id],
    )
    expect(rows).toEqual([{ charges: 5, queued: 5, events: 5 }])
  })

  test('lines are paid in order, and one that cannot be paid leaves the money to the next', async () => {
    const user = await makeUser(app.ctx, { balance: '6' })
    const quantities = [1000, 9000, 2000, 4000, 2000, 1500, 1000, 500, 500]
    const answer = await send(
      user.token,
      quantities.map((quantity) => lineOf({ quantity })),
    )
    const short = 'insufficient_balance'
    expect(outcomesOf(answer)).toEqual([
      'placed',
      short,
      'placed',
      short,
      'placed',
      short,
      'placed',
      short,
      short,
    ])
    expect(answer.json['results']).toMatchObject({
      1: {
        message: 'Insufficient balance. Required: $9.00, Available: $5.00',
        details: { required: 9, available: 5 },
      },
      5: { details: { required: 1.5, available: 1 } },
      8: { details: { required: 0.5, available: 0 } },
    })
    expect([answer.json['balance'], await balanceOf(app.ctx, user.id)]).toEqual([0, 0n])
  })

  test('too many lines, none, and lines of another form are refused as a whole, and nothing is charged', async () => {
    const user = await makeUser(app.ctx, { balance: '1000' })
    const refused = async (body: unknown) => {
      const { status, body: said } = await app.call(placeMassOrder, { token: user.token, body })
      return [status, said.code, said.fields]
    }
    expect(await refused({ lines: linesOf(201) })).toEqual([
      422,
      'invalid_fields',
      { lines: 'At most 200 lines at a time' },
    ])
    expect(await refused({ lines: [] })).toMatchObject([
      422,
      'invalid_fields',
      { lines: 'Please paste some lines' },
    ])
    expect(await refused({ lines: [lineOf(), { ...lineOf(), cost: 0 }] })).toMatchObject([
      422,
      'unknown_field',
      {},
    ])
    const long = `https://example.com/${'a'.repeat(2000)}`
    expect(await refused({ lines: [lineOf(), lineOf({ link: long })] })).toMatchObject([
      422,
      'invalid_fields',
      { 'lines.1.link': 'Please use up to 2000 characters' },
    ])
    expect(await balanceOf(app.ctx, user.id)).toBe(usd('1000'))
    expect(outcomesOf(await send(user.token, linesOf(200)))).toEqual(linesOf(200).map(() => 'placed'))
    expect(await balanceOf(app.ctx, user.id)).toBe(usd('800'))
  })
})

describe('the idempotency key', () => {
  test('answers the same through two processes at once and later, refusals included, and charges once', async () => {
    const user = await makeUser(app.ctx, { balance: '3' })
    const lines = [...linesOf(2), lineOf({ quantity: 1 }), lineOf({ quantity: 5000 }), lineOf()]
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, at) => send(user.token, lines, 'mass-1', at % 2 === 0 ? app : other)),
    )
    // A line refused for lack of balance stays refused under this key.
    await giveBalance(app.ctx, user.id, '50')
    answers.push(await send(user.token, lines, 'mass-1'))
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    expect(new Set(answers.map(({ json }) => JSON.stringify(json))).size).toBe(1)
    expect(answers.filter(({ headers }) => headers.get('idempotent-replayed') === 'true')).toHaveLength(8)
    expect(answers[0] && outcomesOf(answers[0])).toEqual([
      'placed',
      'placed',
      'invalid_fields',
      'insufficient_balance',
      'placed',
    ])
    expect(await ordersOf(user.id)).toHaveLength(3)
    expect(await balanceOf(app.ctx, user.id)).toBe(usd('50'))
  })

  test('refuses other lines under the same key, belongs to one user and this call, and stores no refusal of the whole', async () => {
    const [user, stranger] = [
      await makeUser(app.ctx, { balance: '50' }),
      await makeUser(app.ctx, { balance: '50' }),
    ]
    const single = { token: user.token, body: lineOf(), headers: { 'idempotency-key': 'same' } }
    expect((await app.call(createOrder, single)).status).toBe(201)
    expect((await send(user.token, linesOf(201), 'same')).status).toBe(422)
    expect((await send(user.token, linesOf(2), 'same')).status).toBe(200)
    for (const lines of [linesOf(3), linesOf(1), linesOf(2).toReversed()]) {
      const reused = await send(user.token, lines, 'same')
      expect([reused.status, reused.body.code]).toEqual([409, 'idempotency_key_reused'])
    }
    expect((await send(stranger.token, linesOf(3), 'same')).status).toBe(200)
    expect(await ordersOf(user.id)).toHaveLength(3)
  })

  test('a tx that is cut off between its orders and its commit leaves nothing, and a retry places all of them once', async () => {
    const user = await makeUser(app.ctx, { balance: '5' })
    // It stops before the answer is stored: all orders are written, nothing is committed.
    await app.database.pool.query(`
      create function stand_still() returns trigger language plpgsql as $$ begin perform pg_sleep(60); return new; end $$;
      create trigger stand_still before update on mass_orders for each row execute function stand_still()`)
    const cut = send(user.token, linesOf(4), 'cut').catch(() => undefined)
    const sleeping = async () =>
      (
        await app.database.pool.query<{ pid: number }>(
          `select pid from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`,
        )
      ).rows
    await expect.poll(async () => (await sleeping()).length, { timeout: 20_000, interval: 20 }).toBe(1)
    const [held] = await sleeping()
    await app.database.pool.query('select pg_terminate_backend($1)', [held?.pid])
    expect((await cut)?.status).toBe(503)
    await app.database.pool.query('drop function stand_still() cascade')
    expect([await balanceOf(app.ctx, user.id), (await ordersOf(user.id)).length]).toEqual([usd('5'), 0])

    const again = await send(user.token, linesOf(4), 'cut', other)
    expect(outcomesOf(again)).toEqual(['placed', 'placed', 'placed', 'placed'])
    expect(again.headers.get('idempotent-replayed')).toBeNull()
    const third = await send(user.token, linesOf(4), 'cut')
    expect([third.json, third.headers.get('idempotent-replayed')]).toEqual([again.json, 'true'])
    expect([await balanceOf(app.ctx, user.id), (await ordersOf(user.id)).length]).toEqual([usd('1'), 4])
  })
})

describe('at once', () => {
  test('mass orders and single ones of two processes on one balance: exactly what it covers is placed', async () => {
    const user = await makeUser(app.ctx, { balance: '30.5' })
    const single = (at: number) =>
      (at % 2 === 0 ? app : other).call(createOrder, { token: user.token, body: lineOf() })
    const [first, second, third, ...singles] = await Promise.all([
      send(user.token, linesOf(15)),
      send(user.token, linesOf(15), undefined, other),
      send(user.token, linesOf(15)),
      ...Array.from({ length: 8 }, (_, at) => single(at)),
    ])
    const placed = [first, second, third].flatMap(outcomesOf).filter((one) => one === 'placed').length
    const taken = singles.filter(({ status }) => status === 201).length
    expect(placed + taken).toBe(30)
    expect(await balanceOf(app.ctx, user.id)).toBe(usd('0.5'))
    expect((await ordersOf(user.id)).map(({ seq }) => seq)).toEqual(
      Array.from({ length: 30 }, (_, at) => at + 1),
    )
  })

  test('with locked accounts delay no others, and are placed when the locks are released', async () => {
    const held = await Promise.all(Array.from({ length: 4 }, () => makeUser(app.ctx, { balance: '5' })))
    const free = await makeUser(app.ctx, { balance: '5' })
    const holder = await app.database.pool.connect()
    await holder.query('begin')
    await holder.query('select from accounts where user_id = any ($1) for update', [held.map(({ id }) => id)])
    const waiting = held.map(({ token }) => send(token, linesOf(3)))
    await expect.poll(() => waitingForLocks(), { timeout: 20_000, interval: 10 }).toBeGreaterThan(0)
    expect(outcomesOf(await send(free.token, linesOf(3)))).toEqual(['placed', 'placed', 'placed'])
    await holder.query('commit')
    holder.release()
    for (const answer of await Promise.all(waiting)) {
      // On a machine that stalls for seconds the wait may time out: then nothing was placed.
      const said = answer.status === 503 ? answer.headers.get('retry-after') : outcomesOf(answer).join(' ')
      expect(['2', 'placed placed placed']).toContain(said)
    }
  })

  test('an account that stays locked is a 503 after some seconds, and nothing is placed', async () => {
    const user = await makeUser(app.ctx, { balance: '5' })
    const holder = await app.database.pool.connect()
    await holder.query('begin')
    await holder.query('select from accounts where user_id = $1 for update', [user.id])
    const answer = await send(user.token, linesOf(3), 'later')
    await holder.query('commit')
    holder.release()
    expect([answer.status, answer.body.code, answer.headers.get('retry-after')]).toEqual([
      503,
      'unavailable',
      '2',
    ])
    expect(await ordersOf(user.id)).toEqual([])
    expect(outcomesOf(await send(user.token, linesOf(3), 'later'))).toEqual(['placed', 'placed', 'placed'])
  })

  async function waitingForLocks(): Promise<number> {
    const { rows } = await sql<{ waiting: number }>`
      select count(*)::int as waiting from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(app.ctx.db)
    return rows[0]?.waiting ?? 0
  }
})

describe('an API key', () => {
  test('every line counts against the daily limit of keys, like single orders; refused and repeated lines do not', async () => {
    const user = await makeUser(app.ctx, { balance: '6' })
    const { body } = await app.call(createApiKey, { token: user.token })
    const key = body.key
    const change = (limit: number | null) =>
      app.call(changeApiAccess, { token: user.token, body: { daily_limit: limit } })
    expect((await change(4)).status).toBe(200)
    const lines = [1000, 5000, 2000, 2000, 1, 1000].map((quantity) => lineOf({ quantity }))
    const answer = await send(key, lines, 'by-key')
    expect(outcomesOf(answer)).toEqual([
      'placed',
      'daily_limit_reached',
      'placed',
      'daily_limit_reached',
      'invalid_fields',
      'placed',
    ])
    expect(answer.json['results']).toMatchObject({ 3: { details: { limit: 4, spent: 3 } } })
    expect((await send(key, lines, 'by-key')).json).toEqual(answer.json)
    expect((await app.call(createOrder, { token: key, body: lineOf() })).body.code).toBe(
      'daily_limit_reached',
    )
    const spent = async () => (await app.call(getApiAccess, { token: user.token })).body.spent_today
    expect(await spent()).toBe(usd('4'))

    // A line that the balance refuses doesn't use up the limit.
    await change(7)
    expect(outcomesOf(await send(key, [lineOf({ quantity: 2500 }), lineOf({ quantity: 1500 })]))).toEqual([
      'insufficient_balance',
      'placed',
    ])
    expect([await spent(), await balanceOf(app.ctx, user.id)]).toEqual([usd('5.5'), usd('0.5')])
    await giveBalance(app.ctx, user.id, '50')
    const [first, second] = await Promise.all([
      send(key, linesOf(3)),
      send(key, linesOf(3), undefined, other),
    ])
    expect([first, second].flatMap(outcomesOf).filter((one) => one === 'placed')).toHaveLength(1)
    expect(await spent()).toBe(usd('6.5'))
    await change(null)
    expect(outcomesOf(await send(key, linesOf(3)))).toEqual(['placed', 'placed', 'placed'])
  })
})
