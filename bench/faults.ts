import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { startEmbeddedPostgres } from '#server/lib/postgres/embedded/start-embedded-postgres.ts'
import { migrate } from '#server/lib/postgres/migrate.ts'
import { makePool } from '#server/lib/postgres/pool.ts'
import { checkInvariants } from '#server/modules/operations/ledger-check/check-invariants.ts'
import { makeSecrets } from '#server/lib/crypto/secrets.ts'
import { fillQueued } from '#test/fill-orders.ts'
import { type ProductProcess, startProduct } from '#test/start-product.ts'

import { secretKey } from './fill-queues.ts'
import { startFastProviders } from './start-fast-providers.ts'

const PER_SECOND = 20
const AT_ONCE = 6
const DELAY_MS = 50
const WARM_UP_SECONDS = 3
const WANTED = 0.7
const CUSTOMERS = 20
const WINDOW_SECONDS = 10

/**
 * Orders per second that a faulty provider (some resets, some calls unanswered) accepts at its configured rate. Returns
 * false if it is below the target, or the ledger check finds anything.
 */
export async function benchFaults({
  seconds,
  percent,
}: {
  seconds: number
  percent: { resets: number; hangs: number }
}): Promise<boolean> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tally-bench-faults-'))
  const database = await startEmbeddedPostgres({ dataDir })
  const pool = makePool({ url: database.url, max: 4 })
  const fast = await startFastProviders([DELAY_MS])
  let product: ProductProcess | undefined
  try {
    await migrate(database.url)
    const key = makeSecrets(secretKey).seal('provider-key:faulty', 'the key of a bench')
    const { rows } = await pool.query<{ id: number }>(
      `insert into providers (slug, name, api_url, key_ciphertext, is_enabled, is_sandbox, calls_at_once, calls_per_second)
       values ('faulty', 'faulty', $1, $2, true, true, $3, $4) returning id`,
      [`${fast.urls[0]}/api/v2`, key, AT_ONCE, PER_SECOND],
    )
    const orders = (seconds + WARM_UP_SECONDS) * PER_SECOND
    await fillQueued(pool, { providerId: rows[0]?.id ?? 0, orders, customers: CUSTOMERS })
    await fast.tell({ at: 0, lose: percent })
    product = await startProduct('all', {
      DATABASE_URL: database.url,
      DATA_DIR: dataDir,
      SECRET_KEY: secretKey,
    })
    await sleep(WARM_UP_SECONDS * 1000)
    const begun = performance.now()
    const first = await fast.tell({ at: 0 })
    let last = first
    const windows: number[] = []
    while (performance.now() - begun < seconds * 1000) {
      const before = last
      await sleep(Math.min(WINDOW_SECONDS * 1000, seconds * 1000 - (performance.now() - begun)))
      last = await fast.tell({ at: 0 })
      windows.push((last.answered - before.answered) / WINDOW_SECONDS)
    }
    const perSecond = (last.answered - first.answered) / ((performance.now() - begun) / 1000)
    const sent = last.adds - first.adds
    process.stdout.write(
      `with ${percent.resets} % resets and ${percent.hangs} % hangs: ${perSecond.toFixed(1)} orders/s taken, ` +
        `${(perSecond / PER_SECOND).toFixed(2)} of the pace (wanted ${WANTED}); ${sent} sent; ` +
        `in each ${WINDOW_SECONDS} s: ${windows.map((rate) => rate.toFixed(1)).join(' ')}\n`,
    )
    const violations = (await checkInvariants(database.url)).filter((one) => one.violations > 0)
    if (violations.length > 0) process.stdout.write(`audit: ${JSON.stringify(violations)}\n`)
    return perSecond / PER_SECOND >= WANTED && violations.length === 0
  } finally {
    await product?.kill()
    await fast.stop()
    await pool.end()
    await database.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}
