import { type Bucket, callBucket, refused, repeatCall } from './bucket.ts'

/** A large object, sent in parts of at least 5 MB; the last may be smaller. Invisible before `complete`. */
export type Upload = {
  /** For `abortUpload`, by another process. */
  id: string
  add(part: Buffer): Promise<void>
  complete(): Promise<void>
  /** Removes the parts. Failures are ignored: a bucket's own rules remove incomplete uploads. */
  abort(): Promise<void>
}

const PART_TIMEOUT_MS = 120_000
/** S3 assembles large objects while we wait. */
const COMPLETE_TIMEOUT_MS = 300_000
const TYPE = 'application/octet-stream'

/** Throws `BucketFailed`, as do its methods. */
export async function startUpload(bucket: Bucket, key: string): Promise<Upload> {
  const { status, body } = await callBucket(bucket, { method: 'POST', key, query: 'uploads=', type: TYPE })
  const id = /<UploadId>([^<]+)<\/UploadId>/.exec(body.toString())?.[1]
  if (status !== 200 || id === undefined) throw refused(status)
  const uploadId = `uploadId=${encodeURIComponent(id)}`
  const etags: string[] = []
  return {
    id,
    async add(bytes) {
      const query = `partNumber=${etags.length + 1}&${uploadId}`
      const send = async () => {
        const sent = await callBucket(bucket, {
          method: 'PUT',
          key,
          query,
          bytes,
          timeoutMs: PART_TIMEOUT_MS,
        })
        if (sent.status !== 200 || sent.etag === undefined) throw refused(sent.status)
        return sent.etag
      }
      // A part that is sent again replaces the earlier one.
      etags.push(await repeatCall(send))
    },
    async complete() {
      const parts = etags.map(
        (etag, at) => `<Part><PartNumber>${at + 1}</PartNumber><ETag>${etag}</ETag></Part>`,
      )
      const bytes = Buffer.from(`<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`)
      const timeoutMs = COMPLETE_TIMEOUT_MS
      const ended = await callBucket(bucket, { method: 'POST', key, query: uploadId, bytes, timeoutMs })
      // S3 may answer 200 before it is done, and report a failure in the body.
      if (ended.status !== 200 || ended.body.includes('<Error>')) throw refused(ended.status)
    },
    async abort() {
      await abortUpload(bucket, { key, id }).catch(() => undefined)
    },
  }
}

/** Removes the parts of an incomplete upload; does nothing if it was completed or does not exist. Throws `BucketFailed`. */
export async function abortUpload(bucket: Bucket, { key, id }: { key: string; id: string }): Promise<void> {
  const query = `uploadId=${encodeURIComponent(id)}`
  const { status } = await callBucket(bucket, { method: 'DELETE', key, query })
  if (status !== 204 && status !== 200 && status !== 404) throw refused(status)
}
