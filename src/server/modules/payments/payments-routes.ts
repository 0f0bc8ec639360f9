import type { FastifyInstance } from 'fastify'

import { checkGateway } from '#contract/payments/gateways.ts'
import { createPayment, getPaymentStatus, listDeposits } from '#contract/payments/payments.ts'
import type { Context } from '#server/context.ts'
import { mount } from '#server/lib/http/mount.ts'
import { depositDeskRoutes } from '#server/modules/payments/admin/admin-routes.ts'
import { examineGateway } from '#server/modules/payments/gateways/test-gateway.ts'
import { readPaymentStatus } from '#server/modules/payments/deposits/read-payment-status.ts'
import { createDeposit } from '#server/modules/payments/deposits/create-deposit.ts'
import { listOwnDeposits } from '#server/modules/payments/deposits/list-own-deposits.ts'
import { webhookRoute } from '#server/modules/payments/gateways/webhook-routes.ts'

export function paymentsRoutes(app: FastifyInstance, ctx: Context): void {
  mount(app, ctx, createPayment, async ({ userId, body, idempotencyKey, setHeader }) => {
    const { amount, payment_method: paymentMethod } = body
    const opened = await createDeposit(ctx, { userId, amount, paymentMethod, idempotencyKey })
    if (opened.isReplayed) setHeader('idempotent-replayed', 'true')
    return { success: true, payment_url: opened.paymentUrl, order_id: opened.reference }
  })

  mount(app, ctx, getPaymentStatus, ({ caller, userId, params }) =>
    readPaymentStatus(ctx, { userId, reference: params.order_id, onlyLooks: caller.viewer !== undefined }),
  )

  mount(app, ctx, listDeposits, async ({ userId, query }) => {
    return { success: true, ...(await listOwnDeposits(ctx, userId, query)) }
  })

  mount(app, ctx, checkGateway, async ({ params }) => {
    return { success: true as const, lines: await examineGateway(ctx, params.gateway) }
  })

  webhookRoute(app, ctx)
  depositDeskRoutes(app, ctx)
}
