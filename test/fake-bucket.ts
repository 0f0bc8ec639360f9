import { createHash, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'

import { AwsV4Signer } from 'aws4fetch'

type Stored = { type: string | undefined; bytes: Buffer }
type Answer = { status: number; body?: Buffer | string; etag?: string }

export type FakeBucket = {
  endpoint: string
  /** As in the settings, which keep the secret key separately. */
  named: { region: string; bucket: string; access_key_id: string }
  secretKey: string
  /** By path. */
  objects: Map<string, Stored>
  /** Multipart uploads that are neither completed nor aborted. */
  countUploads(): number
  /** Answers 503 to everything. */
  isDown: boolean
  /** Makes the next calls with this method answer 503. */
  fail(method: string, times: number): void
  stop(): void
}

/** A bucket that accepts only requests signed with its key, multipart uploads included. */
export async function startFakeBucket(): Promise<FakeBucket> {
  const secretKey = 'a-secret-of-the-bucket'
  const named = { region: 'eu-1', bucket: 'the-files', access_key_id: 'AKID' }
  const objects = new Map<string, Stored>()
  const uploads = new Map<string, Map<number, Buffer>>()
  const failing = new Map<string, number>()

  const answer = async (request: IncomingMessage): Promise<Answer> => {
    const bytes = Buffer.concat(await Array.fromAsync(request))
    const { method = '', headers } = request
    const left = failing.get(method) ?? 0
    failing.set(method, Math.max(left - 1, 0))
    if (bucket.isDown || left > 0) return { status: 503 }
    if (!(await isSigned(request, bytes))) return { status: 403 }
    const { pathname: path, searchParams } = new URL(request.url ?? '', 'http://bucket')
    const id = searchParams.get('uploadId')
    if (method === 'POST' && searchParams.has('uploads')) {
      const uploadId = randomBytes(6).toString('base64')
      uploads.set(uploadId, new Map())
      return { status: 200, body: `<Result><UploadId>${uploadId}</UploadId></Result>` }
    }
    if (id !== null)
      return answerUpload({ method, path, id, number: Number(searchParams.get('partNumber')), bytes })
    const known = objects.get(path)
    if (method === 'PUT') {
      objects.set(path, { type: headers['content-type'], bytes })
      return { status: 200 }
    }
    if (known === undefined) return { status: 404 }
    if (method === 'GET') return answerRange(known.bytes, headers.range)
    objects.delete(path)
    return { status: 204 }
  }

  const answerUpload = (call: {
    method: string
    path: string
    id: string
    number: number
    bytes: Buffer
  }): Answer => {
    const parts = uploads.get(call.id)
    if (parts === undefined) return { status: 404 }
    if (call.method === 'PUT') {
      parts.set(call.number, call.bytes)
      return { status: 200, etag: tagOf(call.bytes) }
    }
    uploads.delete(call.id)
    if (call.method === 'DELETE') return { status: 204 }
    const listed = [...call.bytes.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>([^<]+)</g)]
    const whole = listed.map(([, number, etag]) => {
      const part = parts.get(Number(number))
      return part !== undefined && tagOf(part) === etag ? part : undefined
    })
    // Every part except the last has at least 5 MB.
    const isRight = whole.every(
      (part, at) => part !== undefined && (at === whole.length - 1 || part.length >= 5 * 1024 ** 2),
    )
    if (!isRight) return { status: 200, body: '<Error><Code>InvalidPart</Code></Error>' }
    objects.set(call.path, {
      type: undefined,
      bytes: Buffer.concat(whole.filter((part) => part !== undefined)),
    })
    return { status: 200, body: '<CompleteMultipartUploadResult/>' }
  }

  const isSigned = async (
    { method = '', url = '', headers }: IncomingMessage,
    bytes: Buffer,
  ): Promise<boolean> => {
    const sum = createHash('sha256').update(bytes).digest('hex')
    if (headers['x-amz-content-sha256'] !== sum) return false
    const signer = new AwsV4Signer({
      method,
      url: `http://${String(headers.host)}${url}`,
      headers: { 'x-amz-content-sha256': sum },
      datetime: String(headers['x-amz-date']),
      accessKeyId: named.access_key_id,
      secretAccessKey: secretKey,
      service: 's3',
      region: named.region,
    })
    return (await signer.sign()).headers.get('authorization') === headers.authorization
  }

  const server = createServer((request, response) => {
    void answer(request).then(({ status, body, etag }) =>
      response.writeHead(status, etag === undefined ? {} : { etag }).end(body),
    )
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  const bucket: FakeBucket = {
    endpoint: `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`,
    named,
    secretKey,
    objects,
    isDown: false,
    countUploads: () => uploads.size,
    fail: (method, times) => void failing.set(method, times),
    stop: () => void server.close(),
  }
  return bucket
}

/** The whole object, or the requested range. */
function answerRange(bytes: Buffer, range: string | undefined): Answer {
  const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(range ?? '') ?? []
  if (from === undefined || to === undefined) return { status: 200, body: bytes }
  if (Number(from) >= bytes.length) return { status: 416 }
  return { status: 206, body: bytes.subarray(Number(from), Number(to) + 1) }
}

const tagOf = (bytes: Buffer) => `"${createHash('md5').update(bytes).digest('hex')}"`
