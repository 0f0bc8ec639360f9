import { request } from 'node:http'

import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

import { createOrder } from '#contract/orders/order-placing.ts'
import { repriceProvider } from '#contract/providers/provider-actions.ts'
import { updateProvider } from '#contract/providers/providers.ts'
import { advisoryLock } from '#server/lib/postgres/advisory-locks.ts'
import { transact } from '#server/lib/postgres/transact.ts'
import { lockProvider } from '#server/modules/providers/providers-queries.ts'
import { makeTestApp, type TestApp } from '#test/app.ts'
import { auditMoney } from '#test/audit.ts'
import { balanceOf, makeProvider, makeService, makeUser, type TestUser, usd } from '#test/factories.ts'

import { placeOrder } from './place-order.ts'

/**
 * One customer's locked account, burst or large orders never delay other customers. Longer than most: every test uses the same
 * orders, locks and counts.
 */
let app: TestApp

beforeAll(async () => {
  app = await makeTestApp()
})
afterEach(() => auditMoney(app.ctx))
afterAll(() => app.drop())

const link = 'https://instagram.com/someone'

type Own = { service: { id: number }; key?: string; through?: TestApp; comments?: string }

function order({ token }: TestUser, { service, key, through = app, comments }: Own) {
  const headers: Record<string, string> = key === undefined ? {} : { 'idempotency-key': key }
  const body = { service_id: service.id, link, ...(comments ? { comments } : { quantity: 1000 }) }
  return through.call(createOrder, { token, body, headers })
}

const makeUsers = (count: number, balance = '10') =>
  Promise.all(Array.from({ length: count }, () => makeUser(app.ctx, { balance })))

/** Another tx that has locked rows; `letGo` ends it. */
async function hold(text: string, ids: readonly number[]) {
  const holder = await app.database.pool.connect()
  await holder.query("begin; set local idle_in_transaction_session_timeout = '60s'")
  await holder.query(text, [ids])
  return async () => {
    await holder.query('commit')
    holder.release()
  }
}
const holdAccounts = (users: readonly TestUser[]) =>
  hold(
    'select from accounts where user_id = any ($1::int[]) for update',
    users.map(({ id }) => id),
  )

/** Retries as a client does after `unavailable`, which a slow machine may answer here. */
async function askAgain(answer: Promise<{ status: number }>, again: () => Promise<{ status: number }>) {
  const { status } = await answer
  return status === 503 ? (await again()).status : status
}

async function countOrders(...users: readonly TestUser[]): Promise<number> {
  const ids = users.map(({ id }) => id)
  const { rows } = await app.database.pool.query<{ orders: number }>(
    'select count(*)::int as orders from orders where user_id = any ($1::int[])',
    [ids],
  )
  return rows[0]?.orders ?? 0
}

/** Counts the answers so far. */
function count(answers: readonly Promise<unknown>[]) {
  const seen = { done: 0 }
  for (const answer of answers) void answer.finally(() => (seen.done += 1)).catch(() => undefined)
  return seen
}

const statusesOf = async (answers: readonly Promise<{ status: number }>[]) =>
  (await Promise.all(answers)).map(({ status }) => status)

describe('an account locked by another tx', () => {
  test('stalls its own orders only: 60 other customers are answered meanwhile, and it when the lock is released', async () => {
    const service = await makeService(app.ctx, { rate: '1' })
    const [locked, ...others] = await makeUsers(61)
    if (locked === undefined) throw new Error('no user')
    const letGo = await holdAccounts([locked])
    const place = (key: string) => order(locked, { service, key })
    const waiting = ['first', 'second', 'second'].map((key) => ({ key, answer: place(key) }))
    // All before the lock ends: an order that waited for it would be refused.
    expect(await statusesOf(others.map((user) => order(user, { service, key: 'meanwhile' })))).toEqual(
      others.map(() => 201),
    )
    expect(await countOrders(locked)).toBe(0)
    await letGo()
    const late = await Promise.all(waiting.map(({ key, answer }) => askAgain(answer, () => place(key))))
    expect(late).toEqual([201, 201, 201])
    expect([await countOrders(locked), await countOrders(...others)]).toEqual([2, 60])
    expect(await balanceOf(app.ctx, locked.id)).toBe(usd('8'))
  }, 60_000)

  test('does not wait when the other tx only references it, as placing a mass order does', async () => {
    const service = await makeService(app.ctx, { rate: '1' })
    const [user] = await makeUsers(1)
    if (user === undefined) throw new Error('no user')
    const letGo = await hold('select from accounts where user_id = any ($1::int[]) for key share', [user.id])
    expect((await order(user, { service, key: 'meanwhile' })).status).toBe(201)
    await letGo()
  })

  test('more of them than connections that may wait: others continue, and all are placed once the locks are released', async () => {
    const service = await makeService(app.ctx, { rate: '1' })
    const [locked, others] = [await makeUsers(8), await makeUsers(20)]
    const letGo = await holdAccounts(locked)
    const asks = locked.flatMap((user) => ['a', 'b'].map((key) => () => order(user, { service, key })))
    const waiting = asks.map((ask) => ({ ask, answer: ask() }))
    for (let round = 0; round < 3; round += 1)
      expect(await statusesOf(others.map((user) => order(user, { service })))).toEqual(others.map(() => 201))
    expect(await countOrders(...locked)).toBe(0)
    await letGo()
    const late = await Promise.all(waiting.map(({ ask, answer }) => askAgain(answer, ask)))
    expect(late).toEqual(asks.map(() => 201))
    expect(await countOrders(...locked)).toBe(16)
  }, 60_000)

  test('for longer than an order waits: 503 with a retry time, nothing placed, and its key is free', async () => {
    const service = await makeService(app.ctx, { rate: '1' })
    const user = await makeUser(app.ctx, { balance: '10' })
    const letGo = await holdAccounts([user])
    const [answer] = await Promise.all([order(user, { service, key: 'late' }), order(user, { service })])
    await letGo()
    expect([answer.status, answer.body.code, answer.headers.get('retry-after')]).toEqual([
      503,
      'unavailable',
      '2',
    ])
    expect([await countOrders(user), await balanceOf(app.ctx, user.id)]).toEqual([0, usd('10')])
    const again = await order(user, { service, key: 'late' })
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([201, null])
    expect(await countOrders(user)).toBe(1)
  }, 30_000)

  test('its orders are placed once even if their client disconnected, and are found by their key', async () => {
    const service = await makeService(app.ctx, { rate: '1' })
    const user = await makeUser(app.ctx, { balance: '10' })
    const letGo = await holdAccounts([user])
    const body = JSON.stringify({ service_id: service.id, link, quantity: 1000 })
    const headers = { authorization: `Bearer ${user.token}`, 'content-type': 'application/json' }
    const client = request(`${app.url}/api/orders/create`, {
      method: 'POST',
      headers: { ...headers, 'idempotency-key': 'hung-up' },
    })
    client.on('error', () => undefined).end(body)
    await expect.poll(() => waitingForLocks()).toBe(1)
    client.destroy()
    await letGo()
    await expect.poll(() => countOrders(user), { timeout: 10_000 }).toBe(1)
    const found = await order(user, { service, key: 'hung-up' })
    expect([found.status, found.headers.get('idempotent-replayed')]).toEqual([201, 'true'])
    expect(await countOrders(user)).toBe(1)
  })

  test('two processes that compete for it alternate, and every order is placed once', async () => {
    const second = await app.another()
    const service = await makeService(app.ctx, { rate: '1' })
    const user = await makeUser(app.ctx, { balance: '1000' })
    const answers = await statusesOf(
      Array.from({ length: 120 }, (_, at) =>
        order(user, { service, key: `order-${at % 60}`, through: at < 60 ? app : second }),
      ),
    )
    expect(answers).toEqual(answers.map(() => 201))
    expect([await countOrders(user), await balanceOf(app.ctx, user.id)]).toEqual([60, usd('940')])
  })

  async function waitingForLocks(): Promise<number> {
    const { rows } = await app.database.pool.query<{ waiting: number }>(
      `select count(*)::int as waiting from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock'`,
    )
    return rows[0]?.waiting ?? 0
  }
})

test('a service locked by another tx stalls only the orders for it', async () => {
  const [held, free] = [await makeService(app.ctx, { rate: '1' }), await makeService(app.ctx, { rate: '1' })]
  const [one, ...others] = await makeUsers(21)
  if (one === undefined) throw new Error('no user')
  const letGo = await hold('select from services where id = any ($1::int[]) for update', [held.id])
  const place = () => order(one, { service: held, key: 'held' })
  const waiting = place()
  for (let round = 0; round < 3; round += 1)
    expect(await statusesOf(others.map((user) => order(user, { service: free })))).toEqual(
      others.map(() => 201),
    )
  expect(await countOrders(one)).toBe(0)
  await letGo()
  expect(await askAgain(waiting, place)).toBe(201)
  expect(await countOrders(one, ...others)).toBe(61)
}, 60_000)

test('a provider that staff are changing delays no order for it, and a preview of its prices does not wait', async () => {
  const provider = await makeProvider(app.ctx, { url: 'https://panel.example.com/api/v2' })
  const service = await makeService(app.ctx, { supply: { providerId: provider.id, service: '1' } })
  const [user] = await makeUsers(1)
  const { token } = await makeUser(app.ctx, { role: 'admin' })
  if (user === undefined) throw new Error('no user')
  await transact(app.ctx, async (tx) => {
    await lockProvider(tx, provider.id)
    expect((await order(user, { service })).status).toBe(201)
  })
  const letGo = await hold(
    `select pg_advisory_xact_lock(${advisoryLock('supplies of a provider', provider.id).join(', ')})
     from providers where id = any ($1::int[]) for update`,
    [provider.id],
  )
  const as = (body: object) => ({ token, params: { id: provider.id }, body: { dry_run: true, ...body } })
  const previews = [
    app.call(repriceProvider, as({ scope: 'all' })),
    app.call(updateProvider, as({ currency: 'EUR', usd_per_unit: '1.1' })),
  ]
  expect(await statusesOf(previews)).toEqual([200, 200])
  await letGo()
})

test('an order that the database refuses fails none of those in its batch', async () => {
  const service = await makeService(app.ctx, { rate: '1' })
  const users = await makeUsers(40)
  const { rows: full } = await app.database.pool.query<{ user_id: number }>(
    'update accounts set orders_seq = 2147483647 where user_id = any ($1::int[]) returning user_id',
    [[users[11]?.id, users[12]?.id]],
  )
  expect(full).toHaveLength(2)
  const answers = await statusesOf(users.map((user) => order(user, { service, key: 'mine' })))
  expect(answers).toEqual(users.map((_, at) => (at === 11 || at === 12 ? 500 : 201)))
  await app.database.pool.query('update accounts set orders_seq = 0 where user_id = any ($1::int[])', [
    full.map(({ user_id }) => user_id),
  ])
})

test('copies of one key in a batch are placed once, and a refused order leaves its key to the next', async () => {
  const service = await makeService(app.ctx, { rate: '1' })
  const user = await makeUser(app.ctx, { balance: '1' })
  const place = (quantity: number) =>
    placeOrder(app.ctx, {
      userId: user.id,
      body: { service_id: service.id, link, quantity },
      idempotencyKey: 'copied',
    }).then(
      ({ order, isReplayed }) => ({ id: order.id, isReplayed }),
      (error: unknown) => error,
    )
  const [dear, ...copies] = await Promise.all([5000, 600, 600, 700, 600].map(place))
  // Refused in either case: when it looks up the key's order, the next one may exist already.
  expect(['insufficient_balance', 'idempotency_key_reused']).toContain(Object(dear).code)
  const [first, second, other, last] = copies
  expect(first).toMatchObject({ isReplayed: false })
  for (const copy of [second, last]) expect(copy).toEqual({ ...Object(first), isReplayed: true })
  expect(other).toMatchObject({ code: 'idempotency_key_reused' })
  expect(await balanceOf(app.ctx, user.id)).toBe(usd('0.4'))
})

describe('one busy customer', () => {
  /** Called directly without HTTP: the order of the answers shows how they were batched. */
  const placeFor = ({ id }: TestUser, service: { id: number }, comments?: string) =>
    placeOrder(app.ctx, {
      userId: id,
      body: { service_id: service.id, link, ...(comments ? { comments } : { quantity: 10 }) },
    })

  test('5,000 orders of one delay another’s single order by a few batches, not by all', async () => {
    const service = await makeService(app.ctx, { rate: '1' })
    const [busy, other] = [
      await makeUser(app.ctx, { balance: '100' }),
      await makeUser(app.ctx, { balance: '10' }),
    ]
    const burst = Array.from({ length: 5_000 }, () => placeFor(busy, service))
    const seen = count(burst)
    await placeFor(other, service)
    // Two or three batches of 256 on a quiet machine, never one per order.
    expect(seen.done).toBeLessThanOrEqual(10 * 256)
    await Promise.all(burst)
    expect(await countOrders(busy)).toBe(5_000)
  }, 60_000)

  test('200 × 100 kB of comments delay other orders by no more than a megabyte of them', async () => {
    const service = await makeService(app.ctx, { type: 'Custom Comments', rate: '0.01', min: 1 })
    const plain = await makeService(app.ctx, { rate: '1' })
    const [heavy, ...others] = await makeUsers(31)
    if (heavy === undefined) throw new Error('no user')
    const comments = 'x'.repeat(100_000)
    await Promise.all([placeFor(heavy, service, 'a comment'), ...others.map((user) => placeFor(user, plain))])
    const megabytes = Array.from({ length: 200 }, () => placeFor(heavy, service, comments))
    const seen = count(megabytes)
    await Promise.all(others.map((user) => placeFor(user, plain)))
    expect(seen.done).toBeLessThanOrEqual(3 * 11)
    await Promise.all(megabytes)
    expect(await countOrders(heavy)).toBe(201)
  }, 60_000)

  test('above the queue limit: 503 with a retry time and nothing placed, while others are answered', async () => {
    const service = await makeService(app.ctx, { type: 'Custom Comments', rate: '0.01', min: 1 })
    const plain = await makeService(app.ctx, { rate: '1' })
    const [heavy, other] = await makeUsers(2)
    if (heavy === undefined || other === undefined) throw new Error('no user')
    const comments = 'x'.repeat(190_000)
    await placeFor(heavy, service, comments)
    const letGo = await holdAccounts([heavy])
    const waiting = Array.from({ length: 190 }, () => placeFor(heavy, service, comments))
    const [seen, settling] = [count(waiting), Promise.allSettled(waiting)]
    const keys = ['one', 'two', 'three', 'four', 'five']
    const place = (key: string) => order(heavy, { service, key, comments })
    const refused = await Promise.all(keys.map(place))
    // Refused immediately; the earlier ones keep waiting.
    expect(seen.done).toBeLessThanOrEqual(20)
    for (const { status, body, headers } of refused)
      expect([status, body.code, headers.get('retry-after')]).toEqual([503, 'unavailable', '2'])
    expect((await order(other, { service: plain })).status).toBe(201)
    expect(await countOrders(heavy)).toBe(1)
    await letGo()
    const settled = await settling
    const placed = settled.filter(({ status }) => status === 'fulfilled')
    const reasons = settled.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
    expect(reasons).toEqual(reasons.map(() => expect.objectContaining({ code: 'unavailable' })))
    expect(placed.length).toBeLessThan(190)
    expect(await countOrders(heavy)).toBe(1 + placed.length)
    const again = await Promise.all(keys.map(place))
    expect(again.map(({ status, headers }) => [status, headers.get('idempotent-replayed')])).toEqual(
      keys.map(() => [201, null]),
    )
  }, 90_000)
})
