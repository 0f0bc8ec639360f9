import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { sql } from 'kysely'

import { makeTestApp, type TestApp } from '#test/app.ts'

import { makeSliceCounter, type Slice } from './count-slices.ts'

let app: TestApp
beforeAll(async () => {
  app = await makeTestApp()
})
afterAll(() => app.drop())

const HOUR_MS = 3_600_000

test('delivery times are counted by an hour at most, by joins that follow keys', async () => {
  await app.ctx.db
    .updateTable('delivery_progress')
    .set({ counted_until: sql`now() - interval '80 days'` })
    .execute()
  const lengths: number[] = []
  const settings = new Set<unknown>()
  const work = makeSliceCounter(app.ctx, {
    progress: 'delivery_progress',
    count: async (tx, { from, until }: Slice) => {
      lengths.push(until.getTime() - from.getTime())
      const { rows } =
        await sql`select current_setting('enable_hashjoin') as hash, current_setting('enable_seqscan') as scan`.execute(
          tx,
        )
      settings.add(JSON.stringify(rows[0]))
    },
  })
  // It doubles while a slice is quick: from five minutes to an hour, and no further.
  await vi.waitFor(
    async () => {
      await work()
      expect(lengths.filter((length) => length === HOUR_MS).length).toBeGreaterThan(3)
    },
    { timeout: 120_000, interval: 1 },
  )
  expect(Math.max(...lengths)).toBe(HOUR_MS)
  expect([...settings]).toEqual(['{"hash":"off","scan":"off"}'])
})
