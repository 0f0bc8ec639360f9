import type { FastifyReply, FastifyRequest } from 'fastify'

import { compress } from '#server/lib/compression/compress.ts'

import { pickEncoding } from './pick-encoding.ts'

/** Below this, compressing costs more than it saves. */
const sizeMin = 1024
/** 5 is smaller than gzip at a similar price; the default of 11 is for build time. */
const brotliQuality = 5

/** Compresses one rendered text as the client accepts it, and sets the headers that say so. */
export async function compressText(
  request: FastifyRequest,
  reply: FastifyReply,
  text: Buffer,
): Promise<Buffer> {
  reply.header('vary', 'accept-encoding')
  const encoding = text.length < sizeMin ? undefined : pickEncoding(request.headers['accept-encoding'])
  const compressed = encoding && (await compress(text, encoding, { brotliQuality }))
  if (encoding === undefined || compressed === undefined) return text
  reply.header('content-encoding', encoding)
  return compressed
}
