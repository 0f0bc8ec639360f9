import { afterAll, beforeAll, expect, test } from 'vitest'

import { exportServices } from '#contract/catalogue/catalogue.ts'
import { createOrder } from '#contract/orders/order-placing.ts'
import { exportAdminOrders } from '#contract/orders/admin-orders.ts'
import { orderStatuses } from '#contract/orders/order-statuses.ts'
import { exportOrders, listOrders } from '#contract/orders/orders.ts'
import { exportTransactions } from '#contract/ledger/transactions.ts'
import { makeTestApp, type TestApp } from '#test/app.ts'
import { makeService, makeUser } from '#test/factories.ts'

type Listed = { orders: { id: number }[]; next_cursor: string | null }

let app: TestApp

beforeAll(async () => {
  app = await makeTestApp()
})
afterAll(() => app.drop())

/** The lines of a file; no row here contains a line break. */
async function download(path: string, token?: string): Promise<string[][]> {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
  const response = await fetch(app.url + path, { headers })
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8'])
  const lines = (await response.text()).trimEnd().split('\r\n')
  return lines.map((line) => line.split(','))
}

test('orders and transactions are exported completely, by their filters, without formulas', async () => {
  const user = await makeUser(app.ctx, { balance: '10' })
  const service = await makeService(app.ctx, {
    name: '=Followers',
    rate: '1.5',
    min: 1,
    platform: 'Instagram',
  })
  const order = (link: string) => ({ service_id: service.id, link, quantity: 100 })
  const { body } = await app.call(createOrder, { token: user.token, body: order('@some.one') })
  // More than one page.
  await app.database.pool.query(
    `insert into orders (user_id, seq, service_id, service_name, service_type, link, quantity, rate, price, refill, cancel, status, dispatch)
     select $1, 1 + n, $2, 'Followers', 'Default', 'https://example.com/' || n, 100, 1, 1, false, false, 'COMPLETED', 'rejected'
     from generate_series(1, 1200) n`,
    [user.id, service.id],
  )
  const [head, ...rows] = await download(exportOrders.path, user.token)
  expect(head?.slice(0, 8).join()).toBe('id,created_at,service_id,service_name,link,quantity,price,refunded')
  expect(rows.length).toBe(1_201)
  expect(new Set(rows.map(([id]) => id)).size).toBe(1_201)
  const pending = await download(`${exportOrders.path}?status=pending`, user.token)
  expect(pending.slice(1).map((row) => [row[0], ...row.slice(3, 9)])).toEqual([
    [String(body.order.id), "'=Followers", "'@some.one", '100', '0.15', '0.00', 'PENDING'],
  ])
  const lines = await download(exportTransactions.path, user.token)
  expect(lines.slice(1).map((row) => row.slice(2, 6))).toEqual([
    ['order', 'completed', '-0.15', `Order ${body.order.id}: =Followers`],
    ['bonus', 'completed', '10.00', 'Balance adjustment: For a test'],
  ])
})

test('staff export the orders of all customers by the filters of their list', async () => {
  const admin = await makeUser(app.ctx, { role: 'admin' })
  const user = await makeUser(app.ctx, { balance: '10' })
  const service = await makeService(app.ctx, { name: '+Desk', rate: '1', min: 1 })
  const own = { service_id: service.id, link: 'https://example.com/desk', quantity: 100 }
  const { body } = await app.call(createOrder, { token: user.token, body: own })
  const path = exportAdminOrders.path
  const all = await download(path, admin.token)
  expect(all.length).toBeGreaterThan(1_200)
  expect(new Set(all.map(([id]) => id)).size).toBe(all.length)
  const [head, ...rows] = await download(`${path}?status=pending&user_id=${user.id}`, admin.token)
  expect(head?.slice(0, 6).join()).toBe('id,created_at,user_id,user_email,service_id,service_name')
  expect(rows.map((row) => [row[0], ...row.slice(2, 12)])).toEqual([
    `${body.order.id},${user.id},${user.email},${service.id},'+Desk,https://example.com/desk,100,0.10,0.00,PENDING,queued`.split(
      ',',
    ),
  ])
  // A word is found at any age.
  const found = await download(`${path}?search=mple.com/7`, admin.token)
  expect(found.slice(1).every((row) => row[6]?.includes('/7'))).toBe(true)
  expect(found.length).toBe(1 + 111)
})

test('the file has what the list has, order by order, whatever the filter', async () => {
  const user = await makeUser(app.ctx)
  const likes = await makeService(app.ctx, { name: 'Likes, fast' })
  await app.database.pool.query(
    `insert into orders (user_id, seq, service_id, service_name, service_type, link, quantity, rate, price, refill, cancel, status, dispatch)
     select $1, n, $2, case when n % 3 = 0 then 'Likes, fast' else 'Views' end, 'Default', 'https://example.com/' || n % 20, 100, 1, 1,
       false, false, status, 'rejected'
     from (select n, ($3::text[])[1 + n % 8] as status from generate_series(1, 320) n) made`,
    [user.id, likes.id, orderStatuses],
  )
  await app.database.pool.query(
    `update accounts set orders_seq = 320, pending = 40, processing = 40, completed = 40, partial = 40, refill = 40,
       canceled = 40, refunded = 40, failed = 40 where user_id = $1`,
    [user.id],
  )
  const statuses = [...orderStatuses.map((one) => one.toLowerCase()), 'Partial,REFILL,refunded,failed']
  const searches = [
    '',
    'likes, FAST',
    'example.com/7',
    'https://www.example.com/19/',
    String(likes.id),
    '_',
    'none',
  ]
  const filters = [
    ...statuses.map((status) => ({ status, search: '' })),
    ...['', 'completed', 'Partial,REFILL'].flatMap((status) =>
      searches.map((search) => ({ status, search })),
    ),
  ]
  for (const { status, search } of filters) {
    const query = { ...(status && { status }), ...(search && { search }) }
    const file = await download(`${exportOrders.path}?${new URLSearchParams(query)}`, user.token)
    const listed: string[] = []
    for (let cursor: string | null = ''; cursor !== null;) {
      const asked: Record<string, string> = { ...query, limit: '200', ...(cursor !== '' && { cursor }) }
      const { orders, next_cursor: next }: Listed = (
        await app.call(listOrders, { token: user.token, query: asked })
      ).body
      listed.push(...orders.map(({ id }) => String(id)))
      cursor = next
    }
    expect([query, file.slice(1).map(([id]) => id)]).toEqual([query, listed])
    const { body } = await app.call(listOrders, { token: user.token, query: { ...query, page: '1' } })
    expect([query, body.pagination?.totalItems]).toEqual([query, listed.length])
  }
})

test('anyone can export the catalogue, by its filters', async () => {
  await makeService(app.ctx, { name: 'Tally views', rate: '2.25', platform: 'TikTok' })
  app.ctx.events.publish({ topic: 'catalogue' })
  const found = async (query: string) => (await download(exportServices.path + query)).slice(1)
  await expect.poll(async () => (await found('?search=tally')).map((row) => row[1])).toEqual(['Tally views'])
  expect((await found('?platform=tiktok')).map((row) => row.slice(1, 6))).toEqual([
    ['Tally views', expect.any(String), 'TikTok', 'Default', '2.25'],
  ])
  expect(await found('?search=nothing-like-it')).toEqual([])
  // All results, where the JSON list ends at 200.
  for (let at = 0; at < 201; at += 1) await makeService(app.ctx, { name: `Tally many ${at}` })
  app.ctx.events.publish({ topic: 'catalogue' })
  await expect.poll(async () => (await found('?search=tally%20many')).length).toBe(201)
  const [first = [], second = []] = await found('?search=tally%20many')
  expect(await found(`?ids=${second[0]},${first[0]}`)).toEqual([first, second])
  expect((await fetch(`${app.url}${exportServices.path}?limit=1`)).status).toBe(400)
})
