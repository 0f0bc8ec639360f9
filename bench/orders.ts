import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { Pool } from 'pg'

import { checkInvariants } from '#server/modules/operations/ledger-check/check-invariants.ts'
import { startEmbeddedPostgres } from '#server/lib/postgres/embedded/start-embedded-postgres.ts'
import { migrate } from '#server/lib/postgres/migrate.ts'
import { makePool } from '#server/lib/postgres/pool.ts'
import { type ProductProcess, startProduct } from '#test/start-product.ts'

import { watchDatabaseCpu } from './database-cpu.ts'
import { fillCustomers, signCustomersIn } from './fill-customers.ts'
import { openConnection, postRequest } from './http-client.ts'
import { oneOrderPerTx } from './one-order-per-tx.ts'

const CLIENTS = 64
const CUSTOMERS = 10_000
const WARM_UP_SECONDS = 3
const secretKey = 'only for this bench, thrown away with its database'

/**
 * Orders per second over HTTP with 64 clients, next to one order per tx without HTTP, on the same embedded database
 * in the same run, every commit durable: for 10,000 customers and for one. Returns false when a ratio is not above
 * 1, an acknowledged order is missing, or the audit finds anything. For the orders over HTTP it also prints
 * PostgreSQL's CPU per order, background processes included: on a busy machine it varies less than seconds.
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
    const readCpu = await watchDatabaseCpu(pool)
    server = await startProduct('web', {
      DATABASE_URL: database.url,
      DATA_DIR: dataDir,
      SECRET_KEY: secretKey,
    })
    const settings = await pool.query<{ durable: string }>(
      "select current_setting('fsync') || '/' || current_setting('synchronous_commit') as durable",
    )
    print(`fsync/synchronous_commit: ${settings.rows[0]?.durable}; ${CLIENTS} clients, ${seconds} s each`)
    let isGood = true
    for (const users of [CUSTOMERS, 1]) {
      const baseline = await oneOrderPerTx({ url: database.url, users, clients: CLIENTS, seconds, serviceId })
      const own = await overHttp({
        pool,
        url: server.url,
        tokens: tokens.slice(0, users),
        seconds,
        serviceId,
        readCpu,
      })
      const ratio = own.perSecond / baseline.perSecond
      print(
        `${users === 1 ? 'one customer' : `${users} customers`}: ${own.perSecond.toFixed(0)} orders/s over HTTP ` +
          `(p50 ${own.p50.toFixed(1)} ms, p99 ${own.p99.toFixed(1)} ms` +
          `${own.cpuMillis === undefined ? '' : `, ${own.cpuMillis.toFixed(3)} ms PostgreSQL CPU per order`}), ` +
          `${baseline.perSecond.toFixed(0)} one per tx (${baseline.by}), ratio ${ratio.toFixed(2)}`,
      )
      if (own.lost !== 0) print(`  ${own.lost} acknowledged orders are not in the database`)
      isGood &&= ratio > 1 && own.lost === 0
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

type Run = {
  pool: Pool
  url: string
  tokens: string[]
  seconds: number
  serviceId: number
  /** CPU seconds of the database server; undefined where they are unknown. */
  readCpu: (() => number) | undefined
}

async function overHttp({ pool, url, tokens, seconds, serviceId, readCpu }: Run) {
  const body = { service_id: serviceId, link: 'https://example.com/bench', quantity: 1000 }
  const requests = tokens.map((token) => postRequest('/api/orders/create', token, body))
  await drive({ url, requests, seconds: WARM_UP_SECONDS })
  const before = await countOrders(pool)
  const cpuBefore = readCpu?.() ?? 0
  const { placed, millis } = await drive({ url, requests, seconds })
  const cpuMillis = readCpu === undefined ? undefined : ((readCpu() - cpuBefore) * 1000) / placed
  const kept = (await countOrders(pool)) - before
  const sorted = Float64Array.from(millis).toSorted()
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? 0
  return {
    perSecond: placed / seconds,
    p50: at(0.5),
    p99: at(0.99),
    cpuMillis,
    lost: Math.max(0, placed - kept),
  }
}

async function drive({ url, requests, seconds }: { url: string; requests: Buffer[]; seconds: number }) {
  const until = performance.now() + seconds * 1000
  const millis: number[] = []
  let placed = 0
  const client = async () => {
    const connection = openConnection(url)
    while (performance.now() < until) {
      const request = requests[Math.floor(Math.random() * requests.length)]
      if (request === undefined) break
      const answer = await connection.send(request)
      if (answer.status !== 201) throw new Error(`an order was answered with ${answer.status}`)
      placed += 1
      millis.push(answer.millis)
    }
    connection.close()
  }
  await Promise.all(Array.from({ length: CLIENTS }, client))
  return { placed, millis }
}

async function countOrders(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ orders: string }>('select count(*)::text as orders from orders')
  return Number(rows[0]?.orders ?? 0)
}
