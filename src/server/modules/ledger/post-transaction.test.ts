import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { MONEY_MAX } from '#contract/base/money.ts'
import { makeTestApp, type TestApp } from '#test/app.ts'
import { auditMoney } from '#test/audit.ts'
import { balanceOf, makeUser, usd } from '#test/factories.ts'

import { postingKinds } from './posting-kinds.ts'
import { postTransaction } from './post-transaction.ts'

let app: TestApp

beforeAll(async () => {
  app = await makeTestApp()
})
afterAll(() => app.drop())

const takeAway = (userId: number, amount: string) =>
  postTransaction(app.ctx.db, {
    userId,
    kind: postingKinds.deduction,
    amount: usd(amount),
    reason: 'For a test',
    actorId: userId,
  })

test('moves the balance and writes its row, to the last unit', async () => {
  const { id } = await makeUser(app.ctx, { balance: '5' })
  expect(await takeAway(id, '5')).toMatchObject({ seq: 2, balanceAfter: 0n })
  expect(await balanceOf(app.ctx, id)).toBe(0n)
})

test('refuses what would leave less than zero, with the shortfall, and writes nothing', async () => {
  const { id } = await makeUser(app.ctx, { balance: '0.4' })
  await expect(takeAway(id, '1.2')).rejects.toMatchObject({
    code: 'insufficient_balance',
    details: { required: usd('1.2'), available: usd('0.4') },
  })
  expect(await balanceOf(app.ctx, id)).toBe(usd('0.4'))
})

test('refuses what would exceed the maximum balance', async () => {
  const { id } = await makeUser(app.ctx, { balance: '9999999' })
  const give = (amount: string) =>
    postTransaction(app.ctx.db, {
      userId: id,
      kind: postingKinds.adjustment,
      amount: usd(amount),
      reason: 'For a test',
      actorId: id,
    })
  await expect(give('1')).rejects.toMatchObject({
    code: 'state_conflict',
    details: { reason: 'balance_too_high', max: MONEY_MAX },
  })
  expect(await give('0.99999999')).toMatchObject({ balanceAfter: usd('9999999.99999999') })
})

test('of many concurrent debits as many succeed as the balance covers', async () => {
  const { id } = await makeUser(app.ctx, { balance: '10' })
  const outcomes = await Promise.allSettled(Array.from({ length: 15 }, () => takeAway(id, '1')))
  const refused = outcomes.filter(({ status }) => status === 'rejected')
  expect(refused).toHaveLength(5)
  for (const one of refused) expect(one).toMatchObject({ reason: { code: 'insufficient_balance' } })
  await auditMoney(app.ctx)
})

test('a missing account is a bug, not a refusal', async () => {
  await expect(takeAway(987_654, '1')).rejects.toThrow('user 987654 has no account')
})

test('the ledger refuses UPDATE, DELETE and TRUNCATE', async () => {
  const user = await makeUser(app.ctx, { balance: '5' })
  for (const statement of [
    'update transactions set amount = 1',
    'delete from transactions',
    'truncate transactions',
  ]) {
    await expect(app.database.pool.query(statement)).rejects.toThrow(/append-only/)
    await expect(app.ctx.pool.query(statement)).rejects.toThrow('permission denied for table transactions')
  }
  await expect(
    sql`update accounts set balance = -1 where user_id = ${user.id}`.execute(app.ctx.db),
  ).rejects.toThrow(/check/)
})
