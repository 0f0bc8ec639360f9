import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { Client } from 'pg'

import {
  findEmbeddedPostgres,
  startEmbeddedPostgres,
} from '#server/lib/postgres/embedded/start-embedded-postgres.ts'
import { openCluster } from '#test/open-cluster.ts'
import type { Layout } from '#torture/product/run-product.ts'
import { type DatabaseProxy, startDatabaseProxy } from '#torture/proxy/start-proxy.ts'

import { findLocalNodes, type LocalNode } from './local-nodes.ts'
import { type Pooler, startPooler } from './start-pooler.ts'

export type Query = <Row extends object>(sql: string, values?: unknown[]) => Promise<Row[]>

/** The database of a run. There is a proxy in front of it unless it is the product's own. */
export type RunDatabase = {
  kind: 'own' | 'embedded' | 'given'
  /** The product's DATABASE_URL; none if it runs its own database. */
  envOf: (layout: Layout) => Record<string, string>
  proxy?: DatabaseProxy
  /** Between the product and the proxy, in the layout with a pooler; undefined if none is installed. */
  pooler?: Pooler
  /** Not through the proxy. int8 and numeric are returned as text. */
  query: Query
  /** The process of a local server that the run may kill. */
  findPostmaster: () => number | undefined
  /** Nodes of a cluster that the run may kill. */
  workers?: readonly LocalNode[]
  stop: () => Promise<void>
}

type Places = { databaseDir: string; productDir: string; poolerDir: string }

/** `embedded`: the product's own. A URL: a new database on that server. Undefined: a PostgreSQL server started for the run. */
export async function openDatabase(asked: string | undefined, places: Places): Promise<RunDatabase> {
  if (asked === 'embedded') return openEmbedded(places.productDir)
  return asked === undefined ? openOwn(places) : openGiven(asked, places)
}

export function openEmbedded(dataDir: string): RunDatabase {
  return {
    kind: 'embedded',
    envOf: () => ({}),
    query: async (sql, values) => {
      const url = await findEmbeddedPostgres(dataDir)
      if (url === undefined) throw new Error('the product runs no database at the moment')
      return queryAt(url, sql, values)
    },
    findPostmaster: () => readPostmaster(dataDir),
    stop: async () => {},
  }
}

async function openOwn({ databaseDir, poolerDir }: Places): Promise<RunDatabase> {
  const { url, stop } = await startEmbeddedPostgres({ dataDir: databaseDir })
  const before = await standBefore(url, poolerDir)
  return {
    kind: 'own',
    ...before,
    query: (sql, values) => queryAt(url, sql, values),
    findPostmaster: () => readPostmaster(databaseDir),
    stop: async () => {
      await before.stop()
      await stop()
    },
  }
}

async function openGiven(serverUrl: string, { poolerDir }: Places): Promise<RunDatabase> {
  const name = `tally_torture_${randomBytes(4).toString('hex')}`
  const cluster = await openCluster(serverUrl)
  if (cluster === undefined) await queryAt(serverUrl, `create database ${name}`)
  else await cluster.make(name)
  const { href } = Object.assign(new URL(serverUrl), { pathname: `/${name}` })
  const before = await standBefore(href, poolerDir)
  return {
    kind: 'given',
    ...before,
    query: (sql, values) => queryAt(href, sql, values),
    findPostmaster: () => undefined,
    workers: cluster === undefined ? [] : await findLocalNodes(cluster.workerUrls),
    stop: async () => {
      await before.stop()
      if (cluster === undefined) await queryAt(serverUrl, `drop database ${name} with (force)`)
      else await cluster.drop(name)
    },
  }
}

/** The proxy, and a pooler in front of it: all traffic passes the proxy. */
async function standBefore(url: string, poolerDir: string) {
  const proxy = await startDatabaseProxy(url)
  const pooler = await startPooler(proxy.url, poolerDir)
  return {
    proxy,
    ...(pooler && { pooler }),
    envOf: (layout: Layout): Record<string, string> =>
      layout === 'pooled' && pooler
        ? { DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: proxy.url }
        : { DATABASE_URL: proxy.url },
    stop: async () => {
      await pooler?.stop()
      await proxy.stop()
    },
  }
}

const CONNECT_TIMEOUT_MS = 5_000
const QUERY_TIMEOUT_MS = 60_000

/** A connection per query: damage to one does not affect the next. */
async function queryAt<Row extends object>(url: string, sql: string, values: unknown[] = []): Promise<Row[]> {
  const client = new Client({
    connectionString: url,
    application_name: 'torture',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: QUERY_TIMEOUT_MS,
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return (await client.query<Row>(sql, values)).rows
  } finally {
    await client.end().catch(() => undefined)
  }
}

function readPostmaster(dataDir: string): number | undefined {
  try {
    const pid = Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0])
    return pid > 0 ? pid : undefined
  } catch {
    return undefined
  }
}
