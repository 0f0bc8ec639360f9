import { isUtf8 } from 'node:buffer'

import type { FastifyInstance, FastifyRequest } from 'fastify'

import { AppError } from '#contract/base/errors.ts'
import { limits } from '#contract/base/limits.ts'

/** Fewer letters than this have no members worth counting. */
const COUNTED_FROM = 200_000
const MEMBERS_MAX = 20_000

/**
 * JSON or nothing; an empty body counts as none, since clients name the type on calls without one too. JSON is UTF-8: bytes
 * that are none would become other letters than were sent, in the link of an order that is paid for.
 */
export function takeJsonOnly(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    // `parseAs` leaves nothing else.
    const bytes = typeof body === 'string' ? Buffer.from(body) : body
    const text = bytes.toString('utf8')
    const isForLists = (request.routeOptions.bodyLimit ?? 0) > limits.bodyBytes
    if (text === '') done(null, undefined)
    else if (isPacked(request)) done(new AppError('unsupported_media_type'))
    else if (!isUtf8(bytes)) done(new AppError('invalid_json'))
    else if (!isForLists && hasTooManyMembers(text)) done(new AppError('payload_too_large'))
    else parseJson(request, text, done)
  })
}

/** Nothing is unpacked: some bytes could become as many megabytes. */
function isPacked({ headers }: FastifyRequest): boolean {
  return (headers['content-encoding'] ?? 'identity') !== 'identity'
}

/**
 * A megabyte of members with a name each, of which no call takes more than a few hundred, holds the loop for 100 ms
 * until it is read and refused. Looking for them takes 2; it may find some in texts, which are never so full of them.
 */
function hasTooManyMembers(text: string): boolean {
  if (text.length < COUNTED_FROM) return false
  let members = 0
  for (let at = text.indexOf(':'); at >= 0; at = text.indexOf(':', at + 1)) {
    if (isAfterName(text, at)) members += 1
    if (members > MEMBERS_MAX) return true
  }
  return false
}

/** A quote is before it, with nothing but blanks between. */
function isAfterName(text: string, colon: number): boolean {
  let at = colon - 1
  while (at >= 0 && text.charCodeAt(at) <= 32) at -= 1
  return text[at] === '"'
}
