import { seedSecretKey } from '#bench/seed/known-accounts.ts'
import { seed } from '#bench/seed/seed.ts'
import { endpoints } from '#contract/endpoints.ts'
import { startEmbeddedPostgres } from '#server/lib/postgres/embedded/start-embedded-postgres.ts'
import { makeClient } from '#server/lib/postgres/pool.ts'
import { startThrowawayPostgres } from '#test/start-throwaway-postgres.ts'

import { calls, notCalled } from './calls.ts'
import { type Compared, compareMeasured, listDoubtful, listFailures, takeLeast } from './compare-measured.ts'
import { measureDatabase } from './measure-database.ts'

const FEW_ORDERS = 10_000
/** Up to this size tables such as queues have so few pages that they are read whole, at no cost but many rows. */
const SMALL_ORDERS = 1_000_000
const SLOWEST_SHOWN = 40
/** How often calls with an apparent fault are measured again: the product's timers sometimes read during a call. */
const AGAIN = 2

type Options = { orders: string; urls: readonly string[]; dataDir: string | undefined; isJson: boolean }

/**
 * What each call and job reads with 10,000 orders and with `orders`, in blocks and rows. Returns false if one grows
 * more than threefold, or reads far more rows than it answers, without an exception; or if an exception is not needed,
 * or an endpoint not called.
 */
export async function benchPlans({ orders, urls, dataDir, isJson }: Options): Promise<boolean> {
  const many = readOrders(orders)
  const [small, large] = urls
  const compared =
    small !== undefined && large !== undefined
      ? await compare({ small, large, orders: many })
      : await withSeeded(many, dataDir)
  const failures = [...listFailures(compared, many), ...listUncalled()]
  if (isJson) console.log(JSON.stringify({ orders: many, compared, failures }, undefined, 2))
  else print(compared, failures)
  return failures.length === 0
}

/** "100k" or "10m". */
function readOrders(text: string): number {
  const [, count = '', unit = ''] = /^(\d+)([km]?)$/.exec(text) ?? []
  const orders = Number(count) * (unit === 'm' ? 1_000_000 : unit === 'k' ? 1_000 : 1)
  if (!(orders > FEW_ORDERS))
    throw new Error(`--orders is a number above 10k, such as 100k or 1m, not ${text}`)
  return orders
}

type Databases = { small: string; large: string; orders: number }

async function compare({ small, large, orders }: Databases): Promise<Compared[]> {
  const secretKey = seedSecretKey
  const both = await Promise.all([
    measureDatabase(small, { secretKey, isSmall: true }),
    measureDatabase(large, { secretKey, isSmall: orders <= SMALL_ORDERS }),
  ])
  try {
    let [few, many] = both.map(({ measured }) => measured)
    let compared = compareMeasured(few ?? [], many ?? [], orders)
    for (let again = 0; again < AGAIN; again += 1) {
      const names = listDoubtful(compared)
      if (names.size === 0) break
      const [fewAgain, manyAgain] = await Promise.all(both.map((one) => one.again(names)))
      few = takeLeast(few ?? [], fewAgain ?? [])
      many = takeLeast(many ?? [], manyAgain ?? [])
      compared = compareMeasured(few, many, orders)
    }
    return compared
  } finally {
    await Promise.all(both.map(({ end }) => end()))
  }
}

/** `dataDir`: contains the large database, filled by `bench:seed -- --data-dir`. */
async function withSeeded(orders: number, dataDir: string | undefined): Promise<Compared[]> {
  const server = await startThrowawayPostgres()
  let filled: Awaited<ReturnType<typeof startEmbeddedPostgres>> | undefined
  try {
    if (dataDir !== undefined) {
      filled = await startEmbeddedPostgres({ dataDir })
      await run(filled.url, withoutAutovacuum)
    }
    const urls = await Promise.all([
      seedDatabase(server.url, FEW_ORDERS),
      filled?.url ?? seedDatabase(server.url, orders),
    ])
    const [small, large] = urls
    return await compare({ small, large, orders })
  } finally {
    if (filled !== undefined) await run(filled.url, ['alter system reset autovacuum'])
    await filled?.stop()
    await server.stop()
  }
}

async function seedDatabase(serverUrl: string, orders: number): Promise<string> {
  const url = await createDatabase(serverUrl, `of_${orders}`)
  await seed({ url, orders })
  return url
}

async function createDatabase(serverUrl: string, name: string): Promise<string> {
  await run(serverUrl, [`create database ${name}`, ...withoutAutovacuum])
  return Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href
}

/** Vacuum also reads, which would count for a concurrent call. */
const withoutAutovacuum = ['alter system set autovacuum = off', 'select pg_reload_conf()']

async function run(url: string, statements: readonly string[]): Promise<void> {
  const client = makeClient(url)
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}

function listUncalled(): string[] {
  const called = new Set(calls.map(([endpoint]) => endpoint))
  const names = new Set(endpoints.map(({ name }) => name))
  return [
    ...[...names]
      .filter((name) => !called.has(name) && !notCalled.has(name))
      .map((name) => `${name}: neither a line in calls.ts nor a reason in notCalled`),
    ...[...notCalled.keys()]
      .filter((name) => !names.has(name) || called.has(name))
      .map((name) => `${name}: no endpoint that needs a reason`),
  ]
}

function print(compared: readonly Compared[], failures: readonly string[]): void {
  const cell = (value: number) => String(value).padStart(11)
  console.log(
    `${'blocks'.padStart(11)}${'of many'.padStart(11)}${'growth'.padStart(9)}${'rows'.padStart(11)}  call`,
  )
  for (const { name, small, large, growth, why } of compared.slice(0, SLOWEST_SHOWN)) {
    const figures = `${cell(small.blocks)}${cell(large.blocks)}${growth.toFixed(1).padStart(9)}${cell(large.rows)}`
    console.log(`${figures}  ${name}${why === undefined ? '' : ` (${why})`}`)
  }
  console.log(`${compared.length} calls and jobs`)
  for (const failure of failures) console.log(`FAILED ${failure}`)
}
