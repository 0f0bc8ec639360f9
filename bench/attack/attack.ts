import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { Pool } from 'pg'

import { startEmbeddedPostgres } from '#server/lib/postgres/embedded/start-embedded-postgres.ts'
import { migrate } from '#server/lib/postgres/migrate.ts'
import { makePool } from '#server/lib/postgres/pool.ts'
import { checkInvariants } from '#server/modules/operations/ledger-check/check-invariants.ts'
import { type ProductProcess, startProduct } from '#test/start-product.ts'

import { startFastProviders } from '#bench/start-fast-providers.ts'
import { fillShop, secretKey } from './fill-shop.ts'
import { type Placed, placeSteadily } from './place-steadily.ts'
import { startAttackers } from './start-attackers.ts'

const P99_MS_MAX = 500
const PEAK_BYTES_MAX = 600_000_000
/** Share of the due orders. A refusal under load is an answer; with more of them the shop is unusable. */
const REFUSED_SHARE_MAX = 0.01
const WARM_UP_SECONDS = 5
const GOOD_DELAY_MS = 50

/**
 * Hostile logins, searches, slow bodies, streams and a provider, next to fifty orders a second, half of them for that
 * provider. Returns false if orders take too long, a process uses too much memory, an acknowledged order is missing, or
 * the audit finds anything.
 */
export async function benchAttack({ seconds }: { seconds: number }): Promise<boolean> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tally-bench-attack-'))
  const database = await startEmbeddedPostgres({ dataDir })
  const pool = makePool({ url: database.url, max: 4 })
  const attackers = await startAttackers()
  const good = await startFastProviders([GOOD_DELAY_MS])
  const products: [string, ProductProcess][] = []
  try {
    await migrate(database.url)
    const shop = await fillShop(pool, [...good.urls, attackers.providerUrl])
    const env = {
      DATABASE_URL: database.url,
      DATA_DIR: dataDir,
      SECRET_KEY: secretKey,
      RATE_LIMITS: 'default',
      TRUST_PROXY: '1',
    }
    const web = await startProduct('web', env)
    products.push(['web', web], ['worker', await startProduct('all', env)])
    await placeSteadily(web.url, shop, WARM_UP_SECONDS)
    const calm = await placeSteadily(web.url, shop, Math.min(20, seconds))
    print(`without an attack: p99 ${percentile(calm.millis, 0.99).toFixed(0)} ms`)
    await attackers.begin({ url: web.url, tokens: shop.tokens })
    const placed = await placeSteadily(web.url, shop, seconds)
    for (const [attack, counts] of Object.entries(await attackers.count()))
      print(`  ${attack}: ${JSON.stringify(counts)}`)
    const verdicts = [judgeOrders(placed), await judgeMemory(products), await judgeKept(pool, placed, calm)]
    const broken = (await checkInvariants(database.url)).filter(({ violations }) => violations > 0)
    print(broken.length === 0 ? 'audit: nothing found' : `audit: ${JSON.stringify(broken)}`)
    return verdicts.every(Boolean) && broken.length === 0
  } finally {
    await attackers.stop()
    await good.stop()
    for (const [, product] of products) await product.kill()
    await pool.end()
    await database.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

function judgeOrders({ ids, millis, refused }: Placed): boolean {
  const p99 = percentile(millis, 0.99)
  const refusals = Object.values(refused).reduce((sum, one) => sum + one, 0)
  const share = refusals / Math.max(1, refusals + ids.length)
  print(
    `orders: ${ids.length} placed, p50 ${percentile(millis, 0.5).toFixed(0)} ms, p99 ${p99.toFixed(0)} ms ` +
      `(wanted < ${P99_MS_MAX}), ${refusals} refused ${JSON.stringify(refused)} (wanted < ${REFUSED_SHARE_MAX * 100} %)`,
  )
  return ids.length > 0 && p99 < P99_MS_MAX && share < REFUSED_SHARE_MAX
}

async function judgeMemory(products: readonly [string, ProductProcess][]): Promise<boolean> {
  const peaks = await Promise.all(products.map(([, product]) => product.peakBytes()))
  for (const [at, peak] of peaks.entries())
    print(`${products[at]?.[0]}: at most ${(peak / 1e6).toFixed(0)} MB (wanted < ${PEAK_BYTES_MAX / 1e6} MB)`)
  return peaks.every((peak) => peak < PEAK_BYTES_MAX)
}

async function judgeKept(pool: Pool, ...runs: Placed[]): Promise<boolean> {
  const ids = runs.flatMap((run) => run.ids)
  const { rows } = await pool.query<{ kept: number }>(
    'select count(*)::int as kept from orders where id = any($1::bigint[])',
    [ids],
  )
  const lost = ids.length - (rows[0]?.kept ?? 0)
  print(`acknowledged orders that are not in the database: ${lost}`)
  return lost === 0
}

function percentile(values: readonly number[], share: number): number {
  const sorted = Float64Array.from(values).toSorted()
  return sorted[Math.floor(sorted.length * share)] ?? Infinity
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
