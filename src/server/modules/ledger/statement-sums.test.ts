import { afterAll, beforeAll, expect, test } from 'vitest'

import type { AnswerOf } from '#contract/base/endpoint.ts'
import { getStatement, getStatementSums } from '#contract/ledger/transactions.ts'
import { makeTestApp, type TestApp } from '#test/app.ts'
import { countRows } from '#test/count-rows.ts'
import { makeUser, type TestUser } from '#test/factories.ts'
import { unhurried } from '#test/unhurried.ts'

import { readStatementSums } from './read-statement.ts'

let app: TestApp
let user: TestUser
beforeAll(async () => {
  app = await makeTestApp()
  user = await makeUser(app.ctx)
  // One per minute, of 0.00000001 USD each: the balance after a line equals its number.
  await unhurried(app.database.url, async (client) => {
    await client.query(
      `with moved as (update accounts set transactions_seq = 20000, balance = 20000 where user_id = $1),
       summed as (insert into account_sums (user_id, name, amount) values ($1, 'bonus', 20000))
     insert into transactions (user_id, seq, type, from_account, to_account, amount, balance_after, actor_id, created_at)
     select $1, n, 'bonus', 'adjustment', 'customer', 1, n, $1, timestamptz '2026-01-01' + n * interval '1 minute'
     from generate_series(1, 20000) n`,
      [user.id],
    )
    await client.query('vacuum analyze transactions')
  })
})
afterAll(() => app.drop())

const read = (query: Record<string, string>) => app.call(getStatementSums, { token: user.token, query })

test('the sums of a long period are read in parts, from its opening to its closing balance', async () => {
  const parts: AnswerOf<typeof getStatementSums>[] = []
  for (let after: number | null = 0; after !== null;) {
    const { body } = await read({ from: '2026-01-02', after: String(after) })
    parts.push(body)
    after = body.after
  }
  expect(
    parts.map((part) => [part.lines, part.lines_read, part.opening_balance, part.closing_balance]),
  ).toEqual([
    [18_561, 10_000, 1_439n, 11_439n],
    [18_561, 18_561, 11_439n, 20_000n],
  ])
  const sums = parts.flatMap((part) => part.sums)
  expect(sums.reduce((sum, { lines }) => sum + lines, 0)).toBe(18_561)
  expect(sums[1]).toEqual({
    since: new Date('2026-01-02T00:15:00Z'),
    lines: 15,
    totals: { totalDeposits: 0n, totalOrders: 0n, refundsAndBonuses: 15n },
  })
  const part = (db: typeof app.ctx.db) => readStatementSums({ ...app.ctx, db }, user.id, { after: 18_000 })
  expect(await countRows(app.ctx.db, { tables: ['transactions'], work: part })).toBeLessThan(2_100)
})

test('the sums of a period are those of its statement', async () => {
  const query = { from: '2026-01-03T05:00:00Z', to: '2026-01-03T09:00:00Z' }
  const { body: statement } = await app.call(getStatement, { token: user.token, query })
  const { body } = await read(query)
  expect({
    lines: body.lines,
    opening: body.opening_balance,
    closing: body.closing_balance,
    bonuses: body.sums.reduce((all, { totals }) => all + totals.refundsAndBonuses, 0n),
    after: body.after,
  }).toEqual({
    lines: 240,
    opening: statement.opening_balance,
    closing: statement.closing_balance,
    bonuses: statement.totals.refundsAndBonuses,
    after: null,
  })
  const { body: none } = await read({ from: '2027-01-01' })
  expect([none.lines, none.lines_read, none.sums, none.after]).toEqual([0, 0, [], null])
})

test('a part after the last line is empty and has the closing balance', async () => {
  for (const after of ['20000', '20001', '2147483646']) {
    const { status, body } = await read({ after })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      lines: 20_000,
      lines_read: 20_000,
      after: null,
      opening_balance: 20_000n,
      closing_balance: 20_000n,
      sums: [],
    })
  }
  expect((await read({ after: '2147483647' })).status).toBe(400)
})

test('the sums are refused to strangers, and for an invalid part', async () => {
  const stranger = await makeUser(app.ctx)
  const foreign = { token: stranger.token, query: { user_id: String(user.id) } }
  expect((await app.call(getStatementSums, foreign)).status).toBe(403)
  expect((await read({ after: '-1' })).status).toBe(400)
  expect((await app.call(getStatementSums)).status).toBe(401)
})
