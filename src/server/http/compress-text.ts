import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

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
  const accepted = acceptedEncodings(request.headers['accept-encoding'] ?? '')
  if (accepted.has('br')) {
    reply.header('content-encoding', 'br')
    return promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } })
  }
  if (accepted.has('gzip')) {
    reply.header('content-encoding', 'gzip')
    return promisify(gzip)(text)
  }
  return text
}

function acceptedEncodings(header: string): Set<string> {
  const accepted = new Set<string>()
  for (const part of header.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim())
    const isRefused = parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter))
    if (!isRefused) accepted.add(name)
  }
  return accepted
}
