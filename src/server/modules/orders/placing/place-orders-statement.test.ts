import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'

import { makeTestApp, type TestApp } from '#test/app.ts'
import { auditMoney } from '#test/audit.ts'
import { balanceOf, makeService, makeUser, type TestUser, usd } from '#test/factories.ts'

import { placeManyStatement, placeOneStatement } from './place-orders-statement.ts'

let app: TestApp

beforeAll(async () => {
  app = await makeTestApp()
})
afterEach(() => auditMoney(app.ctx))
afterAll(() => app.drop())

type Row = { outcome: string; balance: bigint | null; balance_after: bigint | null }

/** Places one order of that quantity for each of the users, in this order. */
async function placeMany(serviceId: number, orders: readonly (readonly [TestUser, number])[], text: string) {
  const each = <Value>(value: Value) => orders.map(() => value)
  const { rows } = await app.database.pool.query<Row>(text, [
    orders.map(([{ id }]) => id),
    each(serviceId),
    each('https://example.com/a'),
    orders.map(([, quantity]) => quantity),
    each(null),
    each('{}'),
    each(null),
    each(null),
    each(null),
    '100ms',
  ])
  return rows
}

async function placeOne(serviceId: number, { id }: TestUser, text: string) {
  const values = [id, serviceId, 'https://example.com/a', 100, null, '{}', null, null, null, '100ms']
  const { rows } = await app.database.pool.query<Row>(text, values)
  return rows
}

/** Runs `action` while another tx holds the account. */
async function whileLocked({ id }: TestUser, action: () => Promise<void>) {
  const holder = await app.database.pool.connect()
  try {
    await holder.query('begin')
    await holder.query('select from accounts where user_id = $1 for update', [id])
    await action()
  } finally {
    await holder.query('commit')
    holder.release()
  }
}

test('a batch debits no more than is there, before the constraint has to refuse it', async () => {
  const [poor, rich] = [
    await makeUser(app.ctx, { balance: '0.25' }),
    await makeUser(app.ctx, { balance: '100' }),
  ]
  const { id } = await makeService(app.ctx, { rate: '1' })
  const orders = [poor, rich, poor, poor, poor].map((user) => [user, 100] as const)
  const rows = await placeMany(id, orders, placeManyStatement('skip'))
  expect(rows.map(({ outcome }) => outcome)).toEqual([
    'placed',
    'placed',
    'placed',
    'insufficient',
    'insufficient',
  ])
  expect(rows.map(({ balance }) => balance).slice(3)).toEqual([usd('0.05'), usd('0.05')])
  expect(await balanceOf(app.ctx, poor.id)).toBe(usd('0.05'))
})

test('an order that the rest of the balance covers, behind one that it does not, is to be retried', async () => {
  const user = await makeUser(app.ctx, { balance: '1' })
  const { id } = await makeService(app.ctx, { rate: '1' })
  const orders = [500, 2000, 300, 600].map((quantity) => [user, quantity] as const)
  const rows = await placeMany(id, orders, placeManyStatement('skip'))
  expect(rows.map(({ outcome }) => outcome)).toEqual(['placed', 'insufficient', 'again', 'insufficient'])
  expect(rows[1]?.balance).toBe(usd('0.5'))
})

test('over several customers it skips locked accounts and does not wait', async () => {
  const [locked, free] = [
    await makeUser(app.ctx, { balance: '1' }),
    await makeUser(app.ctx, { balance: '1' }),
  ]
  const { id } = await makeService(app.ctx, { rate: '1' })
  await whileLocked(locked, async () => {
    const orders = [locked, free, locked].map((user) => [user, 100] as const)
    const rows = await placeMany(id, orders, placeManyStatement('skip'))
    expect(rows.map(({ outcome }) => outcome)).toEqual(['locked', 'placed', 'locked'])
    expect(await placeOne(id, locked, placeOneStatement('skip'))).toMatchObject([{ outcome: 'locked' }])
  })
  expect(await balanceOf(app.ctx, locked.id)).toBe(usd('1'))
  expect(await placeOne(id, locked, placeOneStatement('skip'))).toMatchObject([
    { outcome: 'placed', balance_after: usd('0.9') },
  ])
})

test('for one customer it waits at most the lock timeout, and the connection keeps no setting', async () => {
  const user = await makeUser(app.ctx, { balance: '1' })
  const { id } = await makeService(app.ctx, { rate: '1' })
  await whileLocked(user, async () => {
    await expect(placeOne(id, user, placeOneStatement('wait'))).rejects.toMatchObject({ code: '55P03' })
    await expect(placeMany(id, [[user, 100]], placeManyStatement('wait'))).rejects.toMatchObject({
      code: '55P03',
    })
  })
  const client = await app.database.pool.connect()
  try {
    const limit = () => client.query('show lock_timeout').then(({ rows }) => rows)
    const before = await limit()
    const values = [user.id, id, 'https://example.com/a', 100, null, '{}', null, null, null, '100ms']
    expect((await client.query(placeOneStatement('wait'), values)).rows).toMatchObject([
      { outcome: 'placed' },
    ])
    expect(await limit()).toEqual(before)
  } finally {
    client.release()
  }
})
