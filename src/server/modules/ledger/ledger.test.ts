import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { makeTestApp, type TestApp } from '#test/app.ts'
import { makeUser } from '#test/factories.ts'

let app: TestApp

beforeAll(async () => {
  app = await makeTestApp()
})
afterAll(() => app.drop())

test('the ledger refuses UPDATE, DELETE and TRUNCATE, whoever asks', async () => {
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
