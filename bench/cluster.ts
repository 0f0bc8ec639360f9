import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { Client, Pool } from 'pg'

import { migrate } from '#server/lib/postgres/migrate.ts'
import { endClient, makeClient, makePool } from '#server/lib/postgres/pool.ts'
import { checkInvariants } from '#server/modules/operations/ledger-check/check-invariants.ts'
import { openCluster } from '#test/open-cluster.ts'
import { type ProductProcess, startProduct } from '#test/start-product.ts'

import { readProcessCpu, watchDatabaseCpu } from './database-cpu.ts'
import { CLIENTS, drive } from './drive.ts'
import { fillCustomers, signCustomersIn } from './fill-customers.ts'
import { postRequest } from './http-client.ts'

const CUSTOMERS = 1_000
const WARM_UP_SECONDS = 4
const secretKey = 'only for this bench, thrown away with its database'

type Made = { url: string; nodeUrls: string[]; drop(): Promise<void> }
/** CPU per order in ms: of each node, starting with the coordinator (or the only one), and of the product. */
type Round = { nodes: number[]; product: number; orders: number }
type Target = { name: string; product: ProductProcess; readCpu(): number[]; rounds: Round[]; run: Run }
type Run = { requests: Buffer[]; serviceId: number; pools: Pool[]; made: Made; dataDir: string }

/**
 * The cost of an order on each node: on one PostgreSQL, a coordinator with one worker, and with two, in alternating rounds. All
 * nodes are on this machine and share its cores, so it compares CPU, not rates. Returns false if the audit finds anything.
 */
export async function benchCluster({
  oneUrl,
  clusterUrl,
  seconds,
  rounds,
  shards,
}: {
  oneUrl: string
  clusterUrl: string
  seconds: number
  rounds: number
  shards: number
}): Promise<boolean> {
  const targets: Target[] = []
  try {
    targets.push(await open('one PostgreSQL', await makeOne(oneUrl)))
    for (const workersMax of [1, 2]) {
      const name = workersMax === 1 ? 'one worker' : 'two workers'
      targets.push(await open(name, await makeDistributed(clusterUrl, { shards, workersMax })))
    }
    print(
      `${CUSTOMERS} customers, ${CLIENTS} clients, ${shards} shards, ${rounds} rounds of ${seconds} s each`,
    )
    for (const target of targets) await place(target, WARM_UP_SECONDS)
    for (let nth = 0; nth < rounds; nth += 1)
      for (const target of nth % 2 === 0 ? targets : targets.toReversed())
        target.rounds.push(await place(target, seconds))
    printTargets(targets)
    let isGood = true
    for (const { name, run } of targets) {
      const found = (await checkInvariants(run.made.url)).filter(({ violations }) => violations > 0)
      if (found.length > 0) print(`audit of ${name}: ${JSON.stringify(found)}`)
      isGood &&= found.length === 0
    }
    return isGood
  } finally {
    for (const target of targets) await close(target)
  }
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

const nameOf = (what: string) => `tally_bench_${process.pid}_${what}`

async function makeOne(serverUrl: string): Promise<Made> {
  const name = nameOf('one')
  const { href: url } = Object.assign(new URL(serverUrl), { pathname: `/${name}` })
  await on(serverUrl, (client) => client.query(`create database ${name}`))
  await migrate(url)
  const drop = () => on(serverUrl, (client) => client.query(`drop database ${name} with (force)`))
  return { url, nodeUrls: [url], drop }
}

async function makeDistributed(
  clusterUrl: string,
  size: { shards: number; workersMax: number },
): Promise<Made> {
  const cluster = await openCluster(clusterUrl, size)
  if (cluster === undefined || cluster.workerUrls.length < size.workersMax)
    throw new Error(
      `DATABASE_URL must name a database of a cluster with at least ${size.workersMax} workers.`,
    )
  const name = nameOf(`workers_${size.workersMax}`)
  const url = await cluster.make(name)
  return { url, nodeUrls: [url, ...cluster.workerUrls], drop: () => cluster.drop(name) }
}

async function on(url: string, work: (client: Client) => Promise<unknown>): Promise<void> {
  const client = makeClient(url)
  await client.connect()
  await work(client).finally(() => endClient(client))
}

async function open(name: string, made: Made): Promise<Target> {
  return fill(name, made).catch(async (error: unknown) => {
    await made.drop()
    throw error
  })
}

async function fill(name: string, made: Made): Promise<Target> {
  const pools = made.nodeUrls.map((url) => makePool({ url, max: 1 }))
  const [pool] = pools
  if (pool === undefined) throw new Error('no node')
  const serviceId = await fillCustomers(pool, CUSTOMERS)
  const tokens = await signCustomersIn(pool, { count: CUSTOMERS, secretKey })
  const readers = await Promise.all(pools.map((one) => watchDatabaseCpu(one)))
  const dataDir = await mkdtemp(join(tmpdir(), 'tally-bench-data-'))
  const env = { DATABASE_URL: made.url, DATA_DIR: dataDir, SECRET_KEY: secretKey }
  const product = await startProduct('web', env)
  const body = { service_id: serviceId, link: 'https://example.com/bench', quantity: 1000 }
  const requests = tokens.map((token) => postRequest('/api/orders/create', token, body))
  return {
    name,
    product,
    readCpu: () => readers.map((read) => read?.() ?? Number.NaN),
    rounds: [],
    run: { requests, serviceId, pools, made, dataDir },
  }
}

async function close({ product, run }: Target): Promise<void> {
  await product.kill()
  for (const pool of run.pools) await pool.end()
  await run.made.drop()
  await rm(run.dataDir, { recursive: true, force: true })
}

async function place({ product, readCpu, run }: Target, seconds: number): Promise<Round> {
  const read = () => [...readCpu(), readProcessCpu(product.pid)]
  const before = read()
  const { placed } = await drive({ url: product.url, requests: run.requests, seconds })
  const spent = read().map((after, at) => ((after - (before[at] ?? 0)) * 1_000) / placed)
  return { nodes: spent.slice(0, -1), product: spent.at(-1) ?? Number.NaN, orders: placed }
}

function printTargets(targets: readonly Target[]): void {
  const [one] = targets
  const first = median((one?.rounds ?? []).map(({ nodes }) => nodes[0] ?? Number.NaN))
  for (const { name, rounds } of targets) {
    const figures = (of: (round: Round) => number) => spread(rounds.map(of))
    const nodes = (rounds[0]?.nodes ?? []).map((_, at) => figures((round) => round.nodes[at] ?? Number.NaN))
    const sums = rounds.map((round) => round.nodes.reduce((sum, ms) => sum + ms, 0))
    const busiest = median(rounds.map((round) => Math.max(...round.nodes)))
    const share = median(rounds.map(({ nodes: [coordinator = 0] }, at) => coordinator / (sums[at] ?? 1)))
    print(`${name}: ${rounds.reduce((sum, { orders }) => sum + orders, 0)} orders`)
    print(`  ms of CPU per order: ${nodes.join(' + ')}, product ${figures(({ product }) => product)}`)
    print(
      `  all nodes ${(median(sums) / first).toFixed(1)} times one PostgreSQL, the coordinator's share ${Math.round(share * 100)} %; ` +
        `a core of the busiest node for ${Math.round(1_000 / busiest)} orders a second`,
    )
  }
}

function spread(values: readonly number[]): string {
  const [least, most] = [Math.min(...values), Math.max(...values)].map((value) => value.toFixed(1))
  return `${median(values).toFixed(1)} (${least} to ${most})`
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN
}
