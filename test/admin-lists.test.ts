import { afterAll, beforeAll, expect, test } from 'vitest'

import { allowSeconds } from '#server/database/statement-limits.ts'
import { listUsers } from '#server/users/list-users.ts'
import { listAllTransactions } from '#server/wallet/list-all-transactions.ts'

import { makeTestApp, type TestApp } from './app.ts'
import { countRows } from './count-rows.ts'

const USERS = 100_000

let app: TestApp
beforeAll(async () => {
  app = await makeTestApp()
  const client = await app.ctx.pool.connect()
  try {
    await client.query('begin')
    await client.query(allowSeconds(300))
    await client.query(
      `with made as (
         insert into users (name, email, password_hash, status)
         select case when n % 1000 = 0 then 'Seldom ' else 'Common ' end || left(md5(n::text), 12),
           left(md5((n + 1)::text), 10) || '@example.com', 'none', case when n % 500 = 0 then 'blocked' else 'active' end
         from generate_series(1, ${USERS}) n returning id
       ), opened as (
         insert into accounts (user_id, balance, transactions_seq, bonuses_total) select id, 1, 1, 1 from made
       )
       insert into transactions (user_id, seq, type, from_account, to_account, amount, balance_after, actor_id)
       select id, 1, 'bonus', 'adjustment', 'customer', 1, 1, id from made where id % 4 = 0`,
    )
    // Those that are in the ledger are most of them, and not to be gone through for those that are not.
    await client.query(
      `insert into deposits (user_id, reference, gateway, payment_method, amount, status, completed_at, check_at)
       select user_id, 'reference-' || user_id, 'cryptomus', 'cryptomus', 1, case when user_id % 100 = 0 then 'canceled' else 'completed' end,
         case when user_id % 100 = 0 then null else now() end, null
       from accounts where user_id % 8 = 0`,
    )
    await client.query('commit')
  } finally {
    client.release()
  }
  await app.ctx.pool.query('analyze users, accounts, transactions, deposits')
}, 300_000)
afterAll(() => app.drop())

test.each([
  ['all', {}],
  ['the last page of them', { page: 10 }],
  ['a name that one has', { search: 'Common c4ca4238a0b9' }],
  ['a part of a name that few have', { search: 'Seldom' }],
  ['a part that all have', { search: 'example.com' }],
  ['a part that nobody has', { search: 'nobody at all' }],
  ['one letter', { search: 'c' }],
  ['two that nobody begins with', { search: 'zz' }],
  ['an id', { search: '50321' }],
  ['the few that are blocked', { status: 'blocked' }],
  ['the fewer that are staff', { role: 'admin' }],
  ['those below an id', { before: 50_000 }],
] as const)('of 100,000 users a page of %s reads fewer than 1,000 rows', async (_, query) => {
  const work = (db: typeof app.ctx.db) => listUsers({ ...app.ctx, db }, { limit: 50, page: 1, ...query })
  const read = await countRows(app.ctx.db, { tables: ['users', 'accounts'], work })
  expect(read).toBeLessThan(1_000)
})

test.each([
  ['all', {}],
  ['the last page of them', { page: 6 }],
  ['an id', { search: '77777' }],
  ["a customer's whole address", { search: 'e4da3b7fbb@example.com' }],
  ['a part of a name that all have', { search: 'Common' }],
  ['a reference', { search: 'reference-8000' }],
  ['what nobody has', { search: 'nobody at all' }],
  ["one customer's", { user_id: 400 }],
  ['those below an id', { before: 50_000 }],
] as const)(
  'of a quarter as many lines of the ledger a page of %s reads fewer than 1,000 rows',
  async (_, query) => {
    const work = (db: typeof app.ctx.db) =>
      listAllTransactions({ ...app.ctx, db }, { limit: 50, page: 1, ...query })
    const tables = ['users', 'accounts', 'transactions', 'deposits', 'orders'] as const
    expect(await countRows(app.ctx.db, { tables, work })).toBeLessThan(1_000)
  },
)
