import { randomBytes } from 'node:crypto'

import { type Kysely, sql } from 'kysely'

import { AppError } from '#contract/base/errors.ts'
import type { Context } from '#server/context.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'

import { findStore, putFile, type Store } from './file-store.ts'
import { inspectFiles, type Upload } from './inspect-files.ts'

const DAY_MS = 86_400_000

/** Files per customer and day. Staff have no limit. */
const PER_DAY = { default: 60, relaxed: 5_000 }

/**
 * Inspects and stores the files, inserting each row before its file, so that what a crash leaves behind is
 * found. Answers their ids in order; they belong to nothing until `attachTo`. Throws as `inspectFiles`
 * does, and `rate_limited`.
 */
export async function storeFiles(
  ctx: Context,
  {
    userId,
    uploads,
    isReply,
    isStaff,
  }: { userId: number; uploads: readonly Upload[]; isReply: boolean; isStaff: boolean },
): Promise<bigint[]> {
  if (uploads.length === 0) return []
  if (!isStaff) await refuseTooMany(ctx, userId, uploads.length)
  const files = await inspectFiles(uploads, { isReply })
  const store = await findStore(ctx)
  const ids: bigint[] = []
  for (const { name, type, bytes } of files) {
    const key = `${userId}/${randomBytes(18).toString('base64url')}`
    const now = ctx.clock()
    ids.push(await insertAttachment(ctx.db, { userId, store, key, name, type, bytes: bytes.length, now }))
    await putFile(ctx, { store, key }, { type, bytes })
  }
  return ids
}

async function refuseTooMany({ db, clock, config }: Context, userId: number, more: number): Promise<void> {
  const since = new Date(clock().getTime() - DAY_MS)
  const count = await countAttachmentsSince(db, { userId, since })
  if (count + more > PER_DAY[config.rateLimits])
    throw new AppError('rate_limited', { retryAfterSeconds: 3_600 })
}

async function insertAttachment(
  db: Kysely<DB>,
  file: { userId: number; store: Store; key: string; name: string; type: string; bytes: number; now: Date },
): Promise<bigint> {
  const { id } = await db
    .insertInto('attachments')
    .values({
      user_id: file.userId,
      store: file.store,
      key: file.key,
      name: file.name,
      type: file.type,
      bytes: file.bytes,
      created_at: file.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** What files belong to. */
export type AttachedTo = { ticketId: bigint; messageId: bigint } | { depositId: bigint }

/** Attaches stored files. Throws if one is already attached or gone. */
export async function attachTo(
  tx: Tx,
  { userId, ids, ...to }: { userId: number; ids: bigint[] } & AttachedTo,
): Promise<void> {
  if (ids.length === 0) return
  const columns =
    'depositId' in to ? { deposit_id: to.depositId } : { ticket_id: to.ticketId, message_id: to.messageId }
  const { numUpdatedRows } = await tx
    .updateTable('attachments')
    .set(columns)
    .where('user_id', '=', userId)
    .where('id', 'in', ids)
    .where('message_id', 'is', null)
    .where('deposit_id', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows !== BigInt(ids.length)) throw new Error('a file is already attached or gone')
}

async function countAttachmentsSince(
  db: Kysely<DB>,
  { userId, since }: { userId: number; since: Date },
): Promise<number> {
  const { count } = await db
    .selectFrom('attachments')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('user_id', '=', userId)
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow()
  return count
}

/** Detaches all files of a deleted user; `sweepFiles` removes what is attached to nothing. */
export async function detachFiles(tx: Tx, userId: number): Promise<void> {
  await tx
    .updateTable('attachments')
    .set({ ticket_id: null, message_id: null, deposit_id: null, name: 'file' })
    .where('user_id', '=', userId)
    .execute()
}
