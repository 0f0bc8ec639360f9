import type { Client } from 'pg'

import { migrate } from '#server/lib/postgres/migrate.ts'
import { endClient, makeClient } from '#server/lib/postgres/pool.ts'
import {
  distributeDatabase,
  setDefaults,
} from '#server/modules/operations/distribution/distribute-database.ts'

/** Two shards on each of two workers: fewer would hide what crosses shards, more only take longer. */
const forTests = { shards: 4, workersMax: 100 }

export type TestCluster = {
  /** The `postgres` database of each worker. */
  workerUrls: string[]
  /** A migrated database that isn't distributed yet. Returns its URL on the coordinator. */
  prepare(name: string): Promise<string>
  /** The same, distributed; `then` runs before that. */
  make(name: string, then?: (url: string) => Promise<unknown>): Promise<string>
  /** Prepares a template: nothing may be connected to a copied database, and Citus' own daemon would reconnect. */
  close(name: string): Promise<void>
  /** A copy of a template. Returns its URL. */
  copy(template: string, name: string): Promise<string>
  drop(name: string): Promise<void>
}

/** The cluster of this database, which is the coordinator's and knows the nodes; undefined on a single PostgreSQL. */
export async function openCluster(
  url: string,
  { shards, workersMax } = forTests,
): Promise<TestCluster | undefined> {
  const all = await withClient(url, listNodes)
  if (all === undefined) return undefined
  const [coordinator, ...others] = all
  const workers = others.slice(0, workersMax)
  const nodes = [coordinator, ...workers]
  const at = ({ host, port }: Node, name: string) =>
    Object.assign(new URL(url), { hostname: host, port: String(port), pathname: `/${name}` }).href
  const on = (name: string, work: (client: Client) => Promise<unknown>) =>
    Promise.all(nodes.map((node) => withClient(at(node, name), work)))
  const prepare = async (name: string) => {
    await on('postgres', (client) => client.query(`create database ${name}`))
    await on(name, (client) => client.query('create extension citus'))
    const address = at(coordinator, name)
    await withClient(address, async (client) => {
      await client.query('select citus_set_coordinator_host($1, $2)', [coordinator.host, coordinator.port])
      for (const { host, port } of workers) await client.query('select citus_add_node($1, $2)', [host, port])
      await client.query(`alter database ${name} set citus.shard_count = ${shards}`)
    })
    await migrate(address)
    return address
  }
  return {
    workerUrls: workers.map((worker) => at(worker, 'postgres')),
    prepare,
    async make(name, then) {
      const address = await prepare(name)
      await then?.(address)
      await distributeDatabase({ ownerUrl: address, onProgress: () => undefined })
      return address
    },
    async close(name) {
      await on('postgres', async (client) => {
        await client.query(`alter database ${name} allow_connections false`)
        await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [
          name,
        ])
      })
    },
    async copy(template, name) {
      const statement = `create database ${name} template ${template} strategy file_copy`
      await on('postgres', (client) => client.query(statement))
      await withClient(at(coordinator, name), setDefaults)
      return at(coordinator, name)
    },
    async drop(name) {
      await on('postgres', (client) => client.query(`drop database if exists ${name} with (force)`))
    },
  }
}

type Node = { host: string; port: number }

/** The coordinator first. */
async function listNodes(client: Client): Promise<[Node, ...Node[]] | undefined> {
  const { rows: found } = await client.query<{ there: boolean }>(
    `select exists (select from pg_extension where extname = 'citus') as there`,
  )
  if (found[0]?.there !== true) return undefined
  const { rows } = await client.query<Node>(
    `select nodename as host, nodeport as port from pg_dist_node where noderole = 'primary' order by groupid`,
  )
  const [coordinator, ...workers] = rows
  if (coordinator === undefined) throw new Error('the cluster of DATABASE_URL has no nodes')
  return [coordinator, ...workers]
}

async function withClient<Result>(url: string, work: (client: Client) => Promise<Result>): Promise<Result> {
  const client = makeClient(url)
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await endClient(client)
  }
}
