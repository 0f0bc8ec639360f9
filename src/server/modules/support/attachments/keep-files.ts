import { randomBytes } from 'node:crypto'

import { AppError } from '#contract/base/errors.ts'
import type { Context } from '#server/context.ts'

import {
  countAttachmentsSince,
  deleteLeftOver,
  insertAttachment,
  listLeftOver,
} from './attachment-queries.ts'
import { findStore, putFile, removeFile } from './file-store.ts'
import { inspectFiles, type Upload } from './inspect-files.ts'

const DAY_MS = 86_400_000
/** For one customer; staff have no such bound. */
const PER_DAY = { default: 60, relaxed: 5_000 }
const LEFT_OVER_MS = DAY_MS
const SWEPT_AT_ONCE = 200

/**
 * Keeps what may be kept, each with a row before it, and answers the rows' ids, in the order in which they came. They
 * belong to no message yet: whoever has one says so in its tx. Throws as `inspectFiles` does, and `rate_limited`.
 */
export async function keepFiles(
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

/**
 * Removes what came of no message, the file before its row; one that can not be removed holds up no other. Answers
 * whether there may be more.
 */
export async function sweepFiles(ctx: Context): Promise<boolean> {
  const before = new Date(ctx.clock().getTime() - LEFT_OVER_MS)
  const leftOver = await listLeftOver(ctx.db, { before, count: SWEPT_AT_ONCE })
  let removed = 0
  for (const file of leftOver)
    try {
      await removeFile(ctx, file)
      await deleteLeftOver(ctx.db, file)
      removed += 1
    } catch (error) {
      ctx.log.warn(
        { err: error, attachment: Number(file.id) },
        'a file that is left over could not be removed',
      )
    }
  return removed === SWEPT_AT_ONCE
}
