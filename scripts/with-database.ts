import { lstatSync } from 'node:fs'
import { join } from 'node:path'

import type { Config } from '#server/config.ts'
import {
  findEmbeddedPostgres,
  startEmbeddedPostgres,
} from '#server/lib/postgres/embedded/start-embedded-postgres.ts'
import { listMissingMigrations } from '#server/lib/postgres/migrate.ts'
import { ConfigError } from '#server/lib/environment/environment.ts'

/**
 * Runs `work` on the product's database, with or without a running product: at the address for long work (not a pooler)
 * and as the owner, on the running product's embedded server, or on one that is started for this and stopped
 * afterwards. It creates and migrates nothing: a missing database, or one of another version, is an error.
 */
export async function withDatabase<T>(config: Config, work: (url: string) => Promise<T>): Promise<T> {
  if (config.databaseOwnerUrl) return onItsVersion(config.databaseOwnerUrl, work)
  refuseAbsent(config)
  const running = await findEmbeddedPostgres(config.dataDir)
  if (running) return onItsVersion(running, work)
  return withStoppedDatabase(config, work)
}

/**
 * The same on the embedded database of a stopped product, which can't start meanwhile. Throws `DirectoryInUse`.
 * `ofAnyVersion`: also accepts other versions.
 */
export async function withStoppedDatabase<T>(
  config: Config,
  work: (url: string) => Promise<T>,
  { ofAnyVersion = false } = {},
): Promise<T> {
  refuseAbsent(config)
  const { url, stop } = await startEmbeddedPostgres({ dataDir: config.dataDir })
  try {
    return await (ofAnyVersion ? work(url) : onItsVersion(url, work))
  } finally {
    await stop()
  }
}

function refuseAbsent({ dataDir }: Config): void {
  // Checked before taking the lock, which would create a file.
  if (!lstatSync(join(dataDir, 'postgres'), { throwIfNoEntry: false }))
    throw new ConfigError(`There is no database in ${dataDir} yet. Start the product once first.`)
}

async function onItsVersion<T>(url: string, work: (url: string) => Promise<T>): Promise<T> {
  const missing = await listMissingMigrations(url)
  if (missing.length > 0)
    throw new ConfigError(
      `This database is from an older version (not applied yet: ${missing.join(', ')}). Start the product first to migrate it.`,
    )
  return work(url)
}
