import type { QueryConfig } from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'

import { makeTestApp, type TestApp } from '#test/app.ts'
import { auditMoney } from '#test/audit.ts'
import { makeService, makeUser, type TestUser } from '#test/factories.ts'

import { placeBatch, placeThrough } from './place-orders.ts'
import { placeOneStatement } from './place-orders-statement.ts'
import type { OrderToPlace } from './place-rows.ts'

let app: TestApp
let serviceId: number

beforeAll(async () => {
  app = await makeTestApp()
  serviceId = (await makeService(app.ctx, { rate: '1' })).id
})
afterEach(() => auditMoney(app.ctx))
afterAll(() => app.drop())

const orderOf = ({ id }: TestUser, own: Partial<OrderToPlace> = {}): OrderToPlace => ({
  userId: id,
  serviceId,
  link: 'https://example.com/a',
  quantity: 100,
  seenPrice: null,
  details: {},
  idempotencyKey: null,
  requestHash: null,
  keyId: null,
  ...own,
})

const keyed = (key: string) => ({ idempotencyKey: key, requestHash: Buffer.from('the same') })

/** The outcome of each order, and the number of statements. */
async function place(items: readonly OrderToPlace[]) {
  let statements = 0
  const note = () => void (statements += 1)
  app.database.pool.on('acquire', note)
  const outcomes = await placeBatch({ ...app.ctx, pool: app.database.pool }, items, 'skip')
  app.database.pool.off('acquire', note)
  return { statements, outcomes: outcomes.map((one) => (one instanceof Error ? 'error' : one.outcome)) }
}

test('an item that the database refuses costs a few statements, and fails no other', async () => {
  const users = await Promise.all(Array.from({ length: 64 }, () => makeUser(app.ctx, { balance: '1' })))
  const items = users.map((user, at) => orderOf(user, at === 21 ? { quantity: 2 ** 40 } : {}))
  const { statements, outcomes } = await place(items)
  expect(outcomes).toEqual(users.map((_, at) => (at === 21 ? 'error' : 'placed')))
  expect(statements).toBeLessThanOrEqual(1 + 2 * 6)
})

test('after an error at the commit, which may have placed the orders, nothing is tried again; their keys find them', async () => {
  const user = await makeUser(app.ctx, { balance: '1' })
  const items = [orderOf(user, keyed('one')), orderOf(user, keyed('other'))]
  let statements = 0
  const pool: typeof app.database.pool = Object.create(app.database.pool)
  const query = async (asked: QueryConfig) => {
    statements += 1
    await app.database.pool.query(asked)
    // The error of a cluster whose node committed and died before answering.
    const message = 'could not commit transaction for shard 102020 on at least one active node'
    throw Object.assign(new Error(message), { code: 'XX000' })
  }
  Object.assign(pool, { query })
  const outcomes = await placeBatch({ ...app.ctx, pool }, items, 'skip')
  expect(outcomes.map((one) => one instanceof Error)).toEqual([true, true])
  expect(statements).toBe(1)
  expect((await place(items)).outcomes).toEqual(['replayed', 'replayed'])
})

test('an order whose shard was moved under its statement is placed by a second one', async () => {
  const user = await makeUser(app.ctx, { balance: '1' })
  const pool: typeof app.database.pool = Object.create(app.database.pool)
  let statements = 0
  const query = async (asked: QueryConfig) => {
    statements += 1
    if (statements > 1) return app.database.pool.query(asked)
    const message = 'Query could not find the intermediate result file "373_6", it was mostly likely deleted'
    throw Object.assign(new Error(message), { code: '58P01' })
  }
  Object.assign(pool, { query })
  const placed = await placeThrough({ ...app.ctx, pool }, orderOf(user))
  expect([placed.outcome, statements]).toEqual(['placed', 2])
})

test('copies of one key share the first one’s outcome and never fail the statement', async () => {
  const [user, other] = [await makeUser(app.ctx, { balance: '1' }), await makeUser(app.ctx, { balance: '1' })]
  const items = [
    orderOf(user, keyed('a')),
    orderOf(other, keyed('a')),
    orderOf(user, keyed('a')),
    orderOf(user, keyed('b')),
    orderOf(user, keyed('a')),
    orderOf(user, { ...keyed('dear'), quantity: 90_000 }),
    orderOf(user, keyed('dear')),
  ]
  const first = await place(items)
  expect(first.outcomes).toEqual([
    'placed',
    'placed',
    'replayed',
    'placed',
    'replayed',
    'insufficient',
    'again',
  ])
  expect(first.statements).toBe(1)
  expect((await place(items.slice(0, 3))).outcomes).toEqual(['replayed', 'replayed', 'replayed'])
})

test('a key that another tx is just inserting is a replay, and fails no other', async () => {
  const user = await makeUser(app.ctx, { balance: '1' })
  const client = await app.database.pool.connect()
  await client.query('begin')
  await client.query(placeOneStatement('wait'), [
    user.id,
    serviceId,
    'https://example.com/a',
    100,
    null,
    '{}',
    ...Object.values(keyed('a')),
    null,
    '0',
  ])
  const waiting = placeBatch(
    { ...app.ctx, pool: app.database.pool },
    [orderOf(user), orderOf(user, keyed('a'))],
    'wait',
  )
  await expect.poll(() => countWaiting(), { interval: 10 }).toBe(1)
  await client.query('commit')
  client.release()
  expect((await waiting).map((one) => (one instanceof Error ? one : one.outcome))).toEqual([
    'placed',
    'replayed',
  ])
})

async function countWaiting(): Promise<number> {
  const { rows } = await app.database.pool.query(
    "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  )
  return rows.length
}
