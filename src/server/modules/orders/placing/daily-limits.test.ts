import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'

import { createOrder } from '#contract/orders/order-placing.ts'
import * as calls from '#contract/users/api-keys.ts'
import { makeTestApp, type TestApp } from '#test/app.ts'
import { auditMoney } from '#test/audit.ts'
import { balanceOf, makeService, makeUser, type TestUser, usd } from '#test/factories.ts'

import { type Locking, placeManyStatement, placeOneStatement } from './place-orders-statement.ts'
import { type OrderToPlace, placeRows } from './place-rows.ts'

// The daily limits of API keys in the placing statements. A thousand pieces cost $1.

let app: TestApp
let serviceId: number
beforeAll(async () => {
  app = await makeTestApp()
  serviceId = (await makeService(app.ctx, { rate: '1', min: 1 })).id
})
afterEach(() => auditMoney(app.ctx))
afterAll(() => app.drop())

type Limits = { balance?: string; all?: number; own?: readonly (number | null)[] }

/** A customer with one key for each limit in `own`. */
async function makeKeyed({ balance = '1000', all, own = [null] }: Limits) {
  const user = await makeUser(app.ctx, { balance })
  const keys: { id: string; secret: string }[] = []
  for (const [at, limit] of own.entries()) {
    const body = { name: `Key ${at}`, ...(limit !== null && { daily_limit: limit }) }
    const { body: made } = await app.call(calls.createNamedKey, { token: user.token, body })
    keys.push({ id: made.keys.at(-1)?.id ?? '', secret: made.key })
  }
  if (all !== undefined)
    await app.call(calls.changeApiAccess, { token: user.token, body: { daily_limit: all } })
  return { user, keys }
}

const orderOf = ({ id }: TestUser, keyId: string | null, dollars: number): OrderToPlace => ({
  userId: id,
  serviceId,
  link: 'https://example.com/a',
  quantity: dollars * 1000,
  seenPrice: null,
  details: {},
  idempotencyKey: null,
  requestHash: null,
  keyId,
})

const place = async (orders: readonly OrderToPlace[], locking: Locking = 'skip') =>
  (await placeRows({ ...app.ctx, pool: app.database.pool }, orders, locking)).map(({ outcome }) => outcome)

/** Dollars counted today: per key, then for all together. */
async function spentOf({ token }: TestUser): Promise<number[]> {
  const { keys, spent_today: all } = (await app.call(calls.getApiAccess, { token })).body
  return [...keys.map((key) => key.spent_today), all].map((spent) => Number(spent) / 1e8)
}

test('orders of one key in one statement share its limit in their order', async () => {
  const { user, keys } = await makeKeyed({ own: [6] })
  const [key = ''] = keys.map(({ id }) => id)
  const dollars = [2, 3, 7, 2, 1, 2]
  // 7 exceeds the limit and affects no other; 2 exceeds the 1 left after 2 and 3.
  expect(await place(dollars.map((one) => orderOf(user, key, one)))).toEqual([
    'placed',
    'placed',
    'daily_limit',
    'daily_limit',
    'again',
    'daily_limit',
  ])
  expect(await spentOf(user)).toEqual([5, 5])
  expect(await place([orderOf(user, key, 1)])).toEqual(['placed'])
  expect(await place([orderOf(user, key, 1)])).toEqual(['daily_limit'])
  expect([await spentOf(user), await balanceOf(app.ctx, user.id)]).toEqual([[6, 6], usd('994')])
})

test('orders of two keys share the limit of all keys, and one without a key has none', async () => {
  const { user, keys } = await makeKeyed({ all: 5, own: [3, null] })
  const [one = '', other = ''] = keys.map(({ id }) => id)
  const orders = [
    orderOf(user, one, 2),
    orderOf(user, other, 2),
    orderOf(user, one, 2),
    orderOf(user, null, 50),
    orderOf(user, other, 1),
  ]
  expect(await place(orders)).toEqual(['placed', 'placed', 'daily_limit', 'placed', 'again'])
  expect(await place([orderOf(user, other, 1), orderOf(user, one, 1)])).toEqual(['placed', 'daily_limit'])
  expect([await spentOf(user), await balanceOf(app.ctx, user.id)]).toEqual([[2, 3, 5], usd('945')])
})

test('orders of a key and its replacement in one statement share one limit', async () => {
  const { user, keys } = await makeKeyed({ own: [5] })
  const [old = ''] = keys.map(({ id }) => id)
  const body = {}
  const rotated = await app.call(calls.rotateApiKey, { token: user.token, params: { id: old }, body })
  const next = rotated.body.keys.at(-1)?.id ?? ''
  expect(await place([orderOf(user, old, 2), orderOf(user, next, 2), orderOf(user, old, 2)])).toEqual([
    'placed',
    'placed',
    'daily_limit',
  ])
  expect(await spentOf(user)).toEqual([4, 4, 4])
  expect(await place([orderOf(user, next, 2)])).toEqual(['daily_limit'])
  expect(await place([orderOf(user, next, 1)])).toEqual(['placed'])
  expect(await spentOf(user)).toEqual([5, 5, 5])
})

test('an order that the balance refuses takes no room of the limit, nor one that the limit refuses of the balance', async () => {
  const { user, keys } = await makeKeyed({ balance: '4', own: [10, 1] })
  const [wide = '', narrow = ''] = keys.map(({ id }) => id)
  const outcomes = await place([
    orderOf(user, wide, 3),
    orderOf(user, wide, 5),
    orderOf(user, narrow, 2),
    orderOf(user, null, 1),
  ])
  expect(outcomes).toEqual(['placed', 'insufficient', 'daily_limit', 'again'])
  expect(await place([orderOf(user, narrow, 1)])).toEqual(['placed'])
  expect(await spentOf(user)).toEqual([3, 1, 4])
})

test('each customer in one statement has their own limits', async () => {
  const [first, second, third] = [
    await makeKeyed({ own: [1] }),
    await makeKeyed({ own: [2] }),
    await makeKeyed({}),
  ]
  const orders = [first, second, third].flatMap(({ user, keys: [key] }) =>
    [1, 1, 1].map((dollars) => orderOf(user, key?.id ?? '', dollars)),
  )
  const [placed, refused] = ['placed', 'daily_limit']
  expect(await place(orders)).toEqual(
    [placed, refused, refused].concat([placed, placed, refused], [placed, placed, placed]),
  )
  expect(await Promise.all([first, second, third].map(({ user }) => spentOf(user)))).toEqual([
    [1, 1],
    [2, 2],
    [3, 3],
  ])
})

test.each(['revoked', 'expired', 'for tests', "another customer's"])(
  'a key that is %s places nothing',
  async (what) => {
    const { user, keys } = await makeKeyed({ own: [null, null] })
    const [key = '', other = ''] = keys.map(({ id }) => id)
    const owner = what === "another customer's" ? (await makeKeyed({})).user : user
    if (what === 'revoked') await app.database.pool.query('delete from api_keys where id = $1', [key])
    if (what === 'expired')
      await app.database.pool.query('update api_keys set expires_at = now() where id = $1', [key])
    if (what === 'for tests')
      await app.database.pool.query('update api_keys set is_test = true where id = $1', [key])
    const order = orderOf(owner, key, 1)
    expect(await place([order], 'wait')).toEqual(['no_key'])
    expect(await place([order, order], 'wait')).toEqual(['no_key', 'no_key'])
    // With several customers it can't be distinguished from one whose key is locked: it is retried alone.
    expect(await place([order, orderOf(user, other, 1)])).toEqual(['locked', 'placed'])
    expect(await balanceOf(app.ctx, owner.id)).toBe(usd(owner === user ? '999' : '1000'))
  },
)

test('a key that is just being changed delays no other customer', async () => {
  const [held, free] = [await makeKeyed({}), await makeKeyed({})]
  const holder = await app.database.pool.connect()
  await holder.query('begin')
  await holder.query('select from api_keys where user_id = $1 for update', [held.user.id])
  const orders = [held, free].map(({ user, keys: [key] }) => orderOf(user, key?.id ?? '', 1))
  expect(await place(orders)).toEqual(['locked', 'placed'])
  await holder.query('commit')
  holder.release()
  expect(await place(orders)).toEqual(['placed', 'placed'])
})

test.each(['one', 'many'] as const)(
  'an order that waited for its account counts what was spent meanwhile: %s',
  async (number) => {
    const { user, keys } = await makeKeyed({ own: [1], all: 3 })
    const [key] = keys.map(({ id }) => id)
    const values = [user.id, serviceId, 'https://example.com/a', 1000, null, '{}', null, null, key]
    const isOne = number === 'one'
    const text = isOne ? placeOneStatement('wait', true) : placeManyStatement('wait', true)
    const of = (value: unknown) => (isOne ? value : [value])
    const query = { text, values: [...values.map(of), '20s'] }
    const first = await app.database.pool.connect()
    await first.query('begin')
    expect((await first.query(query)).rows).toMatchObject([{ outcome: 'placed' }])
    const second = app.database.pool.query(query)
    await expect.poll(() => countWaiting(), { interval: 10 }).toBe(1)
    await first.query('commit')
    first.release()
    expect((await second).rows).toMatchObject([{ outcome: 'daily_limit', own_spent: usd('1') }])
    expect(await spentOf(user)).toEqual([1, 1])
  },
)

test('an order that waits while its key is rotated is counted on the replacement too', async () => {
  const { user, keys } = await makeKeyed({ own: [5] })
  const [{ id, secret } = { id: '', secret: '' }] = keys
  const spend = (token: string, dollars: number) => {
    const body = { service_id: serviceId, link: 'https://example.com/a', quantity: dollars * 1000 }
    return app.call(createOrder, { token, body })
  }
  // Again, after the key already has a replacement.
  const account = await app.database.pool.connect()
  let [token, key] = [secret, id]
  for (const [round, dollars] of [2, 1].entries()) {
    await account.query('begin')
    await account.query('select from accounts where user_id = $1 for no key update', [user.id])
    const waiting = spend(token, dollars)
    await expect.poll(() => countWaiting(), { interval: 10 }).toBe(1)
    const rotated = await app.call(calls.rotateApiKey, { token: user.token, params: { id: key }, body: {} })
    await account.query('commit')
    expect((await waiting).status).toBe(201)
    expect(await spentOf(user)).toEqual(
      [
        [2, 2, 2],
        [3, 3, 3, 3],
      ][round],
    )
    await app.database.pool.query(`update api_keys set name = 'Earlier ' || id where user_id = $1`, [user.id])
    ;[token, key] = [rotated.body.key, rotated.body.keys.at(-1)?.id ?? '']
  }
  account.release()
  expect((await spend(token, 3)).status).toBe(409)
  expect((await spend(token, 2)).status).toBe(201)
})

async function countWaiting(): Promise<number> {
  const { rows } = await app.database.pool.query(
    "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  )
  return rows.length
}

test('copies of one order take no room of the daily limit from another order placed at the same time', async () => {
  const { user, keys } = await makeKeyed({})
  const body = { service_id: serviceId, link: 'https://example.com/copy', quantity: 1000 }
  const send = (name: string) =>
    app.call(createOrder, { token: keys[0]?.secret ?? '', body, headers: { 'idempotency-key': name } })
  for (const round of [1, 2, 3, 4]) {
    await app.call(calls.changeApiAccess, { token: user.token, body: { daily_limit: 2 * round } })
    const names = ['copied', 'copied', 'copied', 'other'].map((name) => `${name}-${round}`)
    const answers = await Promise.all(names.map(send))
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201])
  }
  expect(await spentOf(user)).toEqual([8, 8])
})
