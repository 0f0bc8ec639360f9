import { join } from 'node:path'

import { AppError } from '#contract/base/errors.ts'
import type { Context } from '#server/context.ts'
import {
  type Bucket,
  BucketFailed,
  getFromBucket,
  putInBucket,
  removeFromBucket,
} from '#server/integrations/outgoing/bucket.ts'
import { getFromDisk, putOnDisk, removeFromDisk } from '#server/integrations/outgoing/disk.ts'
import { readStorageSetting } from '#server/modules/settings/storage-setting.ts'

import type { Store, StoredFile } from './attachment-queries.ts'

const KEPT_BYTES_MAX = 4_194_304

/** Where new files go. What was kept elsewhere before is found there still, as its row says. */
export async function findStore(ctx: Context): Promise<Store> {
  return (await findBucket(ctx)) === undefined ? 'disk' : 'bucket'
}

/** Throws `unavailable` where it can not be kept now. */
export async function putFile(
  ctx: Context,
  { store, key }: Pick<StoredFile, 'store' | 'key'>,
  { type, bytes }: { type: string; bytes: Buffer },
): Promise<void> {
  if (store === 'disk') return putOnDisk(folderOf(ctx), key, bytes)
  await reaching(ctx, async (bucket) => putInBucket(bucket, { key, type, bytes }))
}

/** Throws `unavailable` where it can not be had now, or is not where it should be: the log says which. */
export async function getFile(
  ctx: Context,
  { store, key }: Pick<StoredFile, 'store' | 'key'>,
): Promise<Buffer> {
  const bytes =
    store === 'disk'
      ? await getFromDisk(folderOf(ctx), key)
      : await reaching(ctx, async (bucket) => getFromBucket(bucket, { key, bytesMax: KEPT_BYTES_MAX }))
  if (bytes !== undefined) return bytes
  ctx.log.error({ store, key }, 'a file of a ticket is not where it was kept')
  throw new AppError('unavailable')
}

export async function removeFile(
  ctx: Context,
  { store, key }: Pick<StoredFile, 'store' | 'key'>,
): Promise<void> {
  if (store === 'disk') return removeFromDisk(folderOf(ctx), key)
  await reaching(ctx, async (bucket) => removeFromBucket(bucket, key))
}

function folderOf({ config }: Context): string {
  return join(config.dataDir, 'attachments')
}

async function reaching<Result>(ctx: Context, work: (bucket: Bucket) => Promise<Result>): Promise<Result> {
  const bucket = await findBucket(ctx)
  if (bucket === undefined) {
    ctx.log.error('files are in a bucket that the settings name no more')
    throw new AppError('unavailable')
  }
  try {
    return await work(bucket)
  } catch (error) {
    if (!(error instanceof BucketFailed)) throw error
    ctx.log.warn({ error: error.message }, 'the bucket for files could not be used')
    throw new AppError('unavailable', { retryAfterSeconds: 5 })
  }
}

export async function findBucket(ctx: Context): Promise<Bucket | undefined> {
  const setting = await readStorageSetting(ctx)
  if (setting === undefined) return undefined
  const { access_key_id: accessKeyId, ...named } = setting
  return {
    ...named,
    accessKeyId,
    allowedNetworks: ctx.config.allowedNetworks,
    observe: ctx.metrics.observeCalls({ kind: 'storage', name: 'bucket' }),
  }
}
