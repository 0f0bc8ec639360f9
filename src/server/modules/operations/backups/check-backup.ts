import { chmod } from 'node:fs/promises'

import { startEmbeddedPostgres } from '#server/lib/postgres/embedded/start-embedded-postgres.ts'
import { migrate } from '#server/lib/postgres/migrate.ts'
import {
  type CheckedInvariant,
  checkInvariants,
} from '#server/modules/operations/ledger-check/check-invariants.ts'

import type { ArchiveFile } from './archive/open-archive.ts'
import { readTotals, type ShopTotals } from './read-totals.ts'
import { restoreDatabase } from './restore-database.ts'
import { refuseArchive } from './schema/refuse-target.ts'
import type { BackupProgress } from './write-backup.ts'

/** `findings`: violations that the ledger check found in the restored database. */
export type BackupVerdict = { checks: number; findings: CheckedInvariant[]; totals: ShopTotals }

/**
 * Restores an archive into a separate embedded PostgreSQL in `folder`, a scratch folder, and checks the ledger there. Files are
 * read and compared with their checksums, but not written. Throws `BackupRefused` for an archive that can't be restored.
 */
export async function checkBackup({
  archive,
  folder,
  onProgress,
}: {
  archive: ArchiveFile
  folder: string
  onProgress?: (progress: BackupProgress) => void
}): Promise<BackupVerdict> {
  await refuseArchive(archive.header)
  // PostgreSQL's system account must be able to enter it.
  await chmod(folder, 0o711)
  const server = await startEmbeddedPostgres({ dataDir: folder })
  try {
    await restoreDatabase({ ownerUrl: server.url, archive: await archive.read(), onProgress })
    await migrate(server.url)
    const checked = await checkInvariants(server.url, { allowsOverdue: true })
    const findings = checked.filter(({ violations }) => violations > 0)
    return { checks: checked.length, findings, totals: await readTotals(server.url) }
  } finally {
    await server.stop()
  }
}
