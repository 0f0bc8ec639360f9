import { afterAll, beforeAll, expect, test } from 'vitest'

import type { OrderStatus } from '#contract/orders/order-statuses.ts'
import { makeTestApp, type TestApp } from '#test/app.ts'
import { countBlocks } from '#test/count-blocks.ts'
import { countRows } from '#test/count-rows.ts'
import { makeService, makeUser, type TestUser } from '#test/factories.ts'
import { unhurried } from '#test/unhurried.ts'
import { listNewestOrders } from './list-newest-orders.ts'
import { exportOrders } from './export-orders.ts'
import { KEY_COUNTED_MAX, listOrders } from './list-orders.ts'
import { SEARCHED_FIRST } from './search-orders.ts'
import { listActiveForLink } from './find-open-order.ts'
import { listGroupedIds } from './list-current-orders.ts'
import { listLastServices } from './list-ordered-services.ts'

// Longer than most: all queries are measured on one filled table, which takes longest to fill.

const OWN = 12_000
const oldLink = 'https://www.instagram.com/p/Oldest/'

let app: TestApp
let user: TestUser
/** Thousands of them are active. */
let busy: TestUser
let services: { id: number }[]
beforeAll(async () => {
  app = await makeTestApp()
  user = await makeUser(app.ctx)
  const neighbour = await makeUser(app.ctx)
  busy = await makeUser(app.ctx)
  // No order id equals a service id.
  await app.database.pool.query(
    `select setval('order_ids', 1000000), setval(pg_get_serial_sequence('services', 'id'), 500000)`,
  )
  services = [await makeService(app.ctx, { name: 'Common' }), await makeService(app.ctx, { name: 'Seldom' })]
  await fill(user.id, OWN)
  await fill(neighbour.id, 24_000)
  await fill(busy.id, 6_000, 'PROCESSING')
  // Other customers' queue entries don't matter.
  await unhurried(app.database.url, async (client) => {
    const others = 'from orders where user_id = $1 and seq > 19000'
    await client.query(
      `insert into refills (user_id, order_id, number, state, status_before)
       select user_id, id, 1, 'pending', 'COMPLETED' ${others}`,
      [neighbour.id],
    )
    await client.query(`insert into dispatch_queue (user_id, order_id) select user_id, id ${others}`, [
      neighbour.id,
    ])
    await client.query('vacuum analyze orders, refills, dispatch_queue')
  })
})
afterAll(() => app.drop())

/** The first order has the rare service and the old link; rare statuses are far back. */
async function fill(userId: number, count: number, usual: OrderStatus = 'COMPLETED'): Promise<void> {
  await unhurried(app.database.url, async (client) => {
    // Without foreign key checks, which would take most of the time.
    await client.query('set session_replication_role = replica')
    await client.query(
      `insert into orders (user_id, seq, service_id, service_name, service_type, link, quantity, rate, price, refill, cancel, status, dispatch)
       select $1, n, case when n = 1 then $4::int else $3 end, case when n = 1 then 'Seldom' else 'Common' end, 'Default',
         case when n = 1 then $5 else 'https://example.com/' || n end, 100, 1, 1, false, false,
         case when n <= 40 then 'FAILED' when n <= 80 then 'PARTIAL' else $6 end, 'rejected'
       from generate_series(1, $2::int) n`,
      [userId, count, services[0]?.id, services[1]?.id, oldLink, usual],
    )
    await client.query(
      `update accounts set orders_seq = $2, failed = 40, partial = 40, ${usual.toLowerCase()} = $2 - 80 where user_id = $1`,
      [userId, count],
    )
  })
}

type Asked = {
  status?: OrderStatus[]
  key?: string
  search?: string
  page?: number
  cursor?: string
  limit?: number
}

async function list(asked: Asked) {
  let answer: Awaited<ReturnType<typeof listOrders>> | undefined
  const rows = await countRows(app.ctx.db, {
    tables: ['orders', 'refills', 'dispatch_queue'],
    work: async (db) => {
      answer = await listOrders({ ...app.ctx, db }, user.id, { limit: 10, ...asked })
    },
  })
  if (answer === undefined) throw new Error('nothing was answered')
  return { ...answer, rows }
}

test.each<[string, Asked, { found: number }]>([
  ['all', { page: 1 }, { found: OWN }],
  ['the last page of all', { page: OWN / 10 }, { found: OWN }],
  ['a page behind the last', { page: 1_000_000 }, { found: OWN }],
  ['a status that few have', { status: ['FAILED'], page: 1 }, { found: 40 }],
  ['several statuses', { status: ['FAILED', 'PARTIAL', 'REFUNDED', 'REFILL'], page: 8 }, { found: 80 }],
  [
    'the last page of a status that nearly all have',
    { status: ['COMPLETED'], page: (OWN - 80) / 10 },
    { found: OWN - 80 },
  ],
  [
    'the last page of several',
    { status: ['COMPLETED', 'FAILED'], page: (OWN - 40) / 10 },
    { found: OWN - 40 },
  ],
  ['a page behind the last of a status', { status: ['FAILED'], page: 1_000_000 }, { found: 40 }],
])(`with ${OWN} orders of one customer %s reads little more than its page`, async (_, asked, { found }) => {
  const page = await list(asked)
  expect(page.pagination?.totalItems).toBe(found)
  expect(page.rows).toBeLessThan(100)
})

test('the first and the last page of a status scan little of its index', async () => {
  const blocksOf = (page: number) =>
    countBlocks(app.ctx.db, {
      table: 'orders',
      work: (db) => listOrders({ ...app.ctx, db }, user.id, { status: ['COMPLETED'], page, limit: 10 }),
    })
  // 14 each; from the other end it would be all of them.
  expect(await blocksOf(1)).toBeLessThan(40)
  expect(await blocksOf((OWN - 80) / 10)).toBeLessThan(40)
})

test('the pages of a status are the same counted from either end, the last one short', async () => {
  const { rows } = await app.database.pool.query(
    `select id from orders where user_id = $1 and status in ('FAILED', 'PARTIAL') order by id desc`,
    [user.id],
  )
  const seen: number[] = []
  for (let page = 1; page <= 12; page += 1) {
    const { orders } = await list({ status: ['FAILED', 'PARTIAL'], page, limit: 7 })
    seen.push(...orders.map(({ id }) => id))
  }
  expect(seen).toEqual(rows.map(({ id }) => Number(id)))
})

test('below a cursor each filter reads little more than its page, at any depth', async () => {
  for (const status of [undefined, ['PARTIAL'], ['FAILED', 'PARTIAL']] as const) {
    const first = await list(status === undefined ? {} : { status: [...status] })
    const next = await list({ cursor: String(first.next_cursor), ...(status && { status: [...status] }) })
    expect([next.orders.length, next.rows < 100]).toEqual([10, true])
  }
})

test('an id, a service’s id and a whole link in any spelling are found at any age', async () => {
  const { rows: oldest } = await app.database.pool.query(
    'select id from orders where user_id = $1 and seq = 1',
    [user.id],
  )
  const spellings = ['instagram.com/p/oldest', 'http://instagram.com/p/Oldest', `${oldLink}/`]
  for (const search of [`#${oldest[0].id}`, String(services[1]?.id), ...spellings]) {
    for (const status of [undefined, ['FAILED', 'PENDING']] as const) {
      const found = await list({ search, page: 1, ...(status && { status: [...status] }) })
      const own = found.orders.filter(({ link }) => link === oldLink)
      expect(own.map(({ id }) => id)).toEqual([Number(oldest[0].id)])
    }
    expect(
      (await list({ search, page: 1, status: ['COMPLETED'] })).orders.map(({ link }) => link),
    ).not.toContain(oldLink)
  }
})

test('the latest orders are the beginning of an index, and no more of it is read', async () => {
  const work = async (db: typeof app.ctx.db) => {
    expect(await listLastServices(db, { userId: user.id, orders: 100 })).toEqual([services[0]?.id])
    expect((await listGroupedIds(db, user.id)).length).toBeGreaterThan(5)
  }
  expect(await countBlocks(app.ctx.db, { table: 'orders', work })).toBeLessThan(70)
})

test('the newest orders of the reseller API read as many rows as they return, whatever the filter', async () => {
  const blocksOf = (filter: Parameters<typeof listNewestOrders>[1]) =>
    countBlocks(app.ctx.db, { table: 'orders', work: (db) => listNewestOrders(db, filter) })
  const own = { userId: user.id, limit: 100 }
  const future = new Date(Date.now() + 86_400_000)
  for (const filter of [
    own,
    { ...own, since: future },
    { ...own, link: oldLink },
    { ...own, link: 'nobody' },
  ])
    expect(await blocksOf(filter)).toBeLessThan(200)
  expect(await listNewestOrders(app.ctx.db, { ...own, since: future })).toEqual([])
  expect(await listNewestOrders(app.ctx.db, { ...own, link: oldLink })).toMatchObject([{ link: oldLink }])
})

test('with thousands in progress the one for a link is found without reading the others', async () => {
  for (const [link, count] of [
    ['Example.com/3000/', 1],
    ['https://example.com/nobody', 0],
  ] as const) {
    const work = async (db: typeof app.ctx.db) =>
      expect(await listActiveForLink(db, { userId: busy.id, link })).toHaveLength(count)
    expect(await countRows(app.ctx.db, { tables: ['orders'], work })).toBeLessThan(20)
  }
})

/** In all steps of a search. */
const SEARCHED_MAX = 10_000

test('a word is searched until a page is full, in a bounded number of orders, and its cursor searches the next', async () => {
  const last = SEARCHED_FIRST / 10
  const everywhere = await list({ search: 'COMM', page: last })
  expect([everywhere.pagination?.totalItems, everywhere.orders.length]).toEqual([SEARCHED_FIRST, 10])
  expect(everywhere.searched).toBe(SEARCHED_FIRST)
  const next = await list({ search: 'comm', page: 1, cursor: String(everywhere.next_cursor) })
  expect(next.orders[0]?.id).toBe((everywhere.orders.at(-1)?.id ?? 0) - 1)
  for (const { rows } of [everywhere, next]) expect(rows).toBeLessThan(SEARCHED_FIRST + 200)
  const nowhere = await list({ search: 'Nobody has it', page: 1 })
  expect([nowhere.pagination?.totalItems, nowhere.searched]).toEqual([0, SEARCHED_MAX])
  expect(nowhere.rows).toBeLessThan(SEARCHED_MAX + 300)
  const rest = await list({ search: 'Nobody has it', page: 1, cursor: String(nowhere.next_cursor) })
  expect([rest.orders, rest.searched, rest.next_cursor]).toEqual([[], undefined, null])
  const few = await list({ search: 'seldom', status: ['FAILED'], page: 1 })
  expect([few.orders.length, few.searched, few.next_cursor]).toEqual([1, undefined, null])
  expect(few.rows).toBeLessThan(200)
  const several = await list({ search: 'comm', status: ['COMPLETED', 'FAILED'], page: 1 })
  expect([several.pagination?.totalItems, several.searched]).toEqual([SEARCHED_FIRST, SEARCHED_FIRST])
  expect(several.rows).toBeLessThan(2 * SEARCHED_FIRST + 200)
})

test('a word of one order among thousands of newer ones is found at once', async () => {
  await app.database.pool.query(
    `update orders set link = link || '?rarely' where user_id = $1 and seq = $2`,
    [user.id, OWN - 9_000],
  )
  const { orders } = await list({ search: 'RARELY', page: 1 })
  expect(orders.map(({ link }) => link)).toEqual([expect.stringContaining('rarely')])
})

test('a search reads some hundred blocks, whether a word is found or an id', async () => {
  const blocksOf = (search: string) =>
    countBlocks(app.ctx.db, {
      table: 'orders',
      work: (db) => listOrders({ ...app.ctx, db }, user.id, { search, limit: 10, page: 1 }),
    })
  for (const search of ['comm', String(services[0]?.id)]) expect(await blocksOf(search)).toBeLessThan(500)
  for (const search of [oldLink, String(services[1]?.id)]) expect(await blocksOf(search)).toBeLessThan(100)
})

test('by cursors alone a search reaches every order that it finds, the oldest too', async () => {
  const ids: number[] = []
  for (let cursor: string | undefined; ;) {
    const found = await list({ search: 'o', limit: 200, ...(cursor !== undefined && { cursor }) })
    ids.push(...found.orders.map(({ id }) => id))
    if (found.next_cursor === null) break
    cursor = found.next_cursor
  }
  expect([ids.length, new Set(ids).size]).toEqual([OWN, OWN])
})

test('a file costs little more than a block per order, and one of a search reads each order once', async () => {
  const drain = async (db: typeof app.ctx.db, query: Parameters<typeof exportOrders>[2]) => {
    let count = 0
    for await (const { id } of exportOrders({ ...app.ctx, db }, user.id, query)) count += Math.sign(id)
    return count
  }
  const blocks = await countBlocks(app.ctx.db, {
    table: 'orders',
    work: async (db) => expect(await drain(db, { status: ['COMPLETED'] })).toBe(OWN - 80),
  })
  expect(blocks).toBeLessThan(1.5 * OWN)
  const rows = await countRows(app.ctx.db, {
    tables: ['orders'],
    work: async (db) => expect(await drain(db, { search: 'Nobody has it' })).toBe(0),
  })
  expect(rows).toBeLessThan(1.3 * OWN)
})

test('the export of a search includes older orders, each once', async () => {
  for (const asked of [
    { search: 'comm' },
    { search: 'comm', status: ['COMPLETED' as const, 'FAILED' as const] },
  ]) {
    const ids: number[] = []
    for await (const { id } of exportOrders(app.ctx, user.id, asked)) ids.push(id)
    const { rows } = await app.database.pool.query(
      `select count(*)::int as all from orders where user_id = $1 and (link ilike '%comm%' or service_name ilike '%comm%')
         and status = any(coalesce($2, array[status]))`,
      [user.id, 'status' in asked ? asked.status : null],
    )
    expect(ids.length).toBeGreaterThan(SEARCHED_FIRST)
    expect([ids.length, new Set(ids).size]).toEqual([rows[0].all, rows[0].all])
    expect(ids).toEqual(ids.toSorted((one, other) => other - one))
  }
})

test('a service that all orders are for is searched step by step', async () => {
  const none = await list({ search: String(services[0]?.id), status: ['REFUNDED'], page: 1 })
  expect([none.orders, none.searched]).toEqual([[], SEARCHED_FIRST])
  expect(none.rows).toBeLessThan(SEARCHED_FIRST + 200)
})

test('an order whose id is also the id of a service with hundreds of newer orders is listed before them', async () => {
  const { rows } = await app.database.pool.query<{ id: string }>(
    'select id from orders where user_id = $1 order by id desc',
    [busy.id],
  )
  const ids = rows.map(({ id }) => Number(id))
  const oldest = ids.at(-1) ?? 0
  await unhurried(app.database.url, async (client) => {
    await client.query('set session_replication_role = replica')
    await client.query('update orders set service_id = $2 where user_id = $1 and seq > 3000', [
      busy.id,
      oldest,
    ])
    await client.query('vacuum analyze orders')
  })
  const find = async (asked: Asked) => {
    const answer = await listOrders(app.ctx, busy.id, { limit: 10, ...asked })
    return { ...answer, ids: answer.orders.map(({ id }) => id) }
  }
  const alone = await find({ search: `#${oldest}`, page: 1 })
  expect([alone.ids, alone.next_cursor, alone.searched]).toEqual([[oldest], null, undefined])
  const both = await find({ search: String(oldest), page: 1 })
  expect(both.ids).toEqual([oldest, ...ids.slice(0, 9)])
  expect((await find({ search: String(oldest), page: 2 })).ids).toEqual(ids.slice(9, 19))
  const other = await find({ search: `#${oldest}`, page: 1, status: ['PROCESSING'] })
  expect(other.ids).toEqual(ids.slice(0, 10))
  const seen: number[] = []
  for (let cursor: string | undefined; seen.length < 3;) {
    const found = await find({ search: String(oldest), limit: 1, ...(cursor !== undefined && { cursor }) })
    seen.push(...found.ids)
    cursor = String(found.next_cursor)
  }
  expect(seen).toEqual([oldest, ...ids.slice(0, 2)])
  const exported: number[] = []
  for await (const { id } of exportOrders(app.ctx, busy.id, { search: String(oldest) })) exported.push(id)
  expect([exported.length, new Set(exported).size]).toEqual([3_001, 3_001])
})

test('for a customer whose orders are all older than all others, no other orders are read', async () => {
  await unhurried(app.database.url, (client) =>
    client.query(`update orders set link = 'https://example.com/theirs' where user_id <> $1`, [user.id]),
  )
  const { orders, rows } = await list({ search: 'https://example.com/theirs', page: 1 })
  expect(orders).toEqual([])
  expect(rows).toBeLessThan(SEARCHED_MAX + 300)
})

const bot = '00000000-0000-4000-8000-000000000001'
const shop = '00000000-0000-4000-8000-000000000002'

test('a key that placed nearly all and one that placed few are listed by status too, reading little more than a page', async () => {
  await unhurried(app.database.url, async (client) => {
    const keys =
      'update orders set key_id = case when seq % 100 = 0 then $2::uuid else $3::uuid end where user_id = $1'
    await client.query(keys, [user.id, shop, bot])
    await client.query('vacuum analyze orders')
  })
  for (const [key, found] of [
    [bot, 11_880],
    [shop, 120],
  ] as const) {
    const { rows: own } = await app.database.pool.query(
      'select id from orders where user_id = $1 and key_id = $2 order by id desc limit 20',
      [user.id, key],
    )
    const first = await list({ key })
    const next = await list({ key, cursor: String(first.next_cursor) })
    expect([...first.orders, ...next.orders].map(({ id }) => id)).toEqual(own.map(({ id }) => Number(id)))
    const page = await list({ key, page: 2 })
    expect(page.orders.map(({ id }) => id)).toEqual(next.orders.map(({ id }) => id))
    expect([page.pagination?.totalItems, page.searched]).toEqual(
      found > KEY_COUNTED_MAX ? [KEY_COUNTED_MAX, KEY_COUNTED_MAX] : [found, undefined],
    )
    for (const { rows } of [first, next]) expect(rows).toBeLessThan(200)
    // Counted in the index, up to a limit.
    expect(page.rows).toBeLessThan(KEY_COUNTED_MAX + 200)
  }
  const few = await list({ key: bot, status: ['FAILED'] })
  expect([few.orders.length, few.rows < 100]).toEqual([10, true])
  const none = await list({ key: shop, status: ['FAILED'], page: 1 })
  expect([none.orders.length, none.pagination?.totalItems, none.rows < 100]).toEqual([0, 0, true])
  const named = await list({ key: bot, search: String(services[1]?.id), page: 1 })
  expect(named.orders.map(({ link }) => link)).toContain(oldLink)
  expect((await list({ key: shop, search: oldLink, page: 1 })).orders).toEqual([])
  const exported: number[] = []
  for await (const { id } of exportOrders(app.ctx, user.id, { key: shop })) exported.push(id)
  expect([exported.length, new Set(exported).size]).toEqual([120, 120])
})
