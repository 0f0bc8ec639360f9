import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { createOrder } from '#contract/orders/order-placing.ts'
import { cancelOrder } from '#contract/orders/orders.ts'
import { getPaymentStatus } from '#contract/payments/payments.ts'
import {
  exportAdminTransactions,
  getAdminTransaction,
  listAdminTransactions,
} from '#contract/ledger/admin-transactions.ts'
import { listTransactions } from '#contract/ledger/transactions.ts'
import { giveBalance, makeService, makeUser, type TestUser, usd } from '#test/factories.ts'
import { makePaymentsApp, type PaymentsApp } from '#test/pay-with-sandbox.ts'

let shop: PaymentsApp
let admin: TestUser
beforeAll(async () => {
  shop = await makePaymentsApp()
  admin = await makeUser(shop.ctx, { role: 'admin' })
})
afterAll(() => shop.drop())

const list = async (query: Record<string, string> = {}, by = admin) =>
  (await shop.call(listAdminTransactions, { token: by.token, query })).body
const linesOf = async (query: Record<string, string>) =>
  (await list(query)).transactions.map(({ type, status, amount }) => [type, status, amount])

test("contains every customer's rows as in their own statement, with the customer and the cost of the order", async () => {
  const user = await makeUser(shop.ctx, { name: 'Zoë Example' })
  const stranger = await makeUser(shop.ctx, { balance: '7' })
  const paid = await shop.open(user.token, 100)
  await shop.move(paid, 'paid')
  await shop.call(getPaymentStatus, { token: user.token, params: { order_id: paid } })
  const service = await makeService(shop.ctx, { rate: '1', cancel: true })
  const body = { service_id: service.id, link: 'https://example.com/a', quantity: 1500 }
  const { order } = (await shop.call(createOrder, { token: user.token, body })).body
  await shop.call(cancelOrder, { token: user.token, params: { id: order.id } })
  const open = await shop.open(user.token, 20)

  const own = (await shop.call(listTransactions, { token: user.token })).body.transactions
  const mine = (await list({ user_id: String(user.id) })).transactions
  const whose = { user_id: user.id, user_name: 'Zoë Example' }
  const priced = (type: string) => ({ price: type === 'order' ? usd('1.5') : null })
  expect(mine).toEqual(
    own.map((line) => ({ ...line, ...whose, ...priced(line.type) })).toSorted((a, b) => b.id - a.id),
  )
  expect(mine.map(({ type }) => type)).toEqual(['deposit', 'refund', 'order', 'bonus', 'deposit'])

  const all = (await list()).transactions
  expect(all.map(({ id }) => id)).toEqual(all.map(({ id }) => id).toSorted((a, b) => b - a))
  expect(new Set(all.map(({ user_id: id }) => id))).toEqual(new Set([user.id, stranger.id]))

  // Searches by id, order id, reference, name and email.
  const [charge] = mine.filter(({ type }) => type === 'order')
  expect(await linesOf({ search: `#${charge?.id}` })).toContainEqual(['order', 'completed', usd('-1.5')])
  expect((await linesOf({ search: String(order.id) })).map(([type]) => type)).toEqual(
    expect.arrayContaining(['refund', 'order']),
  )
  expect(await linesOf({ search: open })).toEqual([['deposit', 'pending', usd('20')]])
  expect(await linesOf({ search: paid })).toEqual([['deposit', 'completed', usd('100')]])
  expect((await list({ search: 'zoë' })).transactions).toEqual(mine)
  expect((await list({ search: user.email })).transactions).toEqual(mine)
  expect(await linesOf({ search: randomUUID() })).toEqual([])
  expect(await linesOf({ search: 'zoë', user_id: String(stranger.id) })).toEqual([])

  for (const line of mine) {
    const one = await shop.call(getAdminTransaction, { token: admin.token, params: { id: line.id } })
    expect(one.body.transaction).toEqual(line)
  }
  const none = await shop.call(getAdminTransaction, { token: admin.token, params: { id: 9_000_000_000 } })
  expect([none.status, none.body.code]).toEqual([404, 'not_found'])
})

test('continues page by page, and below an id, without a gap', async () => {
  const user = await makeUser(shop.ctx)
  for (let at = 0; at < 7; at += 1) await giveBalance(shop.ctx, user.id, '1')
  const mine = { user_id: String(user.id), limit: '3' }
  const first = await list(mine)
  expect(first.pagination).toEqual({ totalItems: 7, totalPages: 3, isBounded: false })
  const ids = (await list({ user_id: mine.user_id })).transactions.map(({ id }) => id)
  const pages = await Promise.all(['1', '2', '3', '4'].map((page) => list({ ...mine, page })))
  expect(pages.map(({ transactions }) => transactions.map(({ id }) => id))).toEqual([
    ids.slice(0, 3),
    ids.slice(3, 6),
    ids.slice(6),
    [],
  ])
  const rest = await list({ ...mine, before: String(ids[3]) })
  expect(rest.transactions.map(({ id }) => id)).toEqual(ids.slice(4))
})

test('a search by name pages by cursor through every row, however many there are', async () => {
  const name = `Named ${randomUUID()}`
  const [busy, quiet] = [await makeUser(shop.ctx, { name }), await makeUser(shop.ctx, { name })]
  await giveBalance(shop.ctx, quiet.id, '1')
  const { rows } = await shop.ctx.pool.query<{ id: string }>(
    `insert into transactions (user_id, seq, type, from_account, to_account, amount, balance_after, actor_id)
     select $1, n, 'bonus', 'adjustment', 'customer', 1, n, $1 from generate_series(1, 700) n returning id`,
    [busy.id],
  )
  await giveBalance(shop.ctx, quiet.id, '1')
  const own = (await list({ user_id: String(quiet.id) })).transactions.map(({ id }) => id)
  const all = [...rows.map(({ id }) => Number(id)), ...own].toSorted((a, b) => b - a)
  const walk = async (query: Record<string, string>) => {
    const found: number[] = []
    for (let asked: Record<string, string> | undefined = query; asked !== undefined;) {
      const { transactions, next_cursor: next } = await list({ search: name, limit: '100', ...asked })
      found.push(...transactions.map(({ id }) => id))
      asked = next === null ? undefined : { cursor: next }
    }
    return found
  }
  expect(await walk({})).toEqual(all)
  expect(await walk({ page: '2' })).toEqual(all.slice(100))
  const file = await fetch(`${shop.url}${exportAdminTransactions.path}?search=${encodeURIComponent(name)}`, {
    headers: { authorization: `Bearer ${admin.token}` },
  })
  const lines = (await file.text()).trimEnd().split('\r\n').slice(1)
  expect(lines.map((line) => Number(line.split(',')[0]))).toEqual(all)
})

test('the export has the same rows, and no name is executed as a formula', async () => {
  const user = await makeUser(shop.ctx, { name: '=1+1', balance: '2' })
  const file = async (query: string, token: string | undefined = admin.token) =>
    fetch(`${shop.url}${exportAdminTransactions.path}?${query}`, {
      headers: { authorization: `Bearer ${token}` },
    })
  const [head, line, ...rest] = (await (await file(`user_id=${user.id}`)).text()).split('\r\n')
  expect(head).toBe(
    'id,created_at,user_id,user_name,type,status,amount,price,description,payment_method,reference_id,order_id,balance_after',
  )
  expect(line).toMatch(new RegExp(`^\\d+,[^,]+,${user.id},'=1\\+1,bonus,completed,2\\.00,,[^,]+,,,,2\\.00$`))
  expect(rest).toEqual([''])
  expect(await (await file(`search=${user.email}`)).text()).toContain(line ?? 'nothing')
  expect((await file('', user.token)).status).toBe(403)
})

test('is for staff with permission to move money', async () => {
  const clerk = await makeUser(shop.ctx, { role: 'admin', permissions: ['users'] })
  const teller = await makeUser(shop.ctx, { role: 'admin', permissions: ['money'] })
  const statusOf = async (token: string | undefined) =>
    (await shop.call(listAdminTransactions, { token })).status
  expect([await statusOf(clerk.token), await statusOf(teller.token), await statusOf(undefined)]).toEqual([
    403, 200, 401,
  ])
  const bad = await shop.call(listAdminTransactions, { token: teller.token, query: { limit: '0' } })
  expect(bad.status).toBe(400)
})
