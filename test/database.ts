import { randomBytes } from 'node:crypto'

import type { Client, Pool } from 'pg'
import { inject } from 'vitest'

import { makeClient, makePool } from '#server/lib/postgres/pool.ts'
import { setDefaults } from '#server/modules/operations/distribution/distribute-database.ts'

export type TestDatabase = {
  /** The owner's connections: for setup and assertions. */
  url: string
  pool: Pool
  /** As the product connects: with a role that has the privileges of db/grants.sql. */
  product: { url: string; pool: Pool }
  drop(): Promise<void>
}

/**
 * The product's timeouts assume a server on its own machine. Next to other tests filling a table takes ten times as
 * long, and so do txs that wait for a test's. A second app on the same database (`another`) has the product's own
 * timeouts.
 */
const PATIENCE_MS = 120_000

/** A migrated, empty database: a copy of the run's template, about 10 ms. Drop it in `afterAll`. */
export async function makeTestDatabase(options: { poolMax?: number } = {}): Promise<TestDatabase> {
  const serverUrl = inject('serverUrl')
  const template = inject('templateName')
  const name = `${template.replace(/_template$/, '')}_${randomBytes(4).toString('hex')}`
  // For so small a template, copying files is faster than the default, which writes every page to the log.
  await runOnNodes(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`)

  const [owner, product] = [serverUrl, inject('productUrl')].map((server) => {
    const { href: url } = Object.assign(new URL(server), { pathname: `/${name}` })
    return { url, pool: makePool({ url, max: options.poolMax ?? 10, patienceMs: PATIENCE_MS }) }
  }) as [TestDatabase['product'], TestDatabase['product']] // of two, two
  if (inject('workerUrls').length > 0) await setDefaults(owner.pool)
  // The server reports its work up to 10 s later, which may be during a count of `countRows`. Roles that may not turn
  // that off get an error, which is ignored.
  owner.pool.options.onConnect = async (client) => {
    const isOff =
      "select set_config('track_counts', 'off', false) from pg_roles where rolname = current_user and rolsuper"
    await client.query(isOff).catch(() => undefined)
  }
  return {
    ...owner,
    product,
    async drop() {
      await owner.pool.end()
      await product.pool.end()
      await runOnNodes(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
    },
  }
}

/** An empty database on the run's server. The product's role has no rights in it. */
export async function makeEmptyDatabase(options = ''): Promise<TestDatabase> {
  const serverUrl = inject('serverUrl')
  const name = `${inject('templateName').replace(/_template$/, '')}_${randomBytes(4).toString('hex')}`
  await run(serverUrl, `CREATE DATABASE ${name} TEMPLATE template0 ${options}`)
  const [owner, product] = [serverUrl, inject('productUrl')].map((server) => {
    const { href: url } = Object.assign(new URL(server), { pathname: `/${name}` })
    return { url, pool: makePool({ url, max: 3, patienceMs: PATIENCE_MS }) }
  }) as [TestDatabase['product'], TestDatabase['product']] // of two, two
  return {
    ...owner,
    product,
    async drop() {
      await owner.pool.end()
      await product.pool.end()
      await run(serverUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
    },
  }
}

/** A cluster's database exists with the same name on each of its nodes. */
async function runOnNodes(statement: string) {
  const urls = [inject('serverUrl'), ...inject('workerUrls')]
  await Promise.all(urls.map((url) => run(url, statement)))
}

/**
 * One connection per worker and node: opening one costs 7 ms of CPU, twice per file. Statements wait for each other:
 * concurrent tests may make databases at once, and pg will refuse a statement during another.
 */
const servers = new Map<string, Promise<Client>>()

async function run(url: string, statement: string) {
  const server = servers.get(url) ?? connect(url)
  const ended = server.then((client) => client.query(statement))
  const next = ended.then(
    () => server,
    () => server,
  )
  // If it can't connect, `ended` says why.
  next.catch(() => servers.delete(url))
  servers.set(url, next)
  await ended
}

async function connect(url: string): Promise<Client> {
  const client = makeClient(url)
  // It ends with the run's server, or when a test ends every connection.
  client.on('error', () => servers.delete(url))
  await client.connect()
  return client
}
