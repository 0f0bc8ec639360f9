import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { Pool } from 'pg'

import { checkInvariants } from '#server/modules/operations/ledger-check/check-invariants.ts'
import { startEmbeddedPostgres } from '#server/lib/postgres/embedded/start-embedded-postgres.ts'
import { migrate } from '#server/lib/postgres/migrate.ts'
import { makePool } from '#server/lib/postgres/pool.ts'
import { type ProductProcess, startProduct } from '#test/start-product.ts'

import { readProcessCpu, watchDatabaseCpu } from './database-cpu.ts'
import { fillCustomers, signCustomersIn } from './fill-customers.ts'
import { CLIENTS, drive } from './drive.ts'
import { postRequest } from './http-client.ts'
import { oneOrderPerTx } from './one-order-per-tx.ts'

const CUSTOMERS = 10_000
const ROUNDS = 5
const WARM_UP_SECONDS = 3
const secretKey = 'only for this bench, thrown away with its database'

/**
 * Orders per second over HTTP with 64 clients, next to one order per tx without HTTP, on the same embedded database in
 * the same run, every commit durable: for 10,000 customers and for one, in alternating rounds, whose medians, minima
 * and maxima it prints. Returns false if a ratio is not above 1, an acknowledged order is missing, or the audit finds
 * anything. On a busy machine CPU per order varies less than rates: that of PostgreSQL, including background processes,
 * that of the product, and the saving in PostgreSQL without foreign keys.
 */
export async function benchOrders({ seconds = 10 }: { seconds?: number } = {}): Promise<boolean> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tally-bench-data-'))
  const database = await startEmbeddedPostgres({ dataDir })
  const pool = makePool({ url: database.url, max: 4 })
  let server: ProductProcess | undefined
  try {
    await migrate(database.url)
    const serviceId = await fillCustomers(pool, CUSTOMERS)
    const tokens = await signCustomersIn(pool, { count: CUSTOMERS, secretKey })
    const readDatabase = await watchDatabaseCpu(pool)
    server = await startProduct('web', {
      DATABASE_URL: database.url,
      DATA_DIR: dataDir,
      SECRET_KEY: secretKey,
    })
    const { pid, url } = server
    const settings = await pool.query<{ durable: string }>(
      "select current_setting('fsync') || '/' || current_setting('synchronous_commit') as durable",
    )
    print(
      `fsync/synchronous_commit: ${settings.rows[0]?.durable}; ${CLIENTS} clients, ${ROUNDS} rounds of ${seconds} s each`,
    )
    const readCosts = makeCostReader(pool, { pid, readDatabase })
    let isGood = true
    for (const users of [CUSTOMERS, 1]) {
      const run = { pool, url, tokens: tokens.slice(0, users), seconds, serviceId, readCosts }
      await overHttp({ ...run, seconds: WARM_UP_SECONDS })
      const rounds: Round[] = []
      for (let nth = 0; nth < ROUNDS; nth += 1) {
        const baseline = await oneOrderPerTx({ ...run, url: database.url, users, clients: CLIENTS })
        const own = await overHttp(run)
        const unchecked = await withoutForeignKeys(pool, () => overHttp(run))
        rounds.push({ baseline: baseline.perSecond, own, unchecked })
      }
      isGood = printRounds(users, rounds) && isGood
    }
    const violations = (await checkInvariants(database.url)).filter(({ violations }) => violations > 0)
    print(violations.length === 0 ? 'audit: nothing found' : `audit: ${JSON.stringify(violations)}`)
    return isGood && violations.length === 0
  } finally {
    await server?.kill()
    await pool.end()
    await database.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

type Round = { baseline: number; own: Measured; unchecked: Measured }

function printRounds(users: number, rounds: readonly Round[]): boolean {
  const lost = rounds.reduce((sum, { own, unchecked }) => sum + own.lost + unchecked.lost, 0)
  const of = (figure: (round: Round) => number, digits = 0) => spread(rounds.map(figure), digits)
  print(users === 1 ? 'one customer' : `${users} customers`)
  print(`  ratio ${of(({ own, baseline }) => own.perSecond / baseline, 2)}`)
  print(
    `  orders/s over HTTP ${of(({ own }) => own.perSecond)}, one per tx ${of(({ baseline }) => baseline)}`,
  )
  print(`  ms of an order: p50 ${of(({ own }) => own.p50, 1)}, p99 ${of(({ own }) => own.p99, 1)}`)
  const isCpuKnown = rounds.some(({ own }) => own.nodeMicros > 0)
  if (isCpuKnown)
    print(
      `  µs of CPU per order: PostgreSQL ${of(({ own }) => own.databaseMicros)}, Node ${of(({ own }) => own.nodeMicros)}, ` +
        `without foreign keys PostgreSQL ${of(({ unchecked }) => unchecked.databaseMicros)}`,
    )
  print(`  bytes of WAL per order ${of(({ own }) => own.walBytes)}`)
  if (lost > 0) print(`  ${lost} acknowledged orders are not in the database`)
  return median(rounds.map(({ own, baseline }) => own.perSecond / baseline)) > 1 && lost === 0
}

function spread(values: readonly number[], digits: number): string {
  const [least, most] = [Math.min(...values), Math.max(...values)].map((value) => value.toFixed(digits))
  return `${median(values).toFixed(digits)} (${least} to ${most})`
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN
}

/** CPU in seconds since some start, zero if there is no /proc. */
type Costs = { database: number; node: number; walBytes: number }

function makeCostReader(
  pool: Pool,
  { pid, readDatabase }: { pid: number; readDatabase: (() => number) | undefined },
): () => Promise<Costs> {
  return async () => {
    const { rows } = await pool.query<{ bytes: number }>(
      `select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8 as bytes`,
    )
    return { database: readDatabase?.() ?? 0, node: readProcessCpu(pid), walBytes: rows[0]?.bytes ?? 0 }
  }
}

/** Tables that placing writes. */
const PLACED_IN = ['orders', 'transactions', 'dispatch_queue']

/** Disables all their triggers. Inserts fire only triggers of foreign keys. */
async function withoutForeignKeys<Result>(pool: Pool, work: () => Promise<Result>): Promise<Result> {
  const set = async (state: 'enable' | 'disable') => {
    for (const table of PLACED_IN) await pool.query(`alter table ${table} ${state} trigger all`)
  }
  await set('disable')
  try {
    return await work()
  } finally {
    await set('enable')
  }
}

type Run = {
  pool: Pool
  url: string
  tokens: string[]
  seconds: number
  serviceId: number
  readCosts: () => Promise<Costs>
}
type Measured = Awaited<ReturnType<typeof overHttp>>

async function overHttp({ pool, url, tokens, seconds, serviceId, readCosts }: Run) {
  const body = { service_id: serviceId, link: 'https://example.com/bench', quantity: 1000 }
  const requests = tokens.map((token) => postRequest('/api/orders/create', token, body))
  const ordersBefore = await countOrders(pool)
  const before = await readCosts()
  const { placed, millis } = await drive({ url, requests, seconds })
  const after = await readCosts()
  const kept = (await countOrders(pool)) - ordersBefore
  const sorted = Float64Array.from(millis).toSorted()
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? 0
  return {
    perSecond: placed / seconds,
    p50: at(0.5),
    p99: at(0.99),
    databaseMicros: ((after.database - before.database) * 1_000_000) / placed,
    nodeMicros: ((after.node - before.node) * 1_000_000) / placed,
    walBytes: (after.walBytes - before.walBytes) / placed,
    lost: Math.max(0, placed - kept),
  }
}

async function countOrders(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ orders: string }>('select count(*)::text as orders from orders')
  return Number(rows[0]?.orders ?? 0)
}
