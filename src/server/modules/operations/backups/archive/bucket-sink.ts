import type { Bucket } from '#server/integrations/outgoing/bucket.ts'
import { startUpload } from '#server/integrations/outgoing/bucket-upload.ts'

import type { Sink } from './sink.ts'

/** At most 10,000 parts: up to 160 GB. */
const PART_BYTES = 16 * 1024 * 1024

/** Writes an archive as one object of a bucket, in parts. Throws `BucketFailed`. */
export async function makeBucketSink(bucket: Bucket, key: string): Promise<Sink & { uploadId: string }> {
  const upload = await startUpload(bucket, key)
  let waiting: Buffer[] = []
  let length = 0
  const send = async () => {
    const part = Buffer.concat(waiting, length)
    waiting = []
    length = 0
    await upload.add(part)
  }
  return {
    uploadId: upload.id,
    async write(bytes) {
      waiting.push(bytes)
      length += bytes.length
      if (length >= PART_BYTES) await send()
    },
    async close() {
      if (length > 0) await send()
      await upload.complete()
    },
    abort: upload.abort,
  }
}
