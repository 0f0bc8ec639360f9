import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { sql } from 'kysely'

import { transact } from '#server/lib/postgres/transact.ts'
import { makeTestApp, type TestApp } from '#test/app.ts'
import { makeUser } from '#test/factories.ts'

import { countSlice } from './count-days.ts'
import { makeSliceCounter, nextLength, type Slice } from './count-slices.ts'

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
  // The length doubles while slices are quick: from five minutes to at most an hour.
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

// Ends are whole milliseconds: of a length with a fraction no slice would be whole, and none would be followed by a
// longer one.
test.each([20, 450, 1200, 3300])('a month needs few slices, even if an empty one takes %d ms', (tookMs) => {
  const month = 30 * 24 * HOUR_MS
  let slices = 0
  for (let counted = 0, length = HOUR_MS / 12; counted < month; slices += 1) {
    counted += length
    length = Math.min(24 * HOUR_MS, nextLength(length, tookMs))
    expect(length % 1).toBe(0)
  }
  expect(slices).toBeLessThan(100)
})

test('slices grow again after errors', async () => {
  await app.ctx.db
    .updateTable('delivery_progress')
    .set({ counted_until: sql`date_trunc('day', now()) - interval '20 days'` })
    .execute()
  const lengths: number[] = []
  const work = makeSliceCounter(app.ctx, {
    progress: 'delivery_progress',
    count: async (_tx, { from, until }: Slice) => {
      lengths.push(until.getTime() - from.getTime())
      if (lengths.length <= 2) throw new Error('canceled by the statement timeout')
    },
  })
  await expect(work()).rejects.toThrow('timeout')
  await expect(work()).rejects.toThrow('timeout')
  await work()
  await work()
  expect(lengths.slice(0, 3)).toEqual([HOUR_MS / 12, HOUR_MS / 96, 4687])
  expect(lengths[3]).toBeGreaterThan(4687)
})

test('a slice that takes half of what a statement may is followed by none that is longer', () => {
  expect(nextLength(HOUR_MS, 4000)).toBe(HOUR_MS)
  expect(nextLength(HOUR_MS, 7000)).toBe(HOUR_MS)
})

test('adding a day to its month may take longer than a slice, which an error would make shorter', async () => {
  const { id } = await makeUser(app.ctx)
  await app.database.pool.query(
    `insert into daily_customers (user_id, day, orders, sold, refunded, cost, deposits, bonuses, corrections)
     values (${id}, '2026-01-01', 0, 5, 0, 0, 0, 0, 0);
     create function wait() returns trigger language plpgsql as 'begin perform pg_sleep(2.5); return new; end';
     create trigger slow before insert on monthly_customers for each row execute function wait()`,
  )
  const until = new Date('2026-01-02')
  await transact(app.ctx, async (tx) => {
    await sql`set local statement_timeout = '2s'`.execute(tx)
    await countSlice(tx, { from: new Date(until.getTime() - 1000), until, day: '2026-01-01' }, 1000)
  })
  const { rows } = await app.database.pool.query('select month, sold from monthly_customers')
  expect(rows).toEqual([{ month: '2026-01-01', sold: 5n }])
})
