import type { FastifyInstance } from 'fastify'

import { AppError } from '#contract/errors.ts'
import type { Context } from '#server/context.ts'
import { neverShed } from '#server/http/shed-load.ts'
import { openWebhook } from '#server/integrations/cryptomus/sign.ts'
import {
  findGatewayAccount,
  gateways,
  insertGatewayEvent,
} from '#server/payments/gateways/gateway-queries.ts'

/** Theirs have some 1.5 kB. Anybody may send one, and it is read before it is known to be theirs. */
const BODY_BYTES_MAX = 16_384
const REFERENCE_LENGTH_MAX = 128

/**
 * Where a gateway calls back. Checked, stored, answered: the work is done from the row, so that news that was
 * answered with 200 survives whatever happens next. It is a reason to ask the gateway and never more than that.
 * In a scope of its own, because the signature is over the body's bytes as they came, whatever their type.
 */
export function webhookRoute(app: FastifyInstance, ctx: Context): void {
  void app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: BODY_BYTES_MAX },
      (_request, body, parsed) => parsed(null, body),
    )
    scope.post<{ Params: { gateway: string } }>(
      '/api/payment/webhook/:gateway',
      { bodyLimit: BODY_BYTES_MAX, ...neverShed },
      async (request, reply) => {
        const gateway = gateways.find((one) => one === request.params.gateway)
        if (gateway === undefined) throw new AppError('not_found')
        await takeWebhook(ctx, gateway, Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0))
        return reply.header('cache-control', 'no-store').send({ success: true })
      },
    )
    done()
  })
}

async function takeWebhook(ctx: Context, gateway: (typeof gateways)[number], raw: Buffer): Promise<void> {
  const account = await findGatewayAccount(ctx, gateway)
  const webhook = account === undefined ? undefined : openWebhook(raw, account.key)
  if (webhook === undefined) throw new AppError('invalid_signature')
  await insertGatewayEvent(ctx.db, {
    gateway,
    reference: webhook.orderId.slice(0, REFERENCE_LENGTH_MAX).replaceAll('\0', ''),
    // PostgreSQL's text can not hold a NUL; JSON can only carry one escaped, so none is lost.
    body: raw.toString('utf8').replaceAll('\0', ''),
    receivedAt: ctx.clock(),
  })
  ctx.news.tell({ topic: 'deposit' })
}
