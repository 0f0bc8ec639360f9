import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { Kysely, PostgresDialect } from 'kysely'
import type { Pool } from 'pg'

import { startEmbeddedPostgres } from '#server/lib/postgres/embedded/start-embedded-postgres.ts'
import { migrate } from '#server/lib/postgres/migrate.ts'
import { makePool } from '#server/lib/postgres/pool.ts'
import { allowSeconds } from '#server/lib/postgres/statement-limits.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import { findOrders } from '#server/modules/orders/reading/get-order.ts'
import { listNewestOrders } from '#server/modules/orders/reading/list-newest-orders.ts'
import { countBlocks } from '#test/count-blocks.ts'
import { type ProductProcess, startProduct } from '#test/start-product.ts'

import { readProcessCpu, watchDatabaseCpu } from './database-cpu.ts'
import { openConnection, postRequest } from './http-client.ts'

const CLIENTS = 16
const CUSTOMERS = 64
/** The number of ids in a status call. */
const IDS = 100
const FILLING_SECONDS = 1200
/** The minimum ratio to the orders placed by POST /api/orders/create in the same CPU time. */
const RATIO_MIN = 0.9
/** Per id a page reads some index blocks and the order itself; never all of the customer's orders. */
const BLOCKS_MAX = 1_000

type Size = { services: number; orders: number; seconds: number; rounds: number }
export const sizes = {
  whole: { services: 10_000, orders: 1_000_000, seconds: 3, rounds: 7 },
  quick: { services: 1_000, orders: 20_000, seconds: 1, rounds: 3 },
} satisfies Record<string, Size>

/**
 * CPU per call of the reseller API over HTTP, of the product and of PostgreSQL, with one customer of a million orders;
 * and orders by `add` next to POST /api/orders/create, alternating. Returns false if `add` places less than 0.9 times
 * as many per CPU second, or if `status` or `orders` read more than a page's worth.
 */
export async function benchReseller({ services, orders, seconds, rounds }: Size): Promise<boolean> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tally-bench-data-'))
  const database = await startEmbeddedPostgres({ dataDir })
  const pool = makePool({ url: database.url, max: 4 })
  let server: ProductProcess | undefined
  try {
    await migrate(database.url)
    const { keys, serviceId } = await fill(pool, { services, orders })
    const key = keys[0] ?? ''
    const ids = await newestIds(pool)
    const readDatabase = await watchDatabaseCpu(pool)
    server = await startProduct('web', {
      DATABASE_URL: database.url,
      DATA_DIR: dataDir,
      SECRET_KEY: 'only for this bench, thrown away with its database',
    })
    const { url, pid } = server
    const readCpu = () => ({ product: readProcessCpu(pid), database: readDatabase?.() ?? 0 })
    const measure = (requests: readonly Buffer[], time = seconds) =>
      drive({ url, requests, seconds: time, readCpu })
    print(`${services} services, ${orders} orders of one customer, ${CLIENTS} clients, ${seconds} s each`)
    print(row('call', 'calls/s', 'product, ms CPU', 'PostgreSQL, ms CPU'))
    const etag = await readEtag(url, key)
    const calls: [string, Buffer][] = [
      ['services, plain', get(key, 'action=services', { 'accept-encoding': 'identity' })],
      ['services, gzip', get(key, 'action=services', { 'accept-encoding': 'gzip' })],
      ['services, br', get(key, 'action=services', { 'accept-encoding': 'br' })],
      ['services, 304', get(key, 'action=services', { 'if-none-match': etag })],
      [`status of ${IDS}`, get(key, `action=status&orders=${ids.join(',')}`)],
      ['status of 1', get(key, `action=status&order=${ids[0]}`)],
      ['orders', get(key, 'action=orders')],
      ['balance', get(key, 'action=balance')],
    ]
    for (const [name, request] of calls) {
      await measure([request], seconds / 3)
      const { perSecond, product, database: own } = await measure([request])
      print(row(name, perSecond.toFixed(0), product.toFixed(3), own.toFixed(3)))
    }
    const isFast = await comparePlacing({ keys: keys.slice(1), serviceId, rounds, measure })
    return (await printBlocks(pool, ids)) && isFast
  } finally {
    await server?.kill()
    await pool.end()
    await database.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

type Measured = { perSecond: number; product: number; database: number }
type Measure = (requests: readonly Buffer[], seconds?: number) => Promise<Measured>

/** The same orders with the same keys, alternating, so that other load on the machine affects both alike. */
async function comparePlacing({
  keys,
  serviceId,
  rounds,
  measure,
}: {
  keys: readonly string[]
  serviceId: number
  rounds: number
  measure: Measure
}): Promise<boolean> {
  const link = 'https://example.com/bench'
  const body = { service_id: serviceId, link, quantity: 1000 }
  const ways = {
    add: keys.map((key) => {
      const fields = { key, action: 'add', service: String(serviceId), link, quantity: '1000' }
      return form(new URLSearchParams(fields))
    }),
    create: keys.map((key) => postRequest('/api/orders/create', key, body)),
  }
  const taken: Record<keyof typeof ways, Measured[]> = { add: [], create: [] }
  for (let round = 0; round <= rounds; round += 1)
    for (const way of round % 2 === 0 ? (['add', 'create'] as const) : (['create', 'add'] as const)) {
      const measured = await measure(ways[way])
      // The first round warms up.
      if (round > 0) taken[way].push(measured)
    }
  for (const [way, all] of Object.entries(taken)) {
    const of = (name: keyof Measured) => median(all.map((one) => one[name]))
    print(row(way, of('perSecond').toFixed(0), of('product').toFixed(3), of('database').toFixed(3)))
  }
  const ratioOf = (read: (measured: Measured) => number) =>
    median(taken.add.map((add, at) => read(add) / read(taken.create[at] ?? add)))
  const rate = ratioOf(({ perSecond }) => perSecond)
  // Less affected by other load on the machine. Without /proc there is only the rate.
  const cpu = 1 / ratioOf(({ product, database }) => product + database)
  const ratio = Number.isFinite(cpu) ? cpu : rate
  print(
    `add / POST /api/orders/create: ${ratio.toFixed(2)} × as many per CPU second, ${rate.toFixed(2)} × per second`,
  )
  return ratio >= RATIO_MIN
}

async function printBlocks(pool: Pool, ids: readonly number[]): Promise<boolean> {
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
  const { rows } = await pool.query<{ link: string }>('select link from orders where user_id = 1 limit 1')
  const works: [string, (own: Kysely<DB>) => Promise<unknown>][] = [
    [`status of ${IDS}`, (own) => findOrders(own, { userId: 1, ids })],
    ['orders', (own) => listNewestOrders(own, { userId: 1, limit: IDS })],
    ['orders of a link', (own) => listNewestOrders(own, { userId: 1, limit: IDS, link: rows[0]?.link })],
  ]
  let isGood = true
  for (const [name, work] of works) {
    let blocks = 0
    for (const table of ['orders', 'refills', 'dispatch_queue', 'api_key_names'] as const)
      blocks += await countBlocks(db, { table, work })
    print(`${name}: ${blocks} blocks read`)
    isGood &&= blocks < BLOCKS_MAX
  }
  return isGood
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

function row(name: string, ...figures: string[]): string {
  return name.padEnd(20) + figures.map((figure) => figure.padStart(20)).join('')
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}

/** Answers a key for each customer. The first has all orders; the others have none, and money to order with. */
async function fill(
  pool: Pool,
  { services, orders }: Pick<Size, 'services' | 'orders'>,
): Promise<{ keys: string[]; serviceId: number }> {
  const keys = Array.from({ length: CUSTOMERS }, (_, at) => `tr_${at + 1}_${'b'.repeat(43)}`)
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query(allowSeconds(FILLING_SECONDS))
    await client.query(
      `insert into users (name, email, password_hash)
       select 'Customer ' || n, 'customer' || n || '@example.com', 'none' from generate_series(1, $1::int) n`,
      [CUSTOMERS],
    )
    await client.query(
      `insert into accounts (user_id, balance, orders_seq, completed)
       select id, 99999999999999, case when id = 1 then $1::int else 0 end, case when id = 1 then $1::int else 0 end from users`,
      [orders],
    )
    await client.query('insert into api_access (user_id) select id from users')
    await client.query(
      `insert into api_keys (user_id, id, hash, prefix)
       select n, gen_random_uuid(), hash, 'tr_' || n from unnest($1::bytea[]) with ordinality as key (hash, n)`,
      [keys.map((key) => createHash('sha256').update(key).digest())],
    )
    await client.query("insert into categories (name, platform) values ('Bench', 'Instagram')")
    const made = await client.query<{ id: number }>(
      `insert into services (category_id, platform, name, name_original, rate, min, max, by_hand)
       select 1, 'Instagram', 'Instagram followers, refilled for ' || n || ' days', 'Service ' || n, 10000, 1, 100000, true
       from generate_series(1, $1::int) n returning id`,
      [services],
    )
    const serviceId = made.rows[0]?.id ?? 1
    await client.query(
      `insert into orders (user_id, seq, service_id, service_name, service_type, link, quantity, rate, price, refill, cancel,
         status, dispatch, start_count, remains, key_id)
       select 1, n, $2, 'Service', 'Default', 'https://example.com/' || n, 1000, 10000, 10000, true, true,
         'COMPLETED', 'rejected', 100, 0, (select id from api_keys where user_id = 1)
       from generate_series(1, $1::int) n`,
      [orders, serviceId],
    )
    await client.query('commit')
    await client.query('vacuum analyze')
    return { keys, serviceId }
  } finally {
    client.release()
  }
}

async function newestIds(pool: Pool): Promise<number[]> {
  const { rows } = await pool.query<{ id: string }>(
    `select id::text from orders where user_id = 1 and seq % 97 = 0 order by seq desc limit ${IDS}`,
  )
  return rows.map(({ id }) => Number(id))
}

function get(key: string, query: string, headers: Record<string, string> = {}): Buffer {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.from(`GET /api/v2?key=${key}&${query} HTTP/1.1\r\nhost: localhost\r\n${lines.join('')}\r\n`)
}

function form(fields: URLSearchParams): Buffer {
  const body = String(fields)
  return Buffer.from(
    'POST /api/v2 HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/x-www-form-urlencoded\r\n' +
      `content-length: ${body.length}\r\n\r\n${body}`,
  )
}

async function readEtag(url: string, key: string): Promise<string> {
  const answer = await fetch(`${url}/api/v2?key=${key}&action=services`)
  await answer.arrayBuffer()
  return answer.headers.get('etag') ?? ''
}

async function drive({
  url,
  requests,
  seconds,
  readCpu,
}: {
  url: string
  requests: readonly Buffer[]
  seconds: number
  readCpu: () => { product: number; database: number }
}): Promise<Measured> {
  const before = readCpu()
  const began = performance.now()
  const until = began + seconds * 1000
  let count = 0
  const client = async (_: unknown, first: number) => {
    const connection = openConnection(url)
    for (let at = first; performance.now() < until; at += CLIENTS) {
      const request = requests[at % requests.length]
      if (request === undefined) break
      const { status } = await connection.send(request)
      if (status >= 400) throw new Error(`a call was answered with ${status}`)
      count += 1
    }
    connection.close()
  }
  await Promise.all(Array.from({ length: CLIENTS }, client))
  const after = readCpu()
  const millis = (name: 'product' | 'database') => ((after[name] - before[name]) * 1000) / count
  return {
    perSecond: (count * 1000) / (performance.now() - began),
    product: millis('product'),
    database: millis('database'),
  }
}
