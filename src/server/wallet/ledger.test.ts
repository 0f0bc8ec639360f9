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
  const refused = /append-only/
  await expect(
    sql`update transactions set amount = 1 where user_id = ${user.id}`.execute(app.ctx.db),
  ).rejects.toThrow(refused)
  await expect(sql`delete from transactions where user_id = ${user.id}`.execute(app.ctx.db)).rejects.toThrow(
    refused,
  )
  await expect(sql`truncate transactions`.execute(app.ctx.db)).rejects.toThrow(refused)
  await expect(
    sql`update accounts set balance = -1 where user_id = ${user.id}`.execute(app.ctx.db),
  ).rejects.toThrow(/check/)
})
