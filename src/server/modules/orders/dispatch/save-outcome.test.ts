import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'

import type { Context } from '#server/context.ts'
import { startWorker } from '#server/worker.ts'
import { type DatabaseProxy, startDatabaseProxy } from '#torture/proxy/start-proxy.ts'
import { makeOrderBench } from '#test/order-bench.ts'
import { startOwnClock } from '#test/own-clock.ts'
import { startProduct } from '#test/start-product.ts'

import { makeClaimer } from './claim-orders.ts'
import { makeDispatcher } from './dispatch-orders.ts'
import { landOutcome, landStoredOutcomes } from './land-outcome.ts'
import { expireLeases } from './resolve-unknown.ts'

const bench = makeOrderBench()
const soon = { timeout: 15_000, interval: 50 }

const folder = () => join(bench.ctx.config.dataDir, 'outcomes')
const kept = async () => (await readdir(folder()).catch(() => [])).filter((name) => name.endsWith('.json'))
const dispatchOf = async (id: bigint) => (await bench.orderOf(id)).dispatch

/** `far` is another process, whose database connection is cut. */
let line: DatabaseProxy
let far: Context
beforeAll(async () => {
  line = await startDatabaseProxy(bench.app.database.url)
  far = (await bench.app.another({ databaseUrl: line.url })).ctx
})
afterAll(() => line.stop())

/** Claimed but not sent: the test decides the outcome. */
async function claimOne() {
  const id = await bench.place()
  const [attempt] = await makeClaimer(bench.ctx).claim({ providerId: bench.panel.provider.id, limit: 1 })
  if (attempt?.order_id !== id) throw new Error('another order was claimed')
  return { id, attempt }
}

/** As left behind by a process that died. */
async function leaveFile(
  { user_id, order_id, number, token, provider_id }: Awaited<ReturnType<typeof claimOne>>['attempt'],
  order: string,
) {
  const left = {
    user_id,
    order_id: String(order_id),
    number,
    token,
    provider_id,
    outcome: { kind: 'accepted', order },
  }
  await mkdir(folder(), { recursive: true })
  await writeFile(join(folder(), `${token}.json`), JSON.stringify(left))
}

describe('while the database is unreachable', () => {
  test("for longer than a lease: the provider's id is stored once it is back", async () => {
    await bench.panel.fault('accept_late_reply', { delay_ms: 2000 })
    const id = await bench.place()
    const dispatcher = makeDispatcher(far, { leaseMs: 1_000 })
    await dispatcher.pump()
    await expect.poll(async () => (await bench.panel.adds()).length, soon).toBe(1)
    await line.cut()
    await expect.poll(kept, soon).toHaveLength(1)
    const text = await readFile(join(folder(), (await kept())[0] ?? ''), 'utf8')
    expect(text).toMatch(/^\{.*"kind":"accepted".*\}\n$/)
    expect(text).not.toContain('key')
    await expect.poll(() => expireLeases(bench.ctx).then(() => dispatchOf(id)), soon).toBe('unknown')
    await bench.letTimePass(id)
    expect(await dispatchOf(id)).toBe('review')

    await line.restore()
    await expect.poll(() => dispatchOf(id), { ...soon, timeout: 20_000 }).toBe('accepted')
    await dispatcher.stop()
    const [taken, ...others] = await bench.panel.adds()
    expect(others).toEqual([])
    expect(await bench.orderOf(id)).toMatchObject({
      provider_order: String(taken?.order),
      attempts: 1,
      review_code: null,
    })
    expect(await kept()).toEqual([])
  }, 180_000)

  test('the process that has the id is killed: the next start on its DATA_DIR stores it', async () => {
    const { dataDir, secretKey } = bench.ctx.config
    const env = { DATA_DIR: dataDir, SECRET_KEY: secretKey }
    await bench.panel.fault('accept_late_reply', { delay_ms: 2000 })
    const id = await bench.place()
    const first = await startProduct('all', { ...env, DATABASE_URL: line.url })
    await expect.poll(async () => (await bench.panel.adds()).length, soon).toBe(1)
    await line.cut()
    await expect.poll(kept, soon).toHaveLength(1)
    await first.kill()
    await line.restore()
    expect(await dispatchOf(id)).toBe('sending')

    const second = startWorker((await bench.app.another()).ctx)
    onTestFinished(second.stop)
    await expect.poll(() => dispatchOf(id), soon).toBe('accepted')
    await expect.poll(kept, soon).toEqual([])
    const [taken, ...others] = await bench.panel.adds()
    expect(others).toEqual([])
    expect(await bench.orderOf(id)).toMatchObject({ provider_order: String(taken?.order), attempts: 1 })
  }, 180_000)

  test('a process that is asked to stop does, and leaves the id in the file', async () => {
    await bench.panel.fault('accept_late_reply', { delay_ms: 2000 })
    const id = await bench.place()
    const dispatcher = makeDispatcher(far)
    await dispatcher.pump()
    await expect.poll(async () => (await bench.panel.adds()).length, soon).toBe(1)
    await line.cut()
    await expect.poll(kept, soon).toHaveLength(1)
    const elapsed = startOwnClock()
    await dispatcher.stop({ graceMs: 300 })
    expect(elapsed()).toBeLessThan(10_000)
    await line.restore()
    await landStoredOutcomes(bench.ctx)
    expect([await dispatchOf(id), await kept()]).toEqual(['accepted', []])
  })

  test('and hangs instead of failing: the id is in the file within seconds', async () => {
    await bench.panel.fault('accept_late_reply', { delay_ms: 2000 })
    const id = await bench.place()
    const dispatcher = makeDispatcher(far)
    await dispatcher.pump()
    await expect.poll(async () => (await bench.panel.adds()).length, soon).toBe(1)
    const lift = line.darken('answers')
    await expect.poll(kept, { interval: 50 }).toHaveLength(1)
    lift()
    await expect.poll(kept, soon).toEqual([])
    await dispatcher.stop()
    expect(await dispatchOf(id)).toBe('accepted')
  })
})

describe('a saved outcome', () => {
  test('is stored once, however many find it at once', async () => {
    const { id, attempt } = await claimOne()
    await leaveFile(attempt, '777')
    await Promise.all([landStoredOutcomes(bench.ctx), landStoredOutcomes(far), landStoredOutcomes(bench.ctx)])
    expect(await bench.orderOf(id)).toMatchObject({ dispatch: 'accepted', provider_order: '777' })
    expect(await bench.attemptsOf(id)).toMatchObject([{ state: 'accepted', provider_order: '777' }])
    expect(await kept()).toEqual([])
  })

  test('that is already in the database changes nothing and is removed', async () => {
    const { id, attempt } = await claimOne()
    await landOutcome(bench.ctx, attempt, { kind: 'accepted', order: '778' })
    await leaveFile(attempt, '779')
    await landStoredOutcomes(bench.ctx)
    expect(await bench.orderOf(id)).toMatchObject({ provider_order: '778' })
    expect(await kept()).toEqual([])
  })

  test('of another token does not end the attempt, and its id is shown to staff', async () => {
    const { id, attempt } = await claimOne()
    await leaveFile({ ...attempt, token: '00000000-0000-4000-8000-000000000000' }, '780')
    await landStoredOutcomes(bench.ctx)
    expect(await bench.orderOf(id)).toMatchObject({
      dispatch: 'sending',
      provider_order: null,
      review_code: 'accepted_too_late',
    })
  })

  test('of an attempt that was lost with a restored database is evidence for staff, once', async () => {
    const { id, attempt } = await claimOne()
    // As after a resume: the attempt that was sent is not in the archive.
    const lost = { ...attempt, token: '00000000-0000-4000-8000-000000000002' }
    await bench.ctx.pool.query(`update order_attempts set state = 'unknown' where order_id = $1`, [id])
    await bench.ctx.pool.query(
      `update orders set dispatch = 'review', review_code = 'restored', review_details = '{}' where id = $1`,
      [id],
    )
    for (let round = 0; round < 2; round += 1) {
      await leaveFile(lost, '782')
      await landStoredOutcomes(bench.ctx)
    }
    expect(await bench.orderOf(id)).toMatchObject({ dispatch: 'review', review_code: 'restored' })
    const [{ evidence } = { evidence: [] }] = (
      await bench.ctx.pool.query('select evidence from order_attempts where order_id = $1', [id])
    ).rows
    expect(evidence).toMatchObject([{ code: 'accepted_too_late', provider_order: '782' }])
    expect(await kept()).toEqual([])
  })

  test('of a missing order is set aside, and fails no round', async () => {
    const { attempt } = await claimOne()
    const token = '00000000-0000-4000-8000-000000000003'
    await leaveFile({ ...attempt, order_id: 9_000_000n, token }, '783')
    await landStoredOutcomes(bench.ctx)
    expect(await kept()).toEqual([])
    expect(await readFile(join(folder(), 'orphaned', `${token}.json`), 'utf8')).toContain('"783"')
  })

  test('that is unreadable stays, blocks no other, and fails the round', async () => {
    const { id, attempt } = await claimOne()
    await leaveFile(attempt, '781')
    const damaged = '00000000-0000-4000-8000-000000000001.json'
    await writeFile(join(folder(), damaged), '{"user_id":')
    await expect(landStoredOutcomes(bench.ctx)).rejects.toThrow('JSON')
    expect([await dispatchOf(id), await kept()]).toEqual(['accepted', [damaged]])
  })
})
