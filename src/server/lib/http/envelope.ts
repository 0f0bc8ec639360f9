import type { FastifyReply } from 'fastify'

import type { Envelope } from '#contract/base/endpoint.ts'
import type { AppError } from '#contract/base/errors.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** How the route answers, if not in our format. */
    envelope?: Envelope | undefined
  }
}

/** For errors that don't say when to retry. */
const RETRY_AFTER_SECONDS = 30

/** A refusal in the envelope's format; without a body if the format has none for it. */
export function refuseInEnvelope(reply: FastifyReply, envelope: Envelope, error: AppError): FastifyReply {
  const body = envelope.toBody(error)
  void reply.code(envelope.statusOf(error.code))
  if (body !== undefined) return sendBareJson(reply, body)
  if (!reply.hasHeader('retry-after')) void reply.header('retry-after', String(RETRY_AFTER_SECONDS))
  return reply.send()
}

/** The bare content type, without charset: some clients compare it as a whole. */
export function sendBareJson(reply: FastifyReply, value: unknown): FastifyReply {
  // As bytes, so that no charset is added.
  return reply.header('content-type', 'application/json').send(Buffer.from(JSON.stringify(value)))
}
