import { migrate } from '#server/lib/postgres/migrate.ts'
import { endClient, makeClient } from '#server/lib/postgres/pool.ts'

import { openArchive } from './archive/open-archive.ts'
import { makePipe } from './archive/sink.ts'
import { restoreDatabase } from './restore-database.ts'
import { refuseArchive, refuseTarget } from './schema/refuse-target.ts'
import { type BackupProgress, writeBackup } from './write-backup.ts'

/**
 * Copies a database into an empty one, by restoring a backup while it is written. The caller makes sure that nothing writes to
 * the old one meanwhile. If one end fails, so does the other, and the target stays empty. Throws `BackupRefused`.
 */
export async function moveDatabase({
  ownerUrl,
  to,
  product,
  onProgress,
  beforeCommit,
  onRolledBack,
}: {
  ownerUrl: string
  to: string
  product: string
  onProgress: (progress: BackupProgress) => void
  /** Once this is called the target may be the shop's database. */
  beforeCommit: () => void
  /** The commit failed: the target is not the shop's database. */
  onRolledBack: () => void
}): Promise<void> {
  await refuseFirst(to)
  const { sink, source, stopReading } = makePipe()
  const restoring = (async () => {
    const archive = await openArchive(source)
    await refuseArchive(archive.header)
    await restoreDatabase({
      ownerUrl: to,
      archive,
      onProgress,
      beforeCommit: async () => beforeCommit(),
      onRolledBack,
    })
  })()
  // The target's error is the reason; the writer only learns that its reader has stopped.
  const failed = restoring.then(
    () => undefined,
    async (error: unknown) => {
      await stopReading(new Error('the target failed', { cause: error }))
      return { error }
    },
  )
  const written = writeBackup({ ownerUrl, product, files: undefined, sink })
  const [ofWriter] = await Promise.allSettled([written])
  const ofTarget = await failed
  if (ofWriter.status === 'rejected' && ofTarget === undefined) throw ofWriter.reason
  if (ofTarget !== undefined) throw ofTarget.error
  await migrate(to)
}

/** Before the first row is read from the source. */
async function refuseFirst(url: string): Promise<void> {
  const client = makeClient(url, 'tally-and-reach move')
  await client.connect()
  try {
    await refuseTarget(client)
  } finally {
    await endClient(client)
  }
}
