import { join } from 'node:path'

import type { Client } from 'pg'

import { opensCheck } from '#server/boot/prove-secret-key.ts'
import { storeSecretKey } from '#server/boot/stored-secret-key.ts'
import type { Config } from '#server/config.ts'
import { BucketFailed } from '#server/integrations/outgoing/bucket.ts'
import { getFromDisk, removeFromDisk } from '#server/integrations/outgoing/disk.ts'
import { makeSecrets } from '#server/lib/crypto/secrets.ts'
import { makeLog } from '#server/lib/log/make-log.ts'
import { migrate } from '#server/lib/postgres/migrate.ts'
import { overClient } from '#server/lib/postgres/over-client.ts'
import { grantToProduct } from '#server/lib/postgres/product-role.ts'
import {
  type FileStores,
  findFileStores,
  noteFilesOnDisk,
  writeArchivedFile,
} from '#server/modules/attachments/archived-files.ts'

import { fenceRestored } from '#server/modules/operations/restored/fence-restored.ts'

import type { ArchivedFile } from './archive/archive-parts.ts'
import type { OpenedArchive } from './archive/open-archive.ts'
import { BackupRefused } from './backup-refused.ts'
import { restoreDatabase, type RestoredDatabase } from './restore-database.ts'
import type { BackupProgress } from './write-backup.ts'

export type RestoreShopOptions = {
  config: Config
  /** A direct connection as the owner role. */
  ownerUrl: string
  /** As the product's role, which is granted its privileges. */
  productUrl: string
  archive: OpenedArchive
  onProgress?: ((progress: BackupProgress) => void) | undefined
}

/** `lines`: messages for the operator. */
export type RestoredShop = RestoredDatabase & { lines: string[] }

/**
 * Restores a whole archive: database, files and SECRET_KEY, then this version's migrations and grants. The database is
 * fenced, since what was queued in it has been sent since. Files whose bucket can't be used are stored on disk. Throws
 * `BackupRefused`, and leaves nothing behind on failure.
 */
export async function restoreShop(options: RestoreShopOptions): Promise<RestoredShop> {
  const { config, ownerUrl, productUrl, archive, onProgress } = options
  const own = config.secretKeyFile === undefined ? config.secretKey : undefined
  const key = own ?? archive.secretKey
  refuseWrongKey(archive, { key, previous: config.secretKeyPrevious })
  const placed = makePlacedFiles(config, key)
  const restored = await restoreDatabase({
    ownerUrl,
    archive,
    onFile: placed.put,
    beforeCommit: async (client, { header }) => {
      await placed.noteMoved(client)
      await fenceRestored(client, { archiveId: header.id, takenAt: new Date(header.takenAt) })
    },
    onProgress,
  }).catch(async (error: unknown) => {
    await placed.remove()
    throw error
  })
  if (own === undefined && key !== undefined && config.secretKeyFile !== undefined)
    storeSecretKey(config.secretKeyFile, key)
  await migrate(ownerUrl)
  await grantToProduct({ ownerUrl, productUrl })
  return { ...restored, lines: describe(restored, { config, key, moved: placed.moved() }) }
}

function refuseWrongKey(
  { header, secretKey: archived }: OpenedArchive,
  { key, previous }: { key: string | undefined; previous: string | undefined },
): void {
  if (key === undefined || header.secretKeyCheck === null) return
  if (opensCheck(makeSecrets(key, previous), Buffer.from(header.secretKeyCheck, 'base64'))) return
  throw new BackupRefused(
    'wrong_secret_key',
    'The SECRET_KEY here (the variable, or the file secret-key in DATA_DIR) is not the one of the backup. ' +
      (archived === undefined
        ? 'Use the one that was stored beside the backup.'
        : 'The backup has its own: leave the variable unset, and use a new DATA_DIR.'),
  )
}

/** Files that were newly created, so that a failure can remove them. */
function makePlacedFiles({ dataDir, allowedNetworks }: Config, key: string | undefined) {
  const folder = join(dataDir, 'attachments')
  let stores: FileStores | undefined
  const written: string[] = []
  const moved: string[] = []
  // The settings are part of the tx that is being restored.
  const findStores = (client: Client): Promise<FileStores> =>
    findFileStores({
      config: { dataDir, allowedNetworks },
      secrets: makeSecrets(key ?? ''),
      db: overClient(client),
      log: makeLog('warn'),
    }).catch(() => ({ folder, bucket: undefined }))
  const write = async (to: FileStores, file: ArchivedFile & { bytes: Buffer }) => {
    if (file.store === 'bucket' && to.bucket !== undefined) return writeArchivedFile(to, file)
    const existing = await getFromDisk(folder, file.key)
    if (existing?.equals(file.bytes) === true) return 'disk'
    if (existing !== undefined)
      throw new BackupRefused(
        'exists',
        `${join(folder, file.key)} exists already, with other content. Use a new DATA_DIR. Nothing was restored.`,
      )
    written.push(file.key)
    return writeArchivedFile(to, file)
  }
  const put = async (client: Client, file: ArchivedFile & { bytes: Buffer }) => {
    stores ??= await findStores(client)
    const store = await write(stores, file).catch(async (error: unknown) => {
      if (!(error instanceof BucketFailed)) throw error
      stores = { folder, bucket: undefined }
      return write(stores, file)
    })
    if (store !== file.store) moved.push(file.key)
  }
  return {
    put,
    moved: () => moved.length,
    noteMoved: (client: Client) => noteFilesOnDisk(client, moved),
    async remove() {
      for (const path of written) await removeFromDisk(folder, path)
    },
  }
}

function describe(
  { header, manifest, unknownTables }: RestoredDatabase,
  { config, key, moved }: { config: Config; key: string | undefined; moved: number },
): string[] {
  const rows = Object.values(manifest.tables).reduce((sum, { count }) => sum + count, 0)
  return [
    `Restored: ${rows.toLocaleString('en-US')} rows and ${manifest.files.count} files, as of ${header.takenAt}. Every table is equal to the backup.`,
    ...(moved > 0
      ? [
          `${moved} files of the bucket are in ${join(config.dataDir, 'attachments')} now: the bucket could not be used.`,
        ]
      : []),
    ...(manifest.missingFiles > 0
      ? [`${manifest.missingFiles} files were missing when it was written.`]
      : []),
    ...(unknownTables.length > 0
      ? [`Not restored, since they are not the product's: ${unknownTables.join(', ')}.`]
      : []),
    'Nothing is sent and nothing can be changed until you resume it: start the product, then run npm run resume, or sign in as an owner.',
    ...(key === undefined && header.secretKeyCheck !== null
      ? [
          'The product starts with the SECRET_KEY of the backup only: set that variable, or copy its file secret-key ' +
            `to ${config.dataDir}. Neither was here.`,
        ]
      : []),
  ]
}
