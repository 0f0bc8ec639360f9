import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

import { AwsV4Signer } from 'aws4fetch'

import type { Fault } from '#contract/base/faults.ts'
import type { Reach } from '#server/lib/http/outbound/allowed-addresses.ts'
import { guardedFetch, type ObserveCalls } from '#server/lib/http/outbound/guarded-fetch.ts'
import { describeFault } from '#server/lib/http/outbound/to-fault.ts'

/** A bucket with Amazon's S3 API, by path-style URLs, which all implementations accept. */
export type Bucket = Reach & {
  endpoint: string
  region: string
  bucket: string
  accessKeyId: string
  secretKey: string
  observe?: ObserveCalls | undefined
}

const TIMEOUT_MS = 20_000
const CONNECT_TIMEOUT_MS = 5_000
const ANSWER_BYTES_MAX = 65_536
const TRIES = 4
const PAUSE_MS = 1_000

export class BucketFailed extends Error {
  override name = 'BucketFailed'
  readonly fault: Fault

  constructor(fault: Fault) {
    super(describeFault(fault))
    this.fault = fault
  }
}

/** Without the server's explanation, which may quote the request. */
export function refused(status: number): BucketFailed {
  return new BucketFailed({ code: 'http_status', details: { http_status: status } })
}

/** Throws `BucketFailed` unless the bucket confirms it. */
export async function putInBucket(
  bucket: Bucket,
  { key, type, bytes }: { key: string; type: string; bytes: Buffer },
): Promise<void> {
  const { status } = await callBucket(bucket, { method: 'PUT', key, type, bytes })
  if (status !== 200) throw refused(status)
}

/** Undefined if it doesn't exist. */
export async function getFromBucket(
  bucket: Bucket,
  { key, bytesMax }: { key: string; bytesMax: number },
): Promise<Buffer | undefined> {
  const { status, body } = await callBucket(bucket, { method: 'GET', key, bytesMax })
  if (status === 404) return undefined
  if (status !== 200) throw refused(status)
  return body
}

export async function removeFromBucket(bucket: Bucket, key: string): Promise<void> {
  const { status } = await callBucket(bucket, { method: 'DELETE', key })
  if (status !== 204 && status !== 200 && status !== 404) throw refused(status)
}

type BucketCall = {
  method: 'PUT' | 'GET' | 'DELETE' | 'POST'
  key: string
  /** For example `uploads=`. */
  query?: string
  headers?: Readonly<Record<string, string>>
  type?: string
  bytes?: Buffer
  bytesMax?: number
  timeoutMs?: number
}

/** For background work, whose calls can be repeated: up to four attempts in six seconds. */
export async function repeatCall<Result>(call: () => Promise<Result>): Promise<Result> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await call()
    } catch (error) {
      if (!(error instanceof BucketFailed) || tried === TRIES) throw error
      await sleep(PAUSE_MS * tried)
    }
  }
}

/** One signed call. Throws `BucketFailed` without an answer. */
export async function callBucket(
  bucket: Bucket,
  {
    method,
    key,
    query,
    headers: own,
    type,
    bytes,
    bytesMax = ANSWER_BYTES_MAX,
    timeoutMs = TIMEOUT_MS,
  }: BucketCall,
): Promise<{ status: number; body: Buffer; etag?: string | undefined }> {
  const url = `${bucket.endpoint}/${bucket.bucket}/${key}${query === undefined ? '' : `?${query}`}`
  const signer = new AwsV4Signer({
    method,
    url,
    headers: {
      ...own,
      'x-amz-content-sha256': createHash('sha256')
        .update(bytes ?? '')
        .digest('hex'),
    },
    accessKeyId: bucket.accessKeyId,
    secretAccessKey: bucket.secretKey,
    service: 's3',
    region: bucket.region,
  })
  const { headers } = await signer.sign()
  const answer = await guardedFetch({
    url,
    method,
    headers: { ...Object.fromEntries(headers), ...(type !== undefined && { 'content-type': type }) },
    ...(bytes !== undefined && { bytes }),
    timeoutMs,
    connectTimeoutMs: CONNECT_TIMEOUT_MS,
    bytesMax,
    allowedOrigin: bucket.allowedOrigin,
    allowedNetworks: bucket.allowedNetworks,
    observe: bucket.observe?.(method),
  })
  if (answer.kind !== 'answered') throw new BucketFailed(answer.fault)
  return answer
}
