import { countServicesBelowCost } from '#server/modules/catalogue/services/count-services.ts'
import type { Context } from '#server/context.ts'
import { cacheRead } from '#server/lib/cache/cache-read.ts'

import {
  countProcesses,
  findTotals,
  listFailingJobs,
  listProviderHealth,
  listQueues,
} from './health-queries.ts'

/** The minimum time between a process's reads. */
const CACHED_MS = 10_000
const PROVIDERS_MAX = 50
const ALIVE_SECONDS = 15

export type Product = Awaited<ReturnType<typeof readNow>>

/** Sums all accounts: 1,640 blocks for 100,000 (50 ms on two busy cores). Refreshed in the background. */
const readTotals = cacheRead(async ({ db, clock }) => ({ at: clock(), totals: await findTotals(db) }), {
  freshMs: CACHED_MS,
  staleMs: 60_000,
})

async function readNow(ctx: Context) {
  const { db } = ctx
  const [{ at: checkedAt, totals }, queues, providers, processes, belowCost, failingJobs] = await Promise.all(
    [
      readTotals(ctx),
      listQueues(db),
      listProviderHealth(db, PROVIDERS_MAX),
      countProcesses(db, ALIVE_SECONDS),
      countServicesBelowCost({ db }),
      listFailingJobs(db, ALIVE_SECONDS),
    ],
  )
  return { checkedAt, totals, queues, providers, processes, belowCost, failingJobs }
}

type Reading = { product: Promise<Product>; endedAt: number | undefined }
const readings = new WeakMap<Context, Reading>()

/** Sums, queues, providers and processes, at most 10 s old. A failure is cached too. */
export function readProduct(ctx: Context): Promise<Product> {
  const last = readings.get(ctx)
  const isFresh =
    last !== undefined && (last.endedAt === undefined || performance.now() - last.endedAt < CACHED_MS)
  if (isFresh) return last.product
  const reading: Reading = { product: readNow(ctx), endedAt: undefined }
  const end = () => (reading.endedAt = performance.now())
  reading.product.then(end, end)
  readings.set(ctx, reading)
  return reading.product
}

/** For one queue: how many entries are due, and for how long the oldest has been. */
export function queueOf({ queues }: Product, name: string): { due: number; oldest_seconds: number } {
  const { due, oldest_seconds } = queues.find(({ queue }) => queue === name) ?? { due: 0, oldest_seconds: 0 }
  return { due, oldest_seconds: Math.max(0, Math.round(oldest_seconds)) }
}
