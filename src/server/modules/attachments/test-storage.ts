import { randomBytes } from 'node:crypto'

import type { Fault } from '#contract/base/faults.ts'
import type { Trial } from '#contract/settings/setup-tests.ts'
import type { Context } from '#server/context.ts'
import {
  type Bucket,
  BucketFailed,
  getFromBucket,
  putInBucket,
  removeFromBucket,
} from '#server/integrations/outgoing/bucket.ts'
import { codeOf } from '#server/lib/http/outbound/to-fault.ts'

import { findBucket, getFile, putFile, removeFile } from './file-store.ts'

/** Writes, reads and removes a small file where new files go. */
export async function testStorage(ctx: Context): Promise<Trial> {
  const startedAt = performance.now()
  const bucket = await findBucket(ctx)
  const key = `check/${randomBytes(18).toString('base64url')}`
  const bytes = randomBytes(64)
  const reason = bucket === undefined ? await tryDisk(ctx, key, bytes) : await tryBucket(bucket, key, bytes)
  return {
    success: true,
    outcome: reason === null ? 'works' : 'failed',
    place: bucket === undefined ? null : `${bucket.endpoint}/${bucket.bucket}`,
    reason,
    milliseconds: Math.round(performance.now() - startedAt),
  }
}

const otherBytes: Fault = { code: 'other_bytes', details: {} }

async function tryBucket(bucket: Bucket, key: string, bytes: Buffer): Promise<Fault | null> {
  try {
    await putInBucket(bucket, { key, type: 'application/octet-stream', bytes })
    const read = await getFromBucket(bucket, { key, bytesMax: 1_024 })
    await removeFromBucket(bucket, key)
    return read?.equals(bytes) === true ? null : otherBytes
  } catch (error) {
    if (!(error instanceof BucketFailed)) throw error
    return error.fault
  }
}

async function tryDisk(ctx: Context, key: string, bytes: Buffer): Promise<Fault | null> {
  const file = { store: 'disk', key } as const
  try {
    await putFile(ctx, file, { type: 'application/octet-stream', bytes })
    const read = await getFile(ctx, file)
    await removeFile(ctx, file)
    return read.equals(bytes) ? null : otherBytes
  } catch (error) {
    // Any disk error is an answer here: it is what the operator asks about.
    return toDiskFault(codeOf(error))
  }
}

function toDiskFault(code: string): Fault {
  if (code === 'ENOSPC' || code === 'EDQUOT') return { code: 'disk_full', details: {} }
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') return { code: 'disk_closed', details: {} }
  return { code: 'disk_failed', details: { error_code: code } }
}
