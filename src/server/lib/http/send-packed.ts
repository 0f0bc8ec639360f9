import type { FastifyReply, FastifyRequest } from 'fastify'

import type { PackedBody } from '#server/lib/compression/packed-body.ts'

import { pickEncoding } from './pick-encoding.ts'

export type PackedAnswer = { version: string; makeBody: () => PackedBody | Promise<PackedBody> }

/**
 * Sends a body in the form the client takes, or 304 when it has this version already: then the body is not even made.
 * Browsers keep it and ask again each time (`no-cache`), which costs them a few hundred bytes.
 */
export async function sendPacked(
  request: FastifyRequest,
  reply: FastifyReply,
  { version, makeBody }: PackedAnswer,
): Promise<FastifyReply> {
  // Weak: the packed forms differ in bytes and not in meaning.
  const etag = `W/"${version}"`
  const isKnown = knows(request.headers['if-none-match'], version)
  const body = isKnown ? undefined : await makeBody()
  void reply.headers({ etag, 'cache-control': 'no-cache', vary: 'accept-encoding' })
  if (body === undefined) return reply.code(304).send()
  void reply.type('application/json; charset=utf-8')
  const encoding = body.plain.length < 1024 ? undefined : pickEncoding(request.headers['accept-encoding'])
  const packed = encoding && (await body.packed(encoding))
  if (encoding === undefined || packed === undefined) return reply.send(body.plain)
  return reply.header('content-encoding', encoding).send(packed)
}

function knows(header: string | undefined, version: string): boolean {
  if (header === undefined) return false
  return header
    .split(',')
    .some((one) => one.trim() === '*' || one.trim().replace(/^W\//, '') === `"${version}"`)
}
