import type { FastifyInstance } from 'fastify'

import { AppError } from '#contract/base/errors.ts'
import { limits } from '#contract/base/limits.ts'
import { checkGateway, listGatewayEvents, readGatewayEvent } from '#contract/payments/gateways.ts'
import { getPaymentMethods } from '#contract/payments/payment-methods.ts'
import { createPayment, getPaymentStatus, listDeposits, takeWebhook } from '#contract/payments/payments.ts'
import type { Context } from '#server/context.ts'
import { logRefusal } from '#server/lib/http/errors.ts'
import { mount, serve } from '#server/lib/http/mount.ts'
import { adminDepositRoutes } from '#server/modules/payments/admin/admin-routes.ts'
import { readPaymentMethods } from '#server/modules/payments/admin/read-payment-methods.ts'
import { listGatewayEvents as listEvents } from '#server/modules/payments/gateways/list-gateway-events.ts'
import { readGatewayEvent as readEvent } from '#server/modules/payments/gateways/read-gateway-event.ts'
import { manualRoutes } from '#server/modules/payments/manual/manual-routes.ts'
import { receiveWebhook } from '#server/modules/payments/gateways/receive-webhook.ts'
import { testGateway } from '#server/modules/payments/gateways/test-gateway.ts'
import { readPaymentStatus } from '#server/modules/payments/deposits/read-payment-status.ts'
import { createDeposit } from '#server/modules/payments/deposits/create-deposit.ts'
import { listOwnDeposits } from '#server/modules/payments/deposits/list-own-deposits.ts'

/** The response to a webhook, for gateways that expect no specific one. */
const stored = { status: 200, type: 'application/json; charset=utf-8', body: '{"success":true}' }

export function paymentsRoutes(app: FastifyInstance, ctx: Context): void {
  mount(app, ctx, createPayment, async ({ caller, userId, body, idempotencyKey, setHeader }) => {
    const { amount, payment_method: paymentMethod } = body
    const isStaff = caller.role === 'admin'
    const opened = await createDeposit(ctx, { userId, amount, paymentMethod, idempotencyKey, isStaff })
    if (opened.isReplayed) setHeader('idempotent-replayed', 'true')
    return { success: true, payment_url: opened.paymentUrl, order_id: opened.reference }
  })

  mount(app, ctx, getPaymentStatus, ({ caller, userId, params }) =>
    readPaymentStatus(ctx, { userId, reference: params.order_id, isViewOnly: caller.viewer !== undefined }),
  )

  mount(app, ctx, listDeposits, async ({ userId, query }) => {
    return { success: true, ...(await listOwnDeposits(ctx, userId, query)) }
  })

  mount(app, ctx, checkGateway, async ({ params }) => {
    const gateway = ctx.gateways.get(params.gateway)
    if (gateway === undefined) throw new AppError('not_found')
    return { success: true as const, lines: await testGateway(ctx, gateway) }
  })

  serve(
    app,
    ctx,
    takeWebhook,
    async ({ params, body, address }, reply, request) => {
      const gateway = ctx.gateways.get(params.gateway)
      if (gateway === undefined) throw new AppError('not_found')
      const raw = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
      if (raw.length > (gateway.webhook.bytesMax ?? limits.webhookBytes))
        throw new AppError('payload_too_large')
      const { headers, query } = request
      const webhook = { raw, headers, query: Object(query), address, receivedAt: ctx.clock() }
      const received = await receiveWebhook(ctx, gateway, webhook)
      const refusal = received.isSigned ? undefined : new AppError('invalid_signature')
      if (refusal !== undefined && received.answer === undefined) throw refusal
      if (refusal !== undefined) logRefusal(ctx.security, request, refusal)
      const { status, type, body: answer } = received.answer ?? stored
      return reply.code(status).header('cache-control', 'no-store').type(type).send(answer)
    },
    { isNeverShed: true },
  )

  mount(app, ctx, listGatewayEvents, async ({ query }) => {
    return { success: true, ...(await listEvents(ctx, query)) }
  })

  mount(app, ctx, readGatewayEvent, async ({ params }) => {
    return { success: true, event: await readEvent(ctx, BigInt(params.id)) }
  })

  mount(app, ctx, getPaymentMethods, async () => {
    return { success: true, ...(await readPaymentMethods(ctx)) }
  })

  manualRoutes(app, ctx)
  adminDepositRoutes(app, ctx)
}
