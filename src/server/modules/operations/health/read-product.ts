import { countServicesBelowCost } from '#server/modules/catalogue/services/count-services.ts'
import type { Context } from '#server/context.ts'
import { remember } from '#server/lib/limits/remember.ts'

import {
  countProcesses,
  findTotals,
  listFailingJobs,
  listProviderHealth,
  listQueues,
} from './health-queries.ts'

/** The database is asked at most that often by one process, however many look. */
const REMEMBERED_MS = 10_000
const PROVIDERS_MAX = 50
const ALIVE_SECONDS = 15

export type Product = Awaited<ReturnType<typeof readAnew>>

/** All accounts are added up for it: 1,640 blocks with 100,000 of them (50 ms on two busy cores), which whoever looks again does not wait for. */
const readTotals = remember(async ({ db, clock }) => ({ at: clock(), totals: await findTotals(db) }), {
  freshMs: REMEMBERED_MS,
  staleMs: 60_000,
})

async function readAnew(ctx: Context) {
  const { db } = ctx
  const started = performance.now()
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
  const milliseconds = performance.now() - started
  return { checkedAt, milliseconds, totals, queues, providers, processes, belowCost, failingJobs }
}

type Reading = { product: Promise<Product>; endedAt: number | undefined }
const readings = new WeakMap<Context, Reading>()

/** What the database says of sums, queues, providers and processes, not older than 10 s. A failure is remembered as well. */
export function readProduct(ctx: Context): Promise<Product> {
  const last = readings.get(ctx)
  const isFresh =
    last !== undefined && (last.endedAt === undefined || performance.now() - last.endedAt < REMEMBERED_MS)
  if (isFresh) return last.product
  const reading: Reading = { product: readAnew(ctx), endedAt: undefined }
  const end = () => (reading.endedAt = performance.now())
  reading.product.then(end, end)
  readings.set(ctx, reading)
  return reading.product
}
