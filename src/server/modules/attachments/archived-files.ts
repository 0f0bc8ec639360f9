import { join } from 'node:path'

import type { Client } from 'pg'

import type { Config } from '#server/config.ts'
import type { Context } from '#server/context.ts'
import { type Bucket, getFromBucket, putInBucket, repeatCall } from '#server/integrations/outgoing/bucket.ts'
import { getFromDisk, putOnDisk } from '#server/integrations/outgoing/disk.ts'

import { findNamedBucket, STORED_BYTES_MAX, type StoredFile } from './file-store.ts'

// Files as backups read and write them: without a running product.

/** `folder`: where files on the disk are. `bucket`: the one of the settings, if they name one and its key is known. */
export type FileStores = { folder: string; bucket: Bucket | undefined }

/** Throws if the settings name a bucket whose key these secrets don't open. */
export async function findFileStores(
  ctx: Pick<Context, 'db' | 'secrets' | 'log'> & { config: Pick<Config, 'dataDir' | 'allowedNetworks'> },
): Promise<FileStores> {
  return { folder: join(ctx.config.dataDir, 'attachments'), bucket: await findNamedBucket(ctx) }
}

type File = Pick<StoredFile, 'store' | 'key'>

const BATCH = 500

/** Files of messages and deposits, as the client's tx sees them. The others are removed sooner or later. */
export async function* listAttachedFiles(client: Client): AsyncGenerator<File> {
  let after = { user_id: 0, id: 0n }
  for (;;) {
    const { rows } = await client.query<StoredFile>(
      `select user_id, id, store, key from attachments
       where (message_id is not null or deposit_id is not null) and (user_id, id) > ($1, $2)
       order by user_id, id limit ${BATCH}`,
      [after.user_id, after.id],
    )
    yield* rows
    const last = rows.at(-1)
    if (last === undefined || rows.length < BATCH) return
    after = last
  }
}

/** Undefined if its store has lost it. Throws `BucketFailed` if the bucket does not answer. */
export async function readArchivedFile(
  stores: FileStores,
  { store, key }: File,
): Promise<Buffer | undefined> {
  if (store === 'disk') return getFromDisk(stores.folder, key)
  const { bucket } = stores
  return bucket && repeatCall(() => getFromBucket(bucket, { key, bytesMax: STORED_BYTES_MAX }))
}

/** Puts a file where its row says, or on the disk if there is no bucket. Answers where it is. */
export async function writeArchivedFile(
  stores: FileStores,
  { store, key, bytes }: File & { bytes: Buffer },
): Promise<File['store']> {
  const { bucket } = stores
  if (store === 'bucket' && bucket !== undefined) {
    await repeatCall(() => putInBucket(bucket, { key, type: 'application/octet-stream', bytes }))
    return 'bucket'
  }
  await putOnDisk(stores.folder, key, bytes)
  return 'disk'
}

/** Rows of files in a bucket that are on the disk from now on. */
export async function noteFilesOnDisk(client: Client, keys: readonly string[]): Promise<void> {
  await client.query(`update attachments set store = 'disk' where store = 'bucket' and key = any($1)`, [keys])
}
