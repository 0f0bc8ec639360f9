import { randomBytes } from 'node:crypto'

import type { Client, Pool } from 'pg'
import { inject } from 'vitest'

import { makeClient, makePool } from '#server/lib/postgres/pool.ts'

export type TestDatabase = {
  /** By the owner: for arranging, and for assertions. */
  url: string
  pool: Pool
  /** As the product uses it, with a role that has the privileges of db/grants.sql. */
  product: { url: string; pool: Pool }
  drop(): Promise<void>
}

/**
 * The product's timeouts are for a server with its own machine. Next to other tests a table takes ten times as long
 * to fill, and a tx held by a test delays others as long. A second app on the same database (`another`) has the
 * product's own timeouts.
 */
const PATIENCE_MS = 120_000

/** A migrated, empty database: a copy of the run's template, about 10 ms. Drop it in `afterAll`. */
export async function makeTestDatabase(options: { poolMax?: number } = {}): Promise<TestDatabase> {
  const serverUrl = inject('serverUrl')
  const template = inject('templateName')
  const name = `${template.replace(/_template$/, '')}_${randomBytes(4).toString('hex')}`
  // Copying blocks of so small a template beats the default of writing every page to the log.
  await runOnNodes(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`)

  const [owner, product] = [serverUrl, inject('productUrl')].map((server) => {
    const { href: url } = Object.assign(new URL(server), { pathname: `/${name}` })
    return { url, pool: makePool({ url, max: options.poolMax ?? 10, patienceMs: PATIENCE_MS }) }
  }) as [TestDatabase['product'], TestDatabase['product']] // of two, two
  // The server reports its work up to 10 s later, in the middle of what `countRows` counts. A role that may not
  // turn it off gets an error for it, which is ignored.
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

/** A database without anything, in the run's server. The product's role has no rights in it. */
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

/** A cluster's database is a database of the same name on each of its nodes. */
async function runOnNodes(statement: string) {
  const urls = [inject('serverUrl'), ...inject('workerUrls')]
  await Promise.all(urls.map((url) => run(url, statement)))
}

/**
 * One connection per worker and node: a new one costs 7 ms of CPU, for each file twice. Each is there when its statement
 * before has ended: concurrent tests may make databases at once, and pg will refuse a statement during another.
 */
const servers = new Map<string, Promise<Client>>()

async function run(url: string, statement: string) {
  const server = servers.get(url) ?? connect(url)
  const ended = server.then((client) => client.query(statement))
  servers.set(
    url,
    ended.then(
      () => server,
      () => server,
    ),
  )
  await ended
}

async function connect(url: string): Promise<Client> {
  const client = makeClient(url)
  // It ends with the run's server, or by a test that ends every connection.
  client.on('error', () => servers.delete(url))
  await client.connect()
  return client
}
