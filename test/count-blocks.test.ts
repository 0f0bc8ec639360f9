import { expect, onTestFinished, test } from 'vitest'

import { makeTestApp } from './app.ts'
import { countBlocks } from './count-blocks.ts'
import { makeUser } from './factories.ts'

test("another connection's work, reported meanwhile, is not counted", async () => {
  const app = await makeTestApp()
  onTestFinished(() => app.drop())
  await makeUser(app.ctx)
  const work = async () => {
    const other = await app.ctx.pool.connect()
    await other.query('select from users')
    await other.query('select pg_stat_force_next_flush()')
    other.release()
  }
  expect(await countBlocks(app.ctx.db, { table: 'users', work })).toBe(0)
  const own = (db: typeof app.ctx.db) => db.selectFrom('users').select('name').execute()
  expect(await countBlocks(app.ctx.db, { table: 'users', work: own })).toBeGreaterThan(0)
})
