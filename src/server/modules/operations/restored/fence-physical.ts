import { ConfigError } from '#server/lib/environment/environment.ts'
import { lockMigrations } from '#server/lib/postgres/migrate.ts'
import { endClient, makeClient } from '#server/lib/postgres/pool.ts'

import { fenceRestored } from './fence-restored.ts'
import { readFence } from './read-fence.ts'

/** Replaces an archive's id. */
export const PHYSICAL = 'physical backup'

/**
 * Fences a database that was restored to `takenAt` by PostgreSQL's own tools or a disk snapshot, as the end of a
 * restore does. Works with any version that has the fence: it is fenced before a newer one migrates it. Throws
 * `ConfigError` while a product runs on it, since a process only checks for the fence at its start.
 */
export async function fencePhysical({
  ownerUrl,
  takenAt,
}: {
  ownerUrl: string
  takenAt: Date
}): Promise<void> {
  const client = makeClient(ownerUrl, 'tally-and-reach fence')
  await client.connect()
  try {
    // A product that starts meanwhile waits.
    await lockMigrations(client)
    await client.query('begin')
    const { rows } = await client.query<{ is_used: boolean; is_past: boolean }>(
      `select $1 < now() as is_past, exists (select from pg_stat_activity
         where datname = current_database() and application_name = 'tally-events') as is_used`,
      [takenAt],
    )
    if (rows[0]?.is_used !== false)
      throw new ConfigError('A product is running on this database. Stop it first. Nothing was changed.')
    if (!rows[0].is_past)
      throw new ConfigError('--taken-at is in the future, by the clock of the database. Nothing was changed.')
    if ((await readFence(client)) !== undefined)
      throw new ConfigError('This database is fenced already. npm run resume shows what resuming it will do.')
    await fenceRestored(client, { archiveId: PHYSICAL, takenAt })
    await client.query('commit')
  } finally {
    await endClient(client)
  }
}
