import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import {
  exportTransactions,
  getStatement,
  listTransactions,
  type Transaction,
} from '#contract/ledger/transactions.ts'
import { makeTestApp, type TestApp } from '#test/app.ts'
import { countBlocks } from '#test/count-blocks.ts'
import { countRows } from '#test/count-rows.ts'
import { makeService, makeUser, type TestUser, usd } from '#test/factories.ts'
import { unhurried } from '#test/unhurried.ts'

import {
  exportTransactions as exportLines,
  listTransactions as readTransactions,
} from './list-transactions.ts'
import { COUNTED_MAX, type LineFilter, listLinePage } from './statement-queries.ts'
import { postingKinds } from './posting-kinds.ts'
import { postTransaction } from './post-transaction.ts'

// Longer than most: one ledger with every kind of line, against which each filter, page and file is checked.

let app: TestApp
let user: TestUser
let all: Transaction[]

const minute = (number: number) => new Date(Date.UTC(2026, 0, 1, 0, number)).toISOString()

beforeAll(async () => {
  app = await makeTestApp()
  user = await makeUser(app.ctx)
  // Every kind in mixed order, including a deposit that is paid long after it was opened.
  await move(0, { kind: 'adjustment', amount: '100', reason: 'Goodwill 100%' })
  await open(1, 'pending')
  await open(1, 'review')
  for (let at = 2; at < 20; at += 1) {
    const orderId = BigInt(at)
    await move(at, { kind: 'order', amount: '1.25', orderId })
    if (at % 4 === 0) await move(at, { kind: 'refund', amount: '0.5', orderId })
    if (at % 3 === 0) await open(at, at % 2 === 0 ? 'canceled' : 'pending')
  }
  const early = await open(20, 'completed')
  for (const at of [21, 22]) await move(at, { kind: 'order', amount: '2', orderId: BigInt(at) })
  await move(23, { kind: 'deposit', amount: '30', gateway: 'cryptomus', depositId: early })
  await move(24, { kind: 'order', amount: '2', orderId: 24n })
  await open(25, 'canceled')
  const { id: serviceId } = await makeService(app.ctx)
  await app.database.pool.query(
    `with placed as (
       insert into orders (id, user_id, seq, service_id, service_name, service_type, link, quantity, rate, price, refill, cancel)
       select order_id, user_id, row_number() over (order by seq), $2, 'Views', 'Default', 'x', 1, 1, amount, false, false
       from transactions where user_id = $1 and type = 'order' returning user_id)
     update accounts set orders_seq = (select count(*) from placed) where user_id = $1`,
    [user.id, serviceId],
  )
  all = (await list({ limit: '200' })).transactions
})
afterAll(() => app.drop())

type Move = { kind: keyof typeof postingKinds; amount: string } & Record<string, unknown>

/** Posts it as of that minute. */
async function move(at: number, { amount, kind, ...own }: Move): Promise<void> {
  await app.ctx.db.transaction().execute(async (tx) => {
    await sql`select set_config('tally.now', ${minute(at)}, true)`.execute(tx)
    const by = kind === 'order' ? {} : { actorId: user.id }
    await postTransaction(tx, {
      userId: user.id,
      ...by,
      kind: postingKinds[kind],
      amount: usd(amount),
      ...own,
    })
  })
}

async function open(at: number, status: string): Promise<bigint> {
  const { rows } = await sql<{ id: bigint }>`
    insert into deposits (user_id, reference, gateway, payment_method, amount, status, completed_at, due_at,
      review_code, review_details, created_at, opened_after)
    select user_id, 'ref-' || gen_random_uuid(), 'cryptomus', 'cryptomus', 3000000000, ${status},
      case when ${status} = 'completed' then now() end, case when ${status} = 'pending' then now() end,
      case when ${status} = 'review' then 'note' end, case when ${status} = 'review' then '{"text":"x"}'::jsonb end,
      ${minute(at)}::timestamptz, transactions_seq
    from accounts where user_id = ${user.id} returning id`.execute(app.ctx.db)
  return rows[0]?.id ?? 0n
}

const list = async (query: Record<string, string>) =>
  (await app.call(listTransactions, { token: user.token, query })).body
const ids = (transactions: readonly Transaction[]) => transactions.map(({ id }) => id)

test('the running balance adds up from row to row, whenever a deposit was opened', () => {
  const lines = all.filter(({ status }) => status === 'completed').toReversed()
  expect(lines.length).toBeGreaterThan(25)
  let balance = 0n
  for (const { amount, balance_after: after } of lines) expect(after).toBe((balance += amount))
  // Listed where it was paid, not where it was opened.
  expect(all.findIndex(({ type, status }) => type === 'deposit' && status === 'completed')).toBe(2)
  // An open deposit is listed where it was opened.
  const kinds = all.slice(-4).map(({ type, status }) => `${type} ${status}`)
  expect(kinds).toEqual(['order completed', 'deposit processing', 'deposit pending', 'bonus completed'])
})

const filters: [Record<string, string>, (line: Transaction) => boolean][] = [
  [{}, () => true],
  [{ status: 'completed' }, ({ status }) => status === 'completed'],
  [{ status: 'pending' }, ({ status }) => status === 'pending'],
  [{ status: 'processing' }, ({ status }) => status === 'processing'],
  [{ status: 'canceled' }, ({ status }) => status === 'canceled'],
  [{ type: 'order' }, ({ type }) => type === 'order'],
  [{ type: 'order', status: 'completed' }, ({ type }) => type === 'order'],
  [{ type: 'order', status: 'pending' }, () => false],
  [
    { type: 'order', from: minute(5), to: minute(22) },
    (line) => isWithin(5, 22)(line) && line.type === 'order',
  ],
  [{ type: 'deposit' }, ({ type }) => type === 'deposit'],
  [{ type: 'refund', status: 'pending' }, () => false],
  [{ search: 'CRYPTO' }, ({ type, status }) => type === 'deposit' && status !== 'completed'],
  [{ search: '100%' }, ({ type }) => type === 'bonus'],
  [{ search: '#12' }, ({ id, order_id: order }) => id === 12 || order === 12],
  [{ from: minute(5), to: minute(22) }, isWithin(5, 22)],
  [
    { from: minute(5), to: minute(22), type: 'deposit' },
    (line) => isWithin(5, 22)(line) && line.type === 'deposit',
  ],
  [{ to: minute(0) }, () => false],
  [{ from: '2026-01-02' }, () => false],
  [{ from: '2026-01-01', to: '2026-01-01' }, () => true],
]

function isWithin(from: number, to: number) {
  return ({ created_at: at }: Transaction) => at >= new Date(minute(from)) && at < new Date(minute(to))
}

test.each(filters)('%j is the same by pages, by cursor and as a file', async (query, isIn) => {
  const expected = ids(all.filter(isIn))
  for (const limit of [3, 7, 200]) {
    const byPage: number[] = []
    for (let page = 1; ; page += 1) {
      const asked = { ...query, limit: String(limit), page: String(page) }
      const { transactions, pagination, next_cursor: next } = await list(asked)
      expect(pagination?.totalItems).toBe(expected.length)
      byPage.push(...ids(transactions))
      // Continuing by cursor from here gives the same next page.
      const behind = next === null ? [] : (await list({ ...query, limit: '1', cursor: next })).transactions
      expect(ids(behind)).toEqual(expected.slice(page * limit).slice(0, 1))
      if (page >= (pagination?.totalPages ?? 0)) break
    }
    expect(byPage).toEqual(expected)
    const byCursor: number[] = []
    for (let cursor: string | null = ''; cursor !== null;) {
      const body = await list({ ...query, limit: String(limit), ...(cursor !== '' && { cursor }) })
      byCursor.push(...ids(body.transactions))
      cursor = body.next_cursor
    }
    expect(byCursor).toEqual(expected)
  }
  const file = await fetch(`${app.url}${exportTransactions.path}?${new URLSearchParams(query).toString()}`, {
    headers: { authorization: `Bearer ${user.token}` },
  })
  const rows = (await file.text()).trimEnd().split('\r\n').slice(1)
  expect(rows.map((row) => Number(row.split(',')[0]))).toEqual(expected)
})

test('a statement leads from its opening to its closing balance', async () => {
  const read = async (query: Record<string, string>) =>
    (await app.call(getStatement, { token: user.token, query })).body
  const whole = await read({})
  expect([whole.opening_balance, whole.closing_balance]).toEqual([0n, (await list({})).summary.balance])
  const part = await read({ from: minute(5), to: minute(24) })
  const { totalDeposits, totalOrders, refundsAndBonuses } = part.totals
  expect(part.closing_balance).toBe(part.opening_balance + totalDeposits - totalOrders + refundsAndBonuses)
  expect([totalDeposits, totalOrders, refundsAndBonuses]).toEqual([usd('30'), usd('22.75'), usd('1.5')])
  expect(part.transactions[0]?.balance_after).toBe(
    part.opening_balance + (part.transactions[0]?.amount ?? 0n),
  )
  expect((await read({ from: '2027-01-01' })).transactions).toEqual([])
  const stranger = await makeUser(app.ctx)
  const foreign = { token: stranger.token, query: { user_id: String(user.id) } }
  expect((await app.call(getStatement, foreign)).status).toBe(403)
  expect(
    (await app.call(getStatement, { token: user.token, query: { from: '2026-02-30T00:00:00' } })).status,
  ).toBe(400)
})

test('a page of a long ledger costs its own rows, and a statement of all of it is refused', async () => {
  const { id, token } = await makeUser(app.ctx)
  await unhurried(app.database.url, async (client) => {
    await client.query(
      `with moved as (update accounts set transactions_seq = 20000, balance = 20000 where user_id = $1),
       summed as (insert into account_sums (user_id, name, amount) values ($1, 'bonus', 20000))
     insert into transactions (user_id, seq, type, from_account, to_account, amount, balance_after, actor_id, created_at)
     select $1, n, 'bonus', 'adjustment', 'customer', 1, n, $1, timestamptz '2026-01-01' + n * interval '1 minute'
     from generate_series(1, 20000) n`,
      [id],
    )
    await client.query('vacuum analyze transactions')
  })
  const all: LineFilter = { userId: id, first: 1, last: 20_000, open: ['pending', 'review', 'canceled'] }
  for (const page of [1, 1_000, 2_000]) {
    const work = (db: typeof app.ctx.db) => listLinePage(db, all, { page, count: 10 })
    expect(await countBlocks(app.ctx.db, { table: 'transactions', work })).toBeLessThan(200)
  }
  const tables = ['transactions', 'deposits', 'orders'] as const
  const rowsOf = (work: (db: typeof app.ctx.db) => Promise<unknown>) =>
    countRows(app.ctx.db, { tables, work })
  // Numbered pages of a type only cover the newest rows.
  for (const page of [1, 100, 101]) {
    const work = async (db: typeof app.ctx.db) => {
      const found = await readTransactions({ ...app.ctx, db }, id, { type: 'bonus', limit: 10, page })
      const isThere = page <= 100
      expect(found.transactions).toHaveLength(isThere ? 10 : 0)
      expect(found.pagination?.totalItems).toBe(COUNTED_MAX)
      // Also across that limit.
      expect(found.next_cursor !== null).toBe(isThere)
    }
    expect(await rowsOf(work)).toBeLessThan(COUNTED_MAX + 100)
  }
  // A search reads until a page is full, at most 5,000 lines; it says how many, and its cursor goes on.
  const searchedMax = 5_000
  const searching = async (db: typeof app.ctx.db) => {
    const found = await readTransactions({ ...app.ctx, db }, id, { search: 'nobody', limit: 10, page: 1 })
    expect([found.pagination?.totalItems, found.searched]).toEqual([0, searchedMax])
    expect(found.next_cursor).toBe(String(20_001 - searchedMax))
  }
  expect(await rowsOf(searching)).toBeLessThan(searchedMax + 200)
  // The file has every line once, including the oldest.
  const inFile = async (asked: { search?: string }) => {
    const ids = new Set<number>()
    let count = 0
    for await (const line of exportLines(app.ctx, id, asked)) {
      ids.add(line.id)
      count += 1
    }
    expect(ids.size).toBe(count)
    return ids
  }
  const ids = await inFile({})
  expect(ids.size).toBe(20_000)
  const oldest = Math.min(...ids)
  expect([...(await inFile({ search: String(oldest) }))]).toEqual([oldest])
  const refused = await app.call(getStatement, { token })
  expect([refused.status, refused.json.details]).toEqual([
    400,
    { reason: 'period_too_long', lines: 20_000, max: 2_000 },
  ])
  const day = await app.call(getStatement, { token, query: { from: '2026-01-03', to: '2026-01-03' } })
  expect([day.body.transactions.length, day.body.opening_balance]).toEqual([1_440, 2_879n])
})

test('of a long ledger the few refunds are read without the orders between them, and so is an order by its id', async () => {
  const { id } = await makeUser(app.ctx)
  const serviceId = (await makeService(app.ctx, { name: 'Views' })).id
  await unhurried(app.database.url, async (client) => {
    // Foreign keys are correct by construction, and checking each takes most of the time.
    await client.query('set session_replication_role = replica')
    await client.query(
      'update accounts set transactions_seq = 20000, orders_seq = 19000, balance = 20000 where user_id = $1',
      [id],
    )
    await client.query(
      `with placed as (
         insert into orders (user_id, seq, service_id, service_name, service_type, link, quantity, rate, price, refill, cancel)
         select $1, n - n / 20, $2, case when n = 1 then 'Likes' else 'Views' end, 'Default', 'x', 1, 1, 1, false, false
         from generate_series(1, 20000) n where n % 20 > 0 returning id, seq)
       insert into transactions (user_id, seq, type, from_account, to_account, amount, balance_after, order_id)
       select $1, n, case when n % 20 = 0 then 'refund' else 'order' end, case when n % 20 = 0 then 'revenue' else 'customer' end,
         case when n % 20 = 0 then 'customer' else 'revenue' end, 1, n, coalesce(id, 999999999)
       from generate_series(1, 20000) n left join placed on n % 20 > 0 and seq = n - n / 20`,
      [id, serviceId],
    )
    await client.query('vacuum analyze transactions, orders')
  })
  const blocksOf = (work: (db: typeof app.ctx.db) => Promise<unknown>) =>
    countBlocks(app.ctx.db, { table: 'transactions', work })
  const { rows } = await app.database.pool.query('select min(id)::int as id from orders where user_id = $1', [
    id,
  ])
  const search = `#${rows[0].id}`
  const listing = (query: { type?: 'refund'; search?: string }) => async (db: typeof app.ctx.db) => {
    const found = await readTransactions({ ...app.ctx, db }, id, { ...query, limit: 50 })
    expect(found.transactions).toHaveLength('type' in query ? 50 : 1)
  }
  for (const query of [{ type: 'refund' as const }, { search }])
    expect(await blocksOf(listing(query))).toBeLessThan(300)
  // Every order is on a page, and each page costs the same.
  for (const page of [1, 1_900, 1_901]) {
    const paging = async (db: typeof app.ctx.db) => {
      const found = await readTransactions({ ...app.ctx, db }, id, { type: 'order', limit: 10, page })
      expect(found.transactions).toHaveLength(page > 1_900 ? 0 : 10)
      expect(found.pagination).toEqual({ totalItems: 19_000, totalPages: 1_900 })
      expect(found.next_cursor !== null).toBe(page === 1)
    }
    expect(await blocksOf(paging)).toBeLessThan(200)
  }
  const filing = (query: { type?: 'refund'; search?: string }) => async (db: typeof app.ctx.db) => {
    const lines = await Array.fromAsync(exportLines({ ...app.ctx, db }, id, query))
    expect(lines).toHaveLength('type' in query ? 1_000 : 1)
  }
  expect(await blocksOf(filing({ search }))).toBeLessThan(300)
  // Each line is found in its range and read by its key, without reading any order for it.
  const tables = ['transactions', 'deposits', 'orders'] as const
  expect(await countRows(app.ctx.db, { tables, work: filing({ type: 'refund' }) })).toBeLessThan(3_000)
  // A word in an order's service: orders and lines are read once each.
  const found = await readTransactions(app.ctx, id, { search: 'views', limit: 200 })
  expect(found.transactions).toHaveLength(200)
  const likes = await Array.fromAsync(exportLines(app.ctx, id, { search: 'likes' }))
  expect(likes.map(({ order_id: order }) => order)).toEqual([rows[0].id])
})
