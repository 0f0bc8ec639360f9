import { seedSecretKey } from '#bench/seed/known-accounts.ts'
import { seed } from '#bench/seed/seed.ts'
import { endpoints } from '#contract/endpoints.ts'
import { makeClient } from '#server/lib/postgres/pool.ts'
import { startThrowawayPostgres } from '#test/start-throwaway-postgres.ts'

import { calls, notCalled } from './calls.ts'
import { type Compared, compareMeasured, listFailures } from './compare-measured.ts'
import { measureDatabase } from './measure-database.ts'

const FEW_ORDERS = 10_000
/** Up to here many tables have so few pages that they are read whole. */
const SMALL_ORDERS = 100_000
const SLOWEST_SHOWN = 40

type Options = { orders: string; urls: readonly string[]; isJson: boolean }

/**
 * What each call and each job reads with 10,000 orders and with `orders`, in blocks and rows. Returns false when one grows more than
 * threefold, or reads far more rows than it answers, without an exception; or when an exception is not needed, or an
 * endpoint not called.
 */
export async function benchPlans({ orders, urls, isJson }: Options): Promise<boolean> {
  const many = readOrders(orders)
  const [small, large] = urls
  const compared =
    small !== undefined && large !== undefined
      ? await compare({ small, large, orders: many })
      : await withSeeded(many)
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
  const [few, many] = await Promise.all([
    measureDatabase(small, { secretKey, isSmall: true }),
    measureDatabase(large, { secretKey, isSmall: orders <= SMALL_ORDERS }),
  ])
  return compareMeasured(few, many)
}

async function withSeeded(orders: number): Promise<Compared[]> {
  const server = await startThrowawayPostgres()
  try {
    const urls = await Promise.all(
      [FEW_ORDERS, orders].map(async (count) => {
        const url = await createDatabase(server.url, `of_${count}`)
        await seed({ url, orders: count })
        return url
      }),
    )
    const [small = '', large = ''] = urls
    return await compare({ small, large, orders })
  } finally {
    await server.stop()
  }
}

async function createDatabase(serverUrl: string, name: string): Promise<string> {
  const client = makeClient(serverUrl)
  await client.connect()
  await client.query(`create database ${name}`)
  // Vacuum reads too, and would be counted with whatever call it runs beside.
  await client.query('alter system set autovacuum = off')
  await client.query('select pg_reload_conf()')
  await client.end()
  return Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href
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
