import { setTimeout as sleep } from 'node:timers/promises'

import { expect, onTestFinished, test } from 'vitest'

import { makeContext } from '#server/context.ts'
import { makePool } from '#server/lib/postgres/pool.ts'
import { makeTestApp } from '#test/app.ts'

import { fenceRestored } from './fence-restored.ts'
import { planResume } from './plan-resume.ts'
import { resumeRestored } from './resume-restored.ts'

const LIMIT_MS = 1_000
const LONGER_MS = 1_500

test('in a large shop the statements of resuming, and of its preview, may take longer than ordinary ones', async () => {
  const app = await makeTestApp()
  onTestFinished(() => app.drop())
  const { pool: owner, product } = app.database
  await fenceRestored(owner, { archiveId: 'a', takenAt: new Date(Date.now() - 3_600_000) })
  const pool = makePool({ url: product.url, max: 5, patienceMs: LIMIT_MS })
  onTestFinished(() => pool.end())
  const ctx = await makeContext({ config: app.ctx.config, pool, log: app.ctx.log })
  onTestFinished(() => ctx.close())
  /** Everything that uses the table waits for it. */
  const whileSlow = async <Result>(table: string, work: () => Promise<Result>) => {
    const holder = await owner.connect()
    try {
      await holder.query(`begin; lock table ${table} in access exclusive mode`)
      const working = work()
      working.catch(() => undefined)
      await sleep(LONGER_MS)
      await holder.query('rollback')
      return await working
    } finally {
      holder.release()
    }
  }
  const shown = await whileSlow('poll_queue', () => planResume(ctx))
  expect(shown?.plan.orders).toBe(0)
  const resume = () => resumeRestored(ctx, { id: shown?.id ?? '' })
  // For orders, which are reviewed in batches, and for a single step.
  await whileSlow('dispatch_queue', resume)
  await owner.query('update restorations set resumed_at = null')
  await whileSlow('announcements', resume)
  const { rows } = await owner.query('select resumed_at from restorations')
  expect(rows[0].resumed_at).not.toBeNull()
})
