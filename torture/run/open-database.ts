import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { Client } from 'pg'

import {
  findEmbeddedPostgres,
  startEmbeddedPostgres,
} from '#server/database/embedded/start-embedded-postgres.ts'
import { type DatabaseProxy, startDatabaseProxy } from '#torture/proxy/start-proxy.ts'

export type Query = <Row extends object>(sql: string, values?: unknown[]) => Promise<Row[]>

/** The database of a run. Only where it is not the product's own there is a proxy before it. */
export type RunDatabase = {
  kind: 'own' | 'embedded' | 'given'
  /** What the product is told; nothing where it brings its own. */
  env: Record<string, string>
  proxy?: DatabaseProxy
  /** Not over the proxy. int8 and numeric come as text. */
  query: Query
  /** The process of a server that stands on this machine and is the run's to kill. */
  findPostmaster: () => number | undefined
  stop: () => Promise<void>
}

/** `embedded`: the product's own. An address: a database of its own at that server. Nothing: a PostgreSQL of the run's. */
export async function openDatabase(
  asked: string | undefined,
  { databaseDir, productDir }: { databaseDir: string; productDir: string },
): Promise<RunDatabase> {
  if (asked === 'embedded') return openEmbedded(productDir)
  return asked === undefined ? openOwn(databaseDir) : openGiven(asked)
}

function openEmbedded(dataDir: string): RunDatabase {
  return {
    kind: 'embedded',
    env: {},
    query: async (sql, values) => {
      const url = await findEmbeddedPostgres(dataDir)
      if (url === undefined) throw new Error('the product runs no database at the moment')
      return queryAt(url, sql, values)
    },
    findPostmaster: () => readPostmaster(dataDir),
    stop: async () => {},
  }
}

async function openOwn(dataDir: string): Promise<RunDatabase> {
  const server = await startEmbeddedPostgres({ dataDir })
  const proxy = await startDatabaseProxy(server.url)
  return {
    kind: 'own',
    env: { DATABASE_URL: proxy.url },
    proxy,
    query: (sql, values) => queryAt(server.url, sql, values),
    findPostmaster: () => readPostmaster(dataDir),
    stop: async () => {
      await proxy.stop()
      await server.stop()
    },
  }
}

async function openGiven(serverUrl: string): Promise<RunDatabase> {
  const name = `tally_torture_${randomBytes(4).toString('hex')}`
  await queryAt(serverUrl, `create database ${name}`)
  const address = new URL(serverUrl)
  address.pathname = `/${name}`
  const proxy = await startDatabaseProxy(address.href)
  return {
    kind: 'given',
    env: { DATABASE_URL: proxy.url },
    proxy,
    query: (sql, values) => queryAt(address.href, sql, values),
    findPostmaster: () => undefined,
    stop: async () => {
      await proxy.stop()
      await queryAt(serverUrl, `drop database ${name} with (force)`)
    },
  }
}

const CONNECT_TIMEOUT_MS = 5_000
const QUERY_TIMEOUT_MS = 60_000

/** A connection for each question: whatever was done to the last one is none of the next one's business. */
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
