import { open, readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { AppError } from '#contract/base/errors.ts'
import type { Context } from '#server/context.ts'
import { BucketFailed, getFromBucket, putInBucket } from '#server/integrations/outgoing/bucket.ts'

import { findBucket } from './file-store.ts'

/** Some 100,000 lines. */
const BUCKET_BYTES_MAX = 16_777_216

/**
 * Appends a line to a text next to the files: in DATA_DIR, or in the bucket if there is one. On disk when it returns. Callers take
 * turns, since an object in a bucket is written as a whole. Throws `unavailable` if the store can't be used.
 */
export async function appendToNotes(ctx: Context, name: string, line: string): Promise<void> {
  const bucket = await findBucket(ctx)
  if (bucket === undefined) return appendOnDisk(pathOf(ctx, name), line)
  await inBucket(ctx, async () => {
    const written =
      (await getFromBucket(bucket, { key: name, bytesMax: BUCKET_BYTES_MAX })) ?? Buffer.alloc(0)
    const bytes = Buffer.concat([written, Buffer.from(line)])
    await putInBucket(bucket, { key: name, type: 'text/plain', bytes })
  })
}

/** Of both places: the bucket may be newer than the file. `isWhole`: there are notes, and no place failed. */
export async function readNotes(ctx: Context, name: string): Promise<{ text: string; isWhole: boolean }> {
  let isWhole = true
  const stored = await readFromBucket(ctx, name).catch((error: unknown) => {
    if (!(error instanceof AppError)) throw error
    isWhole = false
    return undefined
  })
  const texts = [await readFromDisk(pathOf(ctx, name)), stored].filter((text) => text !== undefined)
  return { text: texts.join('\n'), isWhole: isWhole && texts.length > 0 }
}

async function readFromBucket(ctx: Context, name: string): Promise<string | undefined> {
  const bucket = await findBucket(ctx)
  if (bucket === undefined) return undefined
  const bytes = await inBucket(ctx, () => getFromBucket(bucket, { key: name, bytesMax: BUCKET_BYTES_MAX }))
  return bytes?.toString()
}

function pathOf({ config }: Context, name: string): string {
  return join(config.dataDir, name)
}

async function appendOnDisk(path: string, line: string): Promise<void> {
  const file = await open(path, 'a', 0o600)
  try {
    await file.appendFile(line)
    await file.sync()
  } finally {
    await file.close()
  }
}

async function readFromDisk(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

async function inBucket<Result>(ctx: Context, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof BucketFailed)) throw error
    ctx.log.warn({ error: error.message }, 'the bucket for files could not be used')
    throw new AppError('unavailable', { retryAfterSeconds: 5 })
  }
}
