import { randomBytes } from 'node:crypto'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { closeOutboundPools } from '#server/lib/http/outbound/guarded-fetch.ts'
import { type FakeBucket, startFakeBucket } from '#test/fake-bucket.ts'

import { startUpload } from './bucket-upload.ts'
import { type Bucket, BucketFailed, getFromBucket } from './bucket.ts'

let fake: FakeBucket
let bucket: Bucket
beforeAll(async () => {
  fake = await startFakeBucket()
  const { endpoint, named, secretKey } = fake
  const { access_key_id: accessKeyId, ...place } = named
  bucket = { ...place, accessKeyId, secretKey, endpoint, allowedOrigin: endpoint }
})
afterAll(async () => {
  await closeOutboundPools()
  fake.stop()
})

const part = randomBytes(5 * 1024 ** 2)
const end = Buffer.from('the end')

test('parts are one object once it is completed, and a part that fails is sent again', async () => {
  const upload = await startUpload(bucket, 'backups/one')
  await upload.add(part)
  fake.fail('PUT', 1)
  await upload.add(end)
  expect(fake.objects.size).toBe(0)
  await upload.complete()
  const bytes = await getFromBucket(bucket, { key: 'backups/one', bytesMax: 2 * part.length })
  expect(bytes?.equals(Buffer.concat([part, end]))).toBe(true)
})

test('an upload that is refused at its end fails, though the answer is 200', async () => {
  const upload = await startUpload(bucket, 'backups/two')
  await upload.add(end)
  await upload.add(part)
  await expect(upload.complete()).rejects.toThrow(BucketFailed)
  expect(await getFromBucket(bucket, { key: 'backups/two', bytesMax: 1_000 })).toBeUndefined()
})

test('an aborted upload leaves nothing', async () => {
  const upload = await startUpload(bucket, 'backups/three')
  await upload.add(part)
  expect(fake.countUploads()).toBe(1)
  await upload.abort()
  expect(fake.countUploads()).toBe(0)
})
