import { afterAll, beforeAll, expect, test } from 'vitest'

import { makeLog } from './make-log.ts'
import { makeTestDatabase, type TestDatabase } from '#test/database.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await makeTestDatabase()
})
afterAll(() => database.drop())

test("an error's line has the place and the violated constraint, and nothing of the row", async () => {
  let said = ''
  const log = makeLog('trace', { write: (line: string) => void (said += line) })
  const insert =
    "insert into users (name, email, password_hash, role) values ('N', 'ann@example.com', 'h', $1)"
  const broken = database.pool.query(insert, ['boss'])
  await expect(broken).rejects.toMatchObject({ detail: expect.stringContaining('ann@example.com') })
  const error: unknown = await broken.catch((thrown: unknown) => thrown)
  log.error({ err: new Error('it failed', { cause: error }) }, 'a job failed')
  log.child({ reqId: '1' }).error({ err: error }, 'again')

  expect(said).not.toContain('ann@example.com')
  expect(
    said
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toMatchObject([
    { msg: 'a job failed', err: { message: 'it failed', cause: { code: '23514', table: 'users' } } },
    { msg: 'again', err: { code: '23514', stack: expect.stringContaining('users_role_check') } },
  ])
})
