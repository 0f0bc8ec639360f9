import { isUtf8 } from 'node:buffer'

import type { FastifyInstance, FastifyRequest } from 'fastify'

import { AppError } from '#contract/base/errors.ts'
import { limits } from '#contract/base/limits.ts'

/** Shorter texts can't have enough members to matter. */
const COUNTED_FROM_CHARACTERS = 200_000
const MEMBERS_MAX = 20_000

/**
 * Accepts JSON bodies only. An empty body counts as none: clients send the content type on calls without a body too.
 * Invalid UTF-8 is refused, since decoding would silently change a link that is paid for.
 */
export function acceptJsonOnly(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  acceptJson(app)
}

export function acceptJson(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    // Always a Buffer, by `parseAs`.
    const bytes = typeof body === 'string' ? Buffer.from(body) : body
    const text = bytes.toString('utf8')
    const isForLists = (request.routeOptions.bodyLimit ?? 0) > limits.bodyBytes
    if (text === '') done(null, undefined)
    else if (isCompressed(request)) done(new AppError('unsupported_media_type'))
    else if (!isUtf8(bytes)) done(new AppError('invalid_json'))
    else if (!isForLists && hasTooManyMembers(text)) done(new AppError('payload_too_large'))
    else parseJson(request, text, done)
  })
}

/** Compressed bodies are refused: a few bytes could expand to many megabytes. */
function isCompressed({ headers }: FastifyRequest): boolean {
  return (headers['content-encoding'] ?? 'identity') !== 'identity'
}

/**
 * Parsing and validating a megabyte of named members blocks the event loop for 100 ms; counting them takes 2 ms. No call
 * takes more than a few hundred. Colons inside strings may be counted too, which is harmless.
 */
function hasTooManyMembers(text: string): boolean {
  if (text.length < COUNTED_FROM_CHARACTERS) return false
  let members = 0
  for (let at = text.indexOf(':'); at >= 0; at = text.indexOf(':', at + 1)) {
    if (isAfterName(text, at)) members += 1
    if (members > MEMBERS_MAX) return true
  }
  return false
}

/** True if a quote precedes the colon, apart from blanks. */
function isAfterName(text: string, colon: number): boolean {
  let at = colon - 1
  while (at >= 0 && text.charCodeAt(at) <= 32) at -= 1
  return text[at] === '"'
}
