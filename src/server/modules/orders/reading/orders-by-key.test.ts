import { afterAll, beforeAll, expect, test } from 'vitest'

import { exportAdminOrders, getAdminOrder, listAdminOrders } from '#contract/orders/admin-orders.ts'
import { createOrder } from '#contract/orders/order-placing.ts'
import { exportOrders, getOrder, listOrders } from '#contract/orders/orders.ts'
import { getAdminTransaction } from '#contract/ledger/admin-transactions.ts'
import { listTransactions } from '#contract/ledger/transactions.ts'
import { deleteUser } from '#contract/users/admin-users.ts'
import { changeApiKey, createNamedKey, revokeApiKey } from '#contract/users/api-keys.ts'
import { makeTestApp, type TestApp } from '#test/app.ts'
import { makeService, makeUser, type TestUser } from '#test/factories.ts'

let app: TestApp
let admin: TestUser
let user: TestUser
let service: { id: number }
/** Placed with the first key, which is renamed; with the second; on the web. */
let orders: [number, number, number]
let keys: [string, string]
beforeAll(async () => {
  app = await makeTestApp()
  admin = await makeUser(app.ctx, { role: 'admin' })
  user = await makeUser(app.ctx, { balance: '100' })
  service = await makeService(app.ctx, { name: 'Likes', rate: '1', min: 1 })
  const made = [await makeKey('Bot'), await makeKey('Shop')]
  keys = [made[0]?.id ?? '', made[1]?.id ?? '']
  orders = [await place(made[0]?.key), await place(made[1]?.key), await place(user.token)]
})
afterAll(() => app.drop())

async function makeKey(name: string): Promise<{ key: string; id: string }> {
  const { body } = await app.call(createNamedKey, { token: user.token, body: { name } })
  return { key: body.key, id: body.keys.find((one) => one.name === name)?.id ?? '' }
}

async function place(token = ''): Promise<number> {
  const body = { service_id: service.id, link: 'https://example.com/k', quantity: 10 }
  return (await app.call(createOrder, { token, body })).body.order.id
}

const own = async (query: Record<string, string> = {}) =>
  (await app.call(listOrders, { token: user.token, query })).body
const all = async (query: Record<string, string> = {}) =>
  (await app.call(listAdminOrders, { token: admin.token, query })).body
const namesOf = (listed: { id: number; api_key: { name: string | null } | null }[]) =>
  listed.map(({ id, api_key: key }) => [id, key?.name ?? null])

test('an order by API shows its key’s current name in lists, details, transactions and files, and a revoked key’s last one', async () => {
  await app.call(changeApiKey, { token: user.token, params: { id: keys[0] }, body: { name: 'New bot' } })
  await app.call(revokeApiKey, { token: user.token, query: { id: keys[1] } })
  const named = [
    [orders[2], null],
    [orders[1], 'Shop'],
    [orders[0], 'New bot'],
  ]
  expect(namesOf((await own()).orders)).toEqual(named)
  expect(namesOf((await all()).orders)).toEqual(named)
  const test = { name: 'Test', is_test: true }
  expect((await app.call(createNamedKey, { token: user.token, body: test })).status).toBe(201)
  expect((await own()).api_keys.map(({ name }) => name)).toEqual(['New bot', 'Shop'])
  const one = { params: { id: orders[1] } }
  const key = { id: keys[1], name: 'Shop' }
  expect((await app.call(getOrder, { token: user.token, ...one })).body.order.api_key).toEqual(key)
  expect((await app.call(getAdminOrder, { token: admin.token, ...one })).body.order.api_key).toEqual(key)
  const { transactions } = (await app.call(listTransactions, { token: user.token })).body
  expect(transactions.map((line) => line.api_key?.name ?? null)).toEqual([null, 'Shop', 'New bot', null])
  const line = { params: { id: transactions[1]?.id } }
  const shown = (await app.call(getAdminTransaction, { token: admin.token, ...line })).body.transaction
  expect(shown.api_key).toEqual(key)
  for (const [path, token] of [
    [exportOrders.path, user.token],
    [exportAdminOrders.path, admin.token],
  ]) {
    const file = await fetch(app.url + path, { headers: { authorization: `Bearer ${token}` } })
    const [head = [], ...rows] = (await file.text())
      .trimEnd()
      .split('\r\n')
      .map((text) => text.split(','))
    // Counted from the end: names before it may contain commas.
    const place = head.indexOf('api_key') - head.length
    expect(rows.map((cells) => cells.at(place))).toEqual(['', 'Shop', 'New bot'])
  }
})

test('orders are filtered by a key, alone and with a status or a search, by the customer and by staff', async () => {
  for (const list of [own, all]) {
    const idsOf = async (query: Record<string, string>) => (await list(query)).orders.map(({ id }) => id)
    expect(await idsOf({ key: keys[0] })).toEqual([orders[0]])
    expect(await idsOf({ key: keys[1], status: 'pending' })).toEqual([orders[1]])
    expect(await idsOf({ key: keys[1], status: 'completed' })).toEqual([])
    expect(await idsOf({ key: keys[1], search: 'example.com/k' })).toEqual([orders[1]])
    expect(await idsOf({ key: keys[1], search: 'nobody' })).toEqual([])
    expect(await idsOf({ key: '00000000-0000-4000-8000-000000000000' })).toEqual([])
  }
  expect((await all({ key: keys[1] })).api_key).toEqual({ id: keys[1], name: 'Shop' })
  expect((await all({ key: keys[1], dispatch: 'queued' })).orders).toHaveLength(1)
  expect((await all({ key: keys[1], dispatch: 'accepted' })).orders).toEqual([])
  expect((await all({ key: keys[1], user_id: String(user.id) })).orders).toHaveLength(1)
  expect(await all({ key: keys[1], user_id: String(admin.id) })).toMatchObject({ orders: [], api_key: null })
  expect((await app.call(listOrders, { token: user.token, query: { key: 'x' } })).status).toBe(400)
  const stranger = await makeUser(app.ctx)
  const theirs = (await app.call(listOrders, { token: stranger.token, query: { key: keys[0] } })).body
  expect([theirs.orders, theirs.api_keys]).toEqual([[], []])
})

test('the names of a deleted user’s keys are gone, and their orders are still marked as placed by API', async () => {
  const query = { expected_balance: '99.97', expected_open_orders: '3' }
  const deleted = await app.call(deleteUser, { token: admin.token, params: { id: user.id }, query, body: {} })
  expect(deleted.status).toBe(200)
  const { rows } = await app.ctx.pool.query('select name from api_key_names where user_id = $1', [user.id])
  expect(rows).toEqual([])
  expect((await all()).orders.map(({ api_key: key }) => key)).toEqual([
    null,
    { id: keys[1], name: null },
    { id: keys[0], name: null },
  ])
})
