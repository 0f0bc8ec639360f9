import { join } from 'node:path'

import type { Kysely } from 'kysely'

import type { Attachment } from '#contract/attachments/attachment.ts'
import { AppError } from '#contract/base/errors.ts'
import type { Config } from '#server/config.ts'
import type { Context } from '#server/context.ts'
import {
  type Bucket,
  BucketFailed,
  getFromBucket,
  putInBucket,
  removeFromBucket,
} from '#server/integrations/outgoing/bucket.ts'
import { getFromDisk, putOnDisk, removeFromDisk } from '#server/integrations/outgoing/disk.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import { readStorageSetting } from '#server/modules/settings/settings-with-secrets.ts'

export const STORED_BYTES_MAX = 4_194_304

export type Store = DB['attachments']['store']
export type StoredFile = { user_id: number; id: bigint; store: Store; key: string }

/** Where new files go. Existing files are found where their row says. */
export async function findStore(ctx: Context): Promise<Store> {
  return (await findBucket(ctx)) === undefined ? 'disk' : 'bucket'
}

/** Throws `unavailable` if the store can't be written. */
export async function putFile(
  ctx: Context,
  { store, key }: Pick<StoredFile, 'store' | 'key'>,
  { type, bytes }: { type: string; bytes: Buffer },
): Promise<void> {
  if (store === 'disk') return putOnDisk(folderOf(ctx), key, bytes)
  await withBucket(ctx, async (bucket) => putInBucket(bucket, { key, type, bytes }))
}

/** A file of a ticket or deposit with its content. Throws `not_found`, and `unavailable` if the store can't be read. */
export async function getAttachment(
  ctx: Context,
  { userId, id, ...of }: { userId: number; id: bigint } & ({ ticketId: bigint } | { depositId: bigint }),
): Promise<{ name: string; type: string; bytes: Buffer }> {
  const query = ctx.db
    .selectFrom('attachments')
    .select(['store', 'key', 'name', 'type'])
    .where('user_id', '=', userId)
    .where('id', '=', id)
  const file = await (
    'depositId' in of
      ? query.where('deposit_id', '=', of.depositId)
      : query.where('ticket_id', '=', of.ticketId)
  ).executeTakeFirst()
  if (file === undefined) throw new AppError('not_found')
  return { name: file.name, type: file.type, bytes: await getFile(ctx, file) }
}

/** In the order they were uploaded. */
export async function listDepositFiles(
  db: Kysely<DB>,
  { userId, id }: { userId: number; id: bigint },
): Promise<Attachment[]> {
  const files = await db
    .selectFrom('attachments')
    .select(['id', 'name', 'type', 'bytes'])
    .where('user_id', '=', userId)
    .where('deposit_id', '=', id)
    .orderBy('id')
    .execute()
  return files.map((file) => ({ ...file, id: Number(file.id) }))
}

/** Throws `unavailable` if the store can't be read or the file is missing; the log says which. */
export async function getFile(
  ctx: Context,
  { store, key }: Pick<StoredFile, 'store' | 'key'>,
): Promise<Buffer> {
  const bytes =
    store === 'disk'
      ? await getFromDisk(folderOf(ctx), key)
      : await withBucket(ctx, async (bucket) => getFromBucket(bucket, { key, bytesMax: STORED_BYTES_MAX }))
  if (bytes !== undefined) return bytes
  ctx.log.error({ store, key }, 'a file is missing from its store')
  throw new AppError('unavailable')
}

export async function removeFile(
  ctx: Context,
  { store, key }: Pick<StoredFile, 'store' | 'key'>,
): Promise<void> {
  if (store === 'disk') return removeFromDisk(folderOf(ctx), key)
  await withBucket(ctx, async (bucket) => removeFromBucket(bucket, key))
}

function folderOf({ config }: Context): string {
  return join(config.dataDir, 'attachments')
}

async function withBucket<Result>(ctx: Context, work: (bucket: Bucket) => Promise<Result>): Promise<Result> {
  const bucket = await findBucket(ctx)
  if (bucket === undefined) {
    ctx.log.error('files are in a bucket that the settings no longer name')
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
  const bucket = await findNamedBucket(ctx)
  return bucket && { ...bucket, observe: ctx.metrics.observeCalls({ kind: 'storage', name: 'bucket' }) }
}

/** The same, without a running product. */
export async function findNamedBucket(
  ctx: Pick<Context, 'db' | 'secrets' | 'log'> & { config: Pick<Config, 'allowedNetworks'> },
): Promise<Bucket | undefined> {
  const setting = await readStorageSetting(ctx)
  if (setting === undefined) return undefined
  const { access_key_id: accessKeyId, ...named } = setting
  return { ...named, accessKeyId, allowedNetworks: ctx.config.allowedNetworks }
}
