import { Negotiator } from '@fastify/accept-negotiator'
import type { FastifyReply, FastifyRequest } from 'fastify'

import { compress, type CompressedBody, type Encoding } from '#server/lib/compression/compress.ts'

/** In order of preference if a client accepts both equally. */
const supported = ['br', 'gzip'] satisfies Encoding[]
const negotiator = new Negotiator({ supportedValues: supported })

/** The encoding that the client prefers; undefined if it accepts neither. */
export function pickEncoding(header: string | string[] | undefined): Encoding | undefined {
  const picked = negotiator.negotiate(String(header ?? '').toLowerCase())
  return supported.find((encoding) => encoding === picked)
}

/** Below this, compressing costs more than it saves. */
const BYTES_MIN = 1024
/** 5 is smaller than gzip at a similar cost; the default of 11 is for build time. */
const PAGE_QUALITY = 5

/** Compresses a rendered page as the client accepts it, and sets the headers. */
export async function compressText(
  request: FastifyRequest,
  reply: FastifyReply,
  text: Buffer,
): Promise<Buffer> {
  reply.header('vary', 'accept-encoding')
  const encoding = text.length < BYTES_MIN ? undefined : pickEncoding(request.headers['accept-encoding'])
  const compressed = encoding && (await compress(text, encoding, { brotliQuality: PAGE_QUALITY }))
  if (encoding === undefined || compressed === undefined) return text
  reply.header('content-encoding', encoding)
  return compressed
}

export type VersionedAnswer = { version: string; makeBody: () => CompressedBody | Promise<CompressedBody> }

/**
 * Sends a body in the encoding that the client accepts, or 304 if it has this version already: then the body is not
 * even made. Browsers revalidate each time (`no-cache`), which costs a few hundred bytes.
 */
export async function sendVersioned(
  request: FastifyRequest,
  reply: FastifyReply,
  { version, makeBody }: VersionedAnswer,
  type = 'application/json; charset=utf-8',
): Promise<FastifyReply> {
  // Weak, since the compressed variants have other bytes.
  const etag = `W/"${version}"`
  const isKnown = knows(request.headers['if-none-match'], version)
  const body = isKnown ? undefined : await makeBody()
  void reply.headers({ etag, 'cache-control': 'no-cache', vary: 'accept-encoding' })
  if (body === undefined) return reply.code(304).send()
  void reply.type(type)
  const encoding =
    body.plain.length < BYTES_MIN ? undefined : pickEncoding(request.headers['accept-encoding'])
  const compressed = encoding && (await body.compressed(encoding))
  if (encoding === undefined || compressed === undefined) return reply.send(body.plain)
  return reply.header('content-encoding', encoding).send(compressed)
}

function knows(header: string | undefined, version: string): boolean {
  if (header === undefined) return false
  return header
    .split(',')
    .some((one) => one.trim() === '*' || one.trim().replace(/^W\//, '') === `"${version}"`)
}
