import type { Pool } from 'pg'

import type { Config } from '#server/config.ts'
import {
  findEmbeddedPostgres,
  startEmbeddedPostgres,
} from '#server/database/embedded/start-embedded-postgres.ts'
import { migrate } from '#server/database/migrate.ts'
import { makePool } from '#server/database/pool.ts'

/**
 * Runs `work` on the product's database, whether the product is running or not: at DATABASE_URL, at the embedded
 * server of the running product, or at one that is started for this and stopped after it.
 */
export async function withDatabase<T>(
  config: Config,
  work: (pool: Pool, url: string) => Promise<T>,
): Promise<T> {
  const running = config.databaseUrl ?? (await findEmbeddedPostgres(config.dataDir))
  if (running) return withPool(running, work)
  const { url, stop } = await startEmbeddedPostgres({ dataDir: config.dataDir })
  try {
    await migrate(url)
    return await withPool(url, work)
  } finally {
    await stop()
  }
}

async function withPool<T>(url: string, work: (pool: Pool, url: string) => Promise<T>) {
  const pool = makePool({ url, max: 4, applicationName: 'tally-and-reach script' })
  try {
    return await work(pool, url)
  } finally {
    await pool.end()
  }
}
