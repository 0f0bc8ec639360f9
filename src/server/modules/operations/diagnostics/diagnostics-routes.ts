import type { ServerResponse } from 'node:http'

import type { FastifyInstance, FastifyRequest } from 'fastify'

import { AppError } from '#contract/base/errors.ts'
import {
  getDiagnostics,
  PROBE_MS,
  type Probed,
  probeSite,
  sayDiagnostic,
} from '#contract/operations/diagnostics.ts'
import { diagnostics as en } from '#contract/words/en/diagnostics.ts'
import { diagnostics as ru } from '#contract/words/ru/diagnostics.ts'
import { diagnostics as vi } from '#contract/words/vi/diagnostics.ts'
import type { Context } from '#server/context.ts'
import { addressOf } from '#server/lib/http/address-of.ts'
import { beginEvents, mount, serve } from '#server/lib/http/mount.ts'

import { isProbeToken } from './probe-token.ts'
import { readDiagnostics } from './run-diagnostics.ts'

const words = { en, vi, ru }

/** System Status, and the probe that the site checks call. */
export function diagnosticsRoutes(app: FastifyInstance, ctx: Context): void {
  mount(app, ctx, getDiagnostics, async ({ query: { fresh, language = 'en' } }) => {
    const found = await readDiagnostics(ctx, { isFresh: fresh === 'true' })
    const lines = found.lines.map((line) => ({ ...line, ...sayDiagnostic(words[language], line) }))
    return { success: true, ...found, lines }
  })

  serve(
    app,
    ctx,
    probeSite,
    async ({ query: { token } }, reply, request) => {
      if (!isProbeToken(ctx, token)) throw new AppError('not_found')
      const response = beginEvents(reply)
      response.write(`data: ${JSON.stringify(describe(request))}\n\n`)
      endLater(response)
      return reply
    },
    // A 503 would look like a proxy that can't reach the product.
    { isNeverShed: true },
  )
}

function describe(request: FastifyRequest): Probed {
  const { headers, socket } = request
  return {
    address: addressOf(request),
    peer: addressOf({ ip: '', socket }).replace(/^::ffff:/, ''),
    forwarded_for: textOf(headers['x-forwarded-for']),
    forwarded_proto: textOf(headers['x-forwarded-proto']),
    cf_connecting_ip: textOf(headers['cf-connecting-ip']),
  }
}

function textOf(header: string | string[] | undefined): string | null {
  return header === undefined ? null : [header].flat().join(', ')
}

function endLater(response: ServerResponse): void {
  const timer = setTimeout(() => response.end(), PROBE_MS)
  response.once('close', () => clearTimeout(timer))
}
