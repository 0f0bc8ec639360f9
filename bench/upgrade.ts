import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { buildWeb, projectDir } from '#scripts/build-web.ts'
import { startEmbeddedPostgres } from '#server/lib/postgres/embedded/start-embedded-postgres.ts'
import { migrate } from '#server/lib/postgres/migrate.ts'
import { makePool } from '#server/lib/postgres/pool.ts'
import { checkInvariants } from '#server/modules/operations/ledger-check/check-invariants.ts'
import { ask } from '#test/ask.ts'
import { makeNextVersion } from '#test/next-version.ts'

import { fillCustomers, signCustomersIn } from './fill-customers.ts'

const secretKey = 'only for this bench, thrown away with its database'
const customers = 50
const ordersPerSecond = 20
const retryMs = 100
const migration = `-- rolling: no, the bench replaces the only process
alter table orders add column shoe_size int;
`

/**
 * An upgrade like an operator's, under 20 orders a second: the product is stopped, and the next version started on the
 * same data, with a migration. Clients retry with their idempotency key. Prints for how long there were no answers.
 * Returns false if an acknowledged order is missing or duplicated, or the audit finds anything.
 */
export async function benchUpgrade({ seconds = 5 }: { seconds?: number } = {}): Promise<boolean> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tally-upgrade-'))
  await chmod(dataDir, 0o711)
  const next = await makeNextVersion(migration)
  const products: ChildProcess[] = []
  try {
    await buildWeb(print)
    const { serviceId, tokens } = await fill(dataDir)
    const port = await findPort()
    const old = await start({ dir: projectDir, dataDir, port, products })
    const clients = placeOrders({ url: `http://127.0.0.1:${port}`, serviceId, tokens })
    await sleep(seconds * 1000)
    const stopping = performance.now()
    old.kill('SIGTERM')
    await once(old, 'exit')
    const stopped = performance.now()
    const started = await start({ dir: next.dir, dataDir, port, products })
    const ready = performance.now()
    await sleep(seconds * 1000)
    const { acknowledged, retried, gapSeconds } = await clients.end()
    started.kill('SIGTERM')
    await once(started, 'exit')
    print(
      `closed for ${gapSeconds.toFixed(1)} s: stopped in ${toSeconds(stopped - stopping)} s, ready ${toSeconds(ready - stopped)} s later`,
    )
    return await compare(dataDir, { acknowledged, retried })
  } finally {
    for (const product of products) product.kill('SIGKILL')
    await next.remove()
    await rm(dataDir, { recursive: true, force: true })
  }
}

const toSeconds = (milliseconds: number) => (milliseconds / 1000).toFixed(1)

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

async function fill(dataDir: string): Promise<{ serviceId: number; tokens: string[] }> {
  const database = await startEmbeddedPostgres({ dataDir })
  const pool = makePool({ url: database.url, max: 2 })
  try {
    await migrate(database.url)
    const serviceId = await fillCustomers(pool, customers)
    return { serviceId, tokens: await signCustomersIn(pool, { count: customers, secretKey }) }
  } finally {
    await pool.end()
    await database.stop()
  }
}

type Start = { dir: string; dataDir: string; port: number; products: ChildProcess[] }

async function start({ dir, dataDir, port, products }: Start): Promise<ChildProcess> {
  const { DATABASE_URL: _own, ...env } = process.env
  const own = { PORT: String(port), DATA_DIR: dataDir, SECRET_KEY: secretKey, SANDBOX: 'off' }
  const product = spawn(process.execPath, [join(dir, 'scripts/start.ts')], {
    cwd: dir,
    env: { ...env, ...own, RATE_LIMITS: 'relaxed', LOG_LEVEL: 'error' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  products.push(product)
  for (;;) {
    if (product.exitCode !== null) throw new Error(`The product ended with ${product.exitCode}.`)
    const status = await ask(`http://127.0.0.1:${port}/readyz`, { method: 'GET' }).then(
      (answer) => answer.status,
      () => 0,
    )
    if (status === 200) return product
    await sleep(20)
  }
}

/** Each order is sent again until it is answered, by a client unaware of the upgrade. */
function placeOrders({ url, serviceId, tokens }: { url: string; serviceId: number; tokens: string[] }) {
  const acknowledged: string[] = []
  const answeredAt: number[] = []
  let retried = 0
  const ending = new AbortController()
  const place = async (link: string, token: string) => {
    const headers = {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'idempotency-key': link,
    }
    const body = JSON.stringify({ service_id: serviceId, link, quantity: 1000 })
    for (;;) {
      const status = await ask(`${url}/api/orders/create`, { method: 'POST', headers, body }).then(
        (answer) => answer.status,
        () => 0,
      )
      if (status === 200 || status === 201) break
      if (status !== 0 && status !== 503) throw new Error(`an order was answered with ${status}`)
      retried += 1
      await sleep(retryMs)
    }
    acknowledged.push(link)
    answeredAt.push(performance.now())
  }
  const all = (async () => {
    const placing: Promise<void>[] = []
    for (let at = 0; !ending.signal.aborted; at += 1) {
      placing.push(place(`https://example.com/upgrade-${at}`, tokens[at % tokens.length] ?? ''))
      await sleep(1000 / ordersPerSecond)
    }
    await Promise.all(placing)
  })()
  return {
    async end() {
      ending.abort()
      await all
      const gaps = answeredAt.slice(1).map((time, at) => time - (answeredAt[at] ?? time))
      return { acknowledged, retried, gapSeconds: Math.max(...gaps) / 1000 }
    },
  }
}

async function compare(
  dataDir: string,
  { acknowledged, retried }: { acknowledged: string[]; retried: number },
): Promise<boolean> {
  const database = await startEmbeddedPostgres({ dataDir })
  const pool = makePool({ url: database.url, max: 1 })
  try {
    const { rows } = await pool.query<{ stored: number; twice: number; migrated: boolean }>(
      `select count(distinct link)::int as stored, (count(*) - count(distinct link))::int as twice,
        exists (select from schema_migrations where name = '9999_next.sql') as migrated
       from orders where link = any($1)`,
      [acknowledged],
    )
    const { stored = 0, twice = 0, migrated = false } = rows[0] ?? {}
    const lost = acknowledged.length - stored
    print(
      `${acknowledged.length} orders acknowledged, ${retried} tries repeated: ${lost} lost, ${twice} twice`,
    )
    const violations = (await checkInvariants(database.url)).filter((one) => one.violations > 0)
    print(violations.length === 0 ? 'audit: nothing found' : `audit: ${JSON.stringify(violations)}`)
    return lost === 0 && twice === 0 && migrated && violations.length === 0
  } finally {
    await pool.end()
    await database.stop()
  }
}

async function findPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' ? (address?.port ?? 0) : 0
}
