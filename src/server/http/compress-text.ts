import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

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
  if (text.length < sizeMin) return text
  const encoding = pickEncoding(request.headers['accept-encoding'])
  if (encoding === 'br') {
    reply.header('content-encoding', 'br')
    return promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } })
  }
  if (encoding === 'gzip') {
    reply.header('content-encoding', 'gzip')
    return promisify(gzip)(text)
  }
  return text
}
