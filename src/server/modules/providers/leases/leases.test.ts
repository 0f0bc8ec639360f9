import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import type { Context } from '#server/context.ts'
import { makeTestApp, type TestApp } from '#test/app.ts'
import { makeProvider } from '#test/factories.ts'

import { makeLeaseKeeper, type ProviderLease, type LeaseKeeper } from './make-lease-keeper.ts'

// Longer than most: leases pass between the same few processes, and each case starts from their current state.

let app: TestApp
let others: TestApp[]
let providerIds: number[]

beforeAll(async () => {
  app = await makeTestApp()
  others = [await app.another(), await app.another()]
  await app.ctx.db.deleteFrom('providers').execute()
  const made = [1, 2, 3, 4].map(() => makeProvider(app.ctx, { url: 'http://127.0.0.1:1' }))
  providerIds = (await Promise.all(made)).map(({ id }) => id)
})
afterAll(() => app.drop())
beforeEach(async () => {
  await app.ctx.db.deleteFrom('provider_leases').execute()
  await app.ctx.db.updateTable('processes').set({ role: 'web' }).execute()
})

type Worker = LeaseKeeper & {
  ctx: Context
  leases: Map<number, ProviderLease>
  /** Moves its clocks forward, like a suspended machine. */
  sleep(ms: number): void
  held(): number[]
}

/** A worker with its own clock. `end`: how long its work takes to stop. */
async function makeWorker(
  { ctx }: TestApp,
  { end = () => Promise.resolve() }: { end?: () => Promise<void> } = {},
): Promise<Worker> {
  let slept = 0
  const own = { ...ctx, clock: () => new Date(Date.now() + slept) }
  const leases = new Map<number, ProviderLease>()
  const keeper = makeLeaseKeeper(own, (lease) => {
    leases.set(lease.providerId, lease)
    return {
      stop: async () => {
        await end()
        if (leases.get(lease.providerId) === lease) leases.delete(lease.providerId)
      },
    }
  })
  const row = { id: ctx.processId, host: 'test', pid: 1, role: 'worker' as const }
  await ctx.db
    .insertInto('processes')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ role: 'worker', beat_at: new Date() }))
    .execute()
  const held = () =>
    [...leases.values()].filter((lease) => lease.isHeld()).map(({ providerId }) => providerId)
  return { ...keeper, ctx, leases, held, sleep: (ms) => (slept += ms) }
}

async function leave({ ctx }: Worker) {
  await ctx.db.updateTable('processes').set({ role: 'web' }).where('id', '=', ctx.processId).execute()
}

/** Expires everything that is not renewed. */
async function letPass(seconds: number) {
  await app.ctx.pool.query("update provider_leases set until = until - $1 * interval '1 second'", [seconds])
}

const sorted = (ids: Iterable<number>) => [...ids].toSorted((one, other) => one - other)

describe("a provider's lease", () => {
  test('is held by one process at a time, and each lease by some process', async () => {
    const workers = await Promise.all([app, ...others].map((one) => makeWorker(one)))
    for (let round = 0; round < 6; round += 1) {
      await Promise.all(workers.map((worker) => worker.step()))
      const held = workers.flatMap((worker) => worker.held())
      expect(held.length).toBe(new Set(held).size)
    }
    expect(sorted(workers.flatMap((worker) => worker.held()))).toEqual(sorted(providerIds))
    await Promise.all(workers.map((worker) => worker.stop()))
  })

  test('is taken as a share, and released for processes that start later', async () => {
    const first = await makeWorker(app)
    await first.step()
    expect(first.held().length).toBe(4)
    const second = await makeWorker(others[0] ?? app)
    for (let round = 0; round < 4; round += 1) {
      await first.step()
      await second.step()
    }
    expect([first.held().length, second.held().length]).toEqual([2, 2])
    await first.stop()
    await leave(first)
    await second.step()
    expect(second.held().length).toBe(4)
    await second.stop()
  })

  test('that no process takes is taken by the remaining one after a while, and held', async () => {
    const absent = await makeWorker(others[0] ?? app)
    const present = await makeWorker(app)
    await present.step()
    expect(present.held().length).toBe(2)
    await app.ctx.pool.query(
      "update provider_leases set until = until - interval '4 seconds' where owner is null",
    )
    await present.step()
    expect(present.held().length).toBe(4)
    await present.step()
    await absent.step()
    expect([present.held().length, absent.held().length]).toEqual([4, 0])
    await present.stop()
  })

  test('of a dead process is taken at once, whatever the share', async () => {
    const gone = await makeWorker(others[0] ?? app)
    await gone.step()
    await letPass(10)
    const heir = await makeWorker(app)
    await heir.step()
    expect(heir.held().length).toBe(4)
    await Promise.all([gone.stop(), heir.stop()])
  })

  test('that is handed over is held until its work has ended', async () => {
    const working = Promise.withResolvers<void>()
    const first = await makeWorker(app, { end: () => working.promise })
    await first.step()
    const second = await makeWorker(others[0] ?? app)
    await first.step()
    await letPass(8)
    await first.step()
    await second.step()
    expect([first.held().length, second.held().length]).toEqual([4, 0])
    working.resolve()
    await expect.poll(async () => (await second.step(), second.held().length)).toBe(1)
    expect(first.held().length).toBe(3)
    await Promise.all([first.stop(), second.stop()])
  })

  test('expires for a suspended process before another can take it', async () => {
    const first = await makeWorker(app)
    await first.step()
    const [lease] = first.leases.values()
    await leave(first)
    const second = await makeWorker(others[0] ?? app)
    first.sleep(9_000)
    expect(lease?.isHeld()).toBe(true)
    first.sleep(1_000)
    expect(lease?.isHeld()).toBe(false)
    await second.step()
    expect(second.held()).toEqual([])
    await letPass(10)
    await second.step()
    expect(sorted(second.held())).toEqual(sorted(providerIds))
    // It resumes and finds its leases taken: its work is stopped.
    await first.step()
    expect([first.leases.size, lease?.isHeld()]).toEqual([0, false])
    await Promise.all([first.stop(), second.stop()])
  })

  test('is renewed as long as the process asks for it', async () => {
    const first = await makeWorker(app)
    await first.step()
    for (let round = 0; round < 5; round += 1) {
      await letPass(4)
      first.sleep(4_000)
      await first.step()
    }
    expect(first.held().length).toBe(4)
    await first.stop()
    const { rows } = await app.ctx.pool.query('select from provider_leases where owner is not null')
    expect(rows).toEqual([])
  })

  test('is free in time when the answer to taking it was lost, and can be taken again', async () => {
    const first = await makeWorker(app)
    await first.step()
    await first.stop()
    await app.ctx.db.updateTable('provider_leases').set({ owner: app.ctx.processId }).execute()
    await letPass(-10)
    await first.step()
    const next = await makeWorker(app)
    for (let round = 0; round < 3; round += 1) {
      await letPass(4)
      await next.step()
    }
    expect(sorted(next.held())).toEqual(sorted(providerIds))
    await next.stop()
  })

  test('of a new provider is taken, and of a deleted one is released', async () => {
    const first = await makeWorker(app)
    await first.step()
    const { id } = await makeProvider(app.ctx, { url: 'http://127.0.0.1:1' })
    await first.step()
    expect(first.held()).toContain(id)
    await app.ctx.db.deleteFrom('providers').where('id', '=', id).execute()
    await first.step()
    expect(sorted(first.held())).toEqual(sorted(providerIds))
    await first.stop()
  })
})
