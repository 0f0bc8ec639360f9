import { afterAll, beforeAll, expect, test } from 'vitest'

import { makeLog } from '#server/make-log.ts'
import { makeTestDatabase, type TestDatabase } from '#test/database.ts'

import { makeNews } from './news.ts'

let one: TestDatabase
let other: TestDatabase

beforeAll(async () => {
  one = await makeTestDatabase()
  other = await makeTestDatabase()
})
afterAll(async () => {
  await one.drop()
  await other.drop()
})

const log = makeLog('silent')

test('refuses to start where what is told is not heard, in a sentence for the operator', async () => {
  const deaf = makeNews({ pool: one.pool, log, directUrl: other.url })
  await expect(deaf).rejects.toThrow(
    'What is told through the database is not heard. DATABASE_DIRECT_URL must lead to the PostgreSQL of DATABASE_URL itself, not to a pooler.',
  )
})

test('hears the others again after the server ended its connection, and says that something may be missed', async () => {
  const [speaker, listener] = await Promise.all([
    makeNews({ pool: one.pool, log }),
    makeNews({ pool: one.pool, log }),
  ])
  let gaps = 0
  listener.on('gap', () => (gaps += 1))
  await one.pool.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'tally-news' and datname = current_database()",
  )
  await expect.poll(() => gaps, { timeout: 10_000 }).toBe(1)
  let heard = 0
  listener.on('settings', () => (heard += 1))
  speaker.tell({ topic: 'settings' })
  await expect.poll(() => heard).toBe(1)
  await Promise.all([speaker.close(), listener.close()])
})
