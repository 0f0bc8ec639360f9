import type { Kysely } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { searchEverything } from '#contract/site/search.ts'
import { createOrder } from '#contract/orders/order-placing.ts'
import { createTicket } from '#contract/support/tickets.ts'
import type { Context } from '#server/context.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import { makeTestApp, type TestApp } from '#test/app.ts'
import { countBlocks } from '#test/count-blocks.ts'
import { makeService, makeUser, type TestUser, usd } from '#test/factories.ts'
import { unhurried } from '#test/unhurried.ts'

import { search } from './search.ts'

let app: TestApp
beforeAll(async () => {
  app = await makeTestApp()
})
afterAll(() => app.drop())

const find = async (token: string, text: string) =>
  (await app.call(searchEverything, { token, query: { search: text } })).body
const ids = (rows: readonly { id: number }[] | undefined) => rows?.map(({ id }) => id)

async function openTicket({ token }: TestUser, subject: string): Promise<number> {
  const body = { subject, category: 'Other', message: 'Hello' }
  return (await app.call(createTicket, { token, body })).body.ticket.id
}

async function makeOrder({ token }: TestUser, link: string) {
  const service = await makeService(app.ctx, { name: 'Instagram Followers', rate: '1' })
  const body = { service_id: service.id, link, quantity: 1_250 }
  return { ...(await app.call(createOrder, { token, body })).body.order, link }
}

async function makeDeposit(userId: number): Promise<{ id: bigint; reference: string }> {
  const own = { user_id: userId, reference: `deposit-of-${userId}`, amount: 1_000_000_000n, bonus: 0n }
  return app.ctx.db
    .insertInto('deposits')
    .values({ ...own, gateway: 'cryptomus', payment_method: 'cryptomus', due_at: new Date() })
    .returning(['id', 'reference'])
    .executeTakeFirstOrThrow()
}

test('finds own orders, tickets and transactions, and nobody else’s', async () => {
  const [user, stranger] = [await makeUser(app.ctx, { balance: '100' }), await makeUser(app.ctx)]
  const order = await makeOrder(user, `https://www.instagram.com/of.${user.id}`)
  const ticket = await openTicket(user, 'Where is my refund?')
  const byId = await find(user.token, `#${order.id}`)
  expect(ids(byId.orders)).toEqual([order.id])
  const line = byId.transactions.find(({ type }) => type === 'order')
  expect(line?.order_id).toBe(order.id)
  expect(byId.staff).toBeNull()
  expect(ids((await find(user.token, 'followers')).orders)).toEqual([order.id])
  expect(ids((await find(user.token, order.link)).orders)).toEqual([order.id])
  expect(ids((await find(user.token, 'REFUND')).tickets)).toEqual([ticket])
  expect((await find(user.token, '%')).tickets).toEqual([])
  const charged = '$1.25'
  const paid = (await find(user.token, '$100.00')).transactions
  expect(paid.map(({ amount }) => amount)).toEqual([usd('100')])
  expect(ids((await find(user.token, charged)).transactions)).toContain(line?.id)
  for (const text of [`#${order.id}`, 'followers', 'refund', order.link, `${ticket}`, charged])
    expect(await find(stranger.token, text)).toMatchObject({ orders: [], tickets: [], transactions: [] })
})

test('staff find what their permissions allow, and customers nothing of it', async () => {
  const user = await makeUser(app.ctx, { balance: '100', name: 'Quyen Special' })
  const order = await makeOrder(user, `https://www.instagram.com/of.${user.id}`)
  const ticket = await openTicket(user, 'A question')
  const deposit = await makeDeposit(user.id)
  const owner = await makeUser(app.ctx, { role: 'admin' })
  expect(ids((await find(owner.token, String(order.id))).staff?.orders)).toEqual([order.id])
  expect(ids((await find(owner.token, String(ticket))).staff?.tickets)).toEqual([ticket])
  expect(ids((await find(owner.token, String(deposit.id))).staff?.deposits)).toEqual([Number(deposit.id)])
  expect(ids((await find(owner.token, deposit.reference)).staff?.deposits)).toEqual([Number(deposit.id)])
  expect(ids((await find(owner.token, 'quyen spec')).staff?.users)).toEqual([user.id])
  expect((await find(owner.token, 'q')).staff?.users).toEqual([])
  const named = { orders: 'orders', users: 'users', money: 'deposits', support: 'tickets' } as const
  for (const permission of ['orders', 'users', 'money', 'support', 'reports'] as const) {
    const { token } = await makeUser(app.ctx, { role: 'admin', permissions: [permission] })
    const { staff } = await find(token, String(order.id))
    expect(Object.keys(staff ?? {})).toEqual(permission === 'reports' ? [] : [named[permission]])
  }
})

test('refuses strangers and too long a text, and finds nothing for an empty one', async () => {
  expect((await app.call(searchEverything, { query: { search: 'a' } })).status).toBe(401)
  const { token } = await makeUser(app.ctx)
  for (const text of ['', ' ']) expect((await find(token, text)).orders).toEqual([])
  for (const text of ['a'.repeat(101), 'a\u0000b'])
    expect((await app.call(searchEverything, { token, query: { search: text } })).status).toBe(400)
})

test('a search costs the same with many orders, of the customer and of others', async () => {
  const user = await makeUser(app.ctx, { balance: '100' })
  const order = await makeOrder(user, `https://www.instagram.com/of.${user.id}`)
  const owner = await makeUser(app.ctx, { role: 'admin' })
  await unhurried(app.database.url, async (client) => {
    await client.query(
      `insert into tickets (user_id, subject, category) select $1, 'Question ' || n, 'Other' from generate_series(1, 5000) n`,
      [user.id],
    )
    await client.query(
      `insert into orders (user_id, seq, service_id, service_name, service_type, link, quantity, rate, price, refill, cancel)
       select user_id, 1000 + n, service_id, service_name, service_type, 'https://example.com/' || n, quantity, rate, price, refill, cancel
       from orders, generate_series(1, 20000) n where id = $1`,
      [order.id],
    )
    await client.query('vacuum analyze orders, tickets')
  })
  const blocks = (table: keyof DB, caller: TestUser, text: string) =>
    countBlocks(app.ctx.db, {
      table,
      work: (db: Kysely<DB>) =>
        search(
          { ...app.ctx, db } as Context,
          { id: caller.id, role: caller === owner ? 'admin' : 'user', permissions: null },
          text,
        ),
    })
  for (const text of ['nothing like it', String(order.id), 'https://example.com/77', '12.50'])
    for (const caller of [user, owner]) {
      expect(await blocks('orders', caller, text)).toBeLessThan(300)
      expect(await blocks('tickets', caller, text)).toBeLessThan(300)
      expect(await blocks('transactions', caller, text)).toBeLessThan(300)
    }
})
