import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import type { Pool } from 'pg'

import { startEmbeddedPostgres } from '#server/lib/postgres/embedded/start-embedded-postgres.ts'
import { migrate } from '#server/lib/postgres/migrate.ts'
import { makePool } from '#server/lib/postgres/pool.ts'
import { checkInvariants } from '#server/modules/operations/ledger-check/check-invariants.ts'
import { type ProductProcess, startProduct } from '#test/start-product.ts'

import {
  enterCustomer,
  enterProviders,
  fillAll,
  names,
  type ProviderName,
  providers,
  runLong,
  secretKey,
} from './fill-queues.ts'
import { readProcessCpu, watchDatabaseCpu } from './database-cpu.ts'
import { type DatabaseWork, measureDatabase } from './measure-database.ts'
import { type FastProviders, startFastProviders } from './start-fast-providers.ts'

const WARM_UP_SECONDS = 3
const PLACED = 10

type Bench = {
  pool: Pool
  fast: FastProviders
  ids: Record<ProviderName, number>
  seconds: number
  product: ProductProcess
  readCpu: () => Cpu
}
/** Seconds since some start, zero if there is no /proc. */
type Cpu = { database: number; node: number }

/**
 * Throughput of the queues, on the product's own PostgreSQL and with our own providers: sending next to a slow provider
 * and a paused one that holds most of the queue, polls of a million orders, and completions per second. Returns false
 * if one is below its target, or the audit finds anything. On a busy machine CPU per order varies less than rates.
 */
export async function benchQueues(options: {
  queued: number | undefined
  followed: number | undefined
  seconds: number | undefined
}): Promise<boolean> {
  const { queued = 100_000, followed = 1_000_000, seconds = 20 } = options
  const dataDir = await mkdtemp(join(tmpdir(), 'tally-bench-queues-'))
  const database = await startEmbeddedPostgres({ dataDir })
  const pool = makePool({ url: database.url, max: 4 })
  const fast = await startFastProviders(names.map((name) => providers[name].delayMs))
  let product: ProductProcess | undefined
  try {
    await migrate(database.url)
    const ids = await enterProviders(pool, fast.urls)
    print(`filling in ${queued} orders that are queued and ${followed} that are followed …`)
    await fillAll(pool, ids, { queued, followed, seconds })
    const env = { DATABASE_URL: database.url, DATA_DIR: dataDir, SECRET_KEY: secretKey }
    product = await startProduct('all', env)
    await sleep(WARM_UP_SECONDS * 1000)
    const readDatabase = await watchDatabaseCpu(pool)
    const { pid } = product
    const readCpu = () => ({ database: readDatabase?.() ?? 0, node: readProcessCpu(pid) })
    const bench: Bench = { pool, fast, ids, seconds, product, readCpu }
    const verdicts = [await measureSending(bench), await measureStarvation(bench)]
    // Measurements start here.
    await pause(pool, 'sending', [ids.good, ids.second, ids.slow])
    verdicts.push(await measureChecks(bench))
    await pause(pool, 'reading', [ids.good, ids.second, ids.slow, ids.followed])
    verdicts.push(await measureCompletions(bench))
    const violations = (await checkInvariants(database.url)).filter((one) => one.violations > 0)
    print(violations.length === 0 ? 'audit: nothing found' : `audit: ${JSON.stringify(violations)}`)
    return verdicts.every(Boolean) && violations.length === 0
  } finally {
    await product?.kill()
    await fast.stop()
    await pool.end()
    await database.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** Two providers at their configured rate, next to a slow and a paused one. */
async function measureSending({ pool, fast, seconds, readCpu }: Bench): Promise<boolean> {
  const good: ProviderName[] = ['good', 'second']
  const { result: sent, ...work } = await measureWork({ pool, readCpu }, async () => {
    const before = await Promise.all(good.map((name) => count(fast, name)))
    await sleep(seconds * 1000)
    const after = await Promise.all(good.map((name) => count(fast, name)))
    return after.map(({ adds, calls }, at) => ({
      adds: adds - (before[at]?.adds ?? 0),
      calls: adds + calls - (before[at]?.adds ?? 0) - (before[at]?.calls ?? 0),
    }))
  })
  const allowed = seconds * good.reduce((sum, name) => sum + providers[name].perSecond, 0)
  const adds = sent.reduce((sum, one) => sum + one.adds, 0)
  const calls = sent.reduce((sum, one) => sum + one.calls, 0)
  print(
    `sending: ${(adds / seconds).toFixed(0)} orders/s; calls ${(calls / allowed).toFixed(2)} of what two providers ` +
      `allow (wanted 0.90), next to a slow and a paused one`,
  )
  printWork(work, { per: adds, what: 'order sent' })
  return calls / allowed >= 0.9
}

/** From a customer's order until it reaches its provider, with everything queued elsewhere ahead of it. */
async function measureStarvation({ pool, fast, product, ids }: Bench): Promise<boolean> {
  const { token, serviceId } = await enterCustomer(pool, ids.followed)
  const millis: number[] = []
  for (let times = 0; times < PLACED; times += 1) {
    const link = `https://example.com/${randomUUID()}`
    const begun = performance.timeOrigin + performance.now()
    const answer = await fetch(`${product.url}/api/orders/create`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ service_id: serviceId, link, quantity: 100 }),
    })
    if (answer.status !== 201) throw new Error(`an order was answered with ${answer.status}`)
    let arrived: number | undefined
    while (arrived === undefined) {
      await sleep(20)
      arrived = (await fast.tell({ at: names.indexOf('followed'), link })).arrived
    }
    millis.push(arrived - begun)
  }
  const longest = Math.max(...millis)
  const middle = millis.toSorted((one, other) => one - other)[PLACED / 2] ?? 0
  print(
    `an order behind all of that, at a provider with checks due: sent after ${middle.toFixed(0)} ms, ` +
      `${longest.toFixed(0)} ms at most (wanted < 1000)`,
  )
  return longest < 1000
}

async function measureChecks({ pool, fast, seconds, readCpu }: Bench): Promise<boolean> {
  const { result: ids, ...work } = await measureWork({ pool, readCpu }, async () => {
    const before = await count(fast, 'followed')
    await sleep(seconds * 1000)
    return (await count(fast, 'followed')).ids - before.ids
  })
  const allowed = seconds * providers.followed.perSecond * 100
  print(
    `checks: ${(ids / seconds).toFixed(0)} orders/s, ${(ids / allowed).toFixed(2)} of what the provider allows (wanted 0.90)`,
  )
  printWork(work, { per: ids, what: 'order asked about' })
  return ids / allowed >= 0.9
}

/** Every order at this provider is complete. Its polls are due from now on, but not before. */
async function measureCompletions({ pool, fast, seconds, ids, readCpu }: Bench): Promise<boolean> {
  await fast.tell({ at: names.indexOf('completing'), say: 'completed' })
  const { result: ended, ...work } = await measureWork({ pool, readCpu }, async () => {
    await runLong(pool, `update poll_queue set due_at = now() where provider_id = ${ids.completing}`)
    const before = await countCompleted(pool)
    await sleep(seconds * 1000)
    return (await countCompleted(pool)) - before
  })
  print(`completions: ${(ended / seconds).toFixed(0)} orders/s (wanted 3000)`)
  printWork(work, { per: ended, what: 'order completed' })
  return ended / seconds >= 3000
}

/** Like a circuit breaker, for longer than the bench runs. */
async function pause(pool: Pool, what: 'sending' | 'reading', providerIds: number[]): Promise<void> {
  const until = "now() + interval '1 day'"
  await pool.query(
    `update providers set ${what}_failures = 3, ${what}_paused_until = ${until} where id = any($1)`,
    [providerIds],
  )
}

function count(fast: FastProviders, name: ProviderName) {
  return fast.tell({ at: names.indexOf(name) })
}

async function countCompleted(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    'select coalesce(sum(completed), 0)::float8 as count from accounts',
  )
  return rows[0]?.count ?? 0
}

type Work = { database: DatabaseWork; cpu: Cpu }

async function measureWork<Result>(
  { pool, readCpu }: Pick<Bench, 'pool' | 'readCpu'>,
  work: () => Promise<Result>,
): Promise<Work & { result: Result }> {
  const before = readCpu()
  const measured = await measureDatabase(pool, work)
  const after = readCpu()
  return { ...measured, cpu: { database: after.database - before.database, node: after.node - before.node } }
}

function printWork(
  { database: { walBytes, updates }, cpu }: Work,
  { per, what }: { per: number; what: string },
): void {
  const hot = Object.entries(updates)
    .filter(([, { all }]) => all >= per / 20)
    .map(([table, { all, hot: own }]) => `${table} ${((100 * own) / all).toFixed(0)} %`)
  const micros = (seconds: number) => ((seconds * 1_000_000) / Math.max(per, 1)).toFixed(0)
  print(
    `  µs of CPU per ${what}: PostgreSQL ${micros(cpu.database)}, Node ${micros(cpu.node)}; ` +
      `WAL: ${(walBytes / Math.max(per, 1)).toFixed(0)} bytes; HOT: ${hot.join(', ')}`,
  )
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
