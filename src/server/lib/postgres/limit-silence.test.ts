import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'

import { type Fate, startFront } from '#test/database-front.ts'
import { makeTestDatabase, type TestDatabase } from '#test/database.ts'

import { migrate } from './migrate.ts'
import { grantToProduct, describeExcessRights } from './product-role.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await makeTestDatabase()
})
afterAll(() => database.drop())

test.each<[string, (url: string) => Promise<unknown>]>([
  ['migrations', (url) => migrate(url)],
  ['grants', (url) => grantToProduct({ ownerUrl: url, productUrl: url })],
  ['rights', (url) => describeExcessRights(url)],
])('a connection that goes silent at the first query of a start is dropped: %s', async (_what, ask) => {
  const { promise: isAsked, resolve: note } = Promise.withResolvers<void>()
  const silence: Fate = (near, relay) => {
    const far = relay()
    near.on('data', (chunk) => {
      if (!/^[QP]/.test(chunk.toString('latin1'))) return
      far.unpipe(near)
      note()
    })
  }
  const { url } = await startFront(database.url, () => silence)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const answer = ask(url).catch((error: unknown) => error)
  await isAsked
  vi.advanceTimersByTime(30_000)
  expect(String(await answer)).toContain('Connection terminated: the database is silent on it')
})
