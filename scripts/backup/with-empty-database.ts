import { lstatSync } from 'node:fs'
import { join } from 'node:path'

import type { Config } from '#server/config.ts'
import { removeCluster } from '#server/lib/postgres/embedded/place-cluster.ts'
import {
  findEmbeddedPostgres,
  startEmbeddedPostgres,
} from '#server/lib/postgres/embedded/start-embedded-postgres.ts'
import { awaitDatabase } from '#server/lib/postgres/outages.ts'
import { BackupRefused } from '#server/modules/operations/backups/backup-refused.ts'

export type DatabaseUrls = { ownerUrl: string; productUrl: string }

const SECONDS = { recovering: 30, absent: 5 }

/**
 * Runs `work` on the database of DATABASE_URL, or on the embedded one of DATA_DIR, which is created if there is none and removed
 * again if `work` fails. The caller checks that it is empty. Throws `BackupRefused` while a product runs on DATA_DIR.
 */
export async function withEmptyDatabase(
  config: Config,
  work: (urls: DatabaseUrls) => Promise<void>,
): Promise<void> {
  const { databaseUrl, databaseOwnerUrl, dataDir } = config
  if (databaseUrl !== undefined && databaseOwnerUrl !== undefined) {
    for (const url of new Set([databaseOwnerUrl, databaseUrl])) await awaitDatabase(url, { seconds: SECONDS })
    return work({ ownerUrl: databaseOwnerUrl, productUrl: databaseUrl })
  }
  if ((await findEmbeddedPostgres(dataDir)) !== undefined)
    throw new BackupRefused(
      'in_use',
      `The product is running on ${dataDir}. A backup is restored into a new folder: DATA_DIR=./restored npm run restore -- FILE`,
    )
  const isNew = lstatSync(join(dataDir, 'postgres'), { throwIfNoEntry: false }) === undefined
  const server = await startEmbeddedPostgres({ dataDir })
  let isDone = false
  try {
    await work({ ownerUrl: server.url, productUrl: server.productUrl })
    isDone = true
  } finally {
    await server.stop()
    if (!isDone && isNew) await removeCluster(dataDir)
  }
}
