import type { FileHandle } from 'node:fs/promises'

import { type Bucket, callBucket, refused } from './bucket.ts'

const RANGE_BYTES = 16 * 1024 * 1024
const RANGE_TIMEOUT_MS = 120_000

/** Downloads a large object into `handle` in ranges. False if the bucket does not have it. Throws `BucketFailed`. */
export async function download(
  bucket: Bucket,
  { key, handle, signal }: { key: string; handle: FileHandle; signal: AbortSignal },
): Promise<boolean> {
  for (let at = 0; ; at += RANGE_BYTES) {
    signal.throwIfAborted()
    const { status, body } = await callBucket(bucket, {
      method: 'GET',
      key,
      headers: { range: `bytes=${at}-${at + RANGE_BYTES - 1}` },
      bytesMax: RANGE_BYTES,
      timeoutMs: RANGE_TIMEOUT_MS,
    })
    if (status === 404) return false
    // The object ends exactly where the range begins.
    if (status === 416 && at > 0) return true
    if (status !== 206) throw refused(status)
    await handle.writeFile(body)
    if (body.length < RANGE_BYTES) return true
  }
}
