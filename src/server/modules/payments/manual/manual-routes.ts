import type { FastifyInstance } from 'fastify'

import * as manual from '#contract/payments/manual-payments.ts'
import type { Context } from '#server/context.ts'
import { mount } from '#server/lib/http/mount.ts'

import { readManualPayment } from './read-manual-payment.ts'
import { cancelManualPayment, sendTransfer } from './send-transfer.ts'

/** For customers; the routes for staff are in `admin/admin-routes.ts`. */
export function manualRoutes(app: FastifyInstance, ctx: Context): void {
  mount(app, ctx, manual.getManualPayment, async ({ userId, params, query: { language } }) => ({
    success: true,
    payment: await readManualPayment(ctx, { userId, reference: params.order_id, language }),
  }))

  mount(app, ctx, manual.sendTransfer, async ({ caller, params, body, files }) => {
    const [userId, reference] = [caller.id, params.order_id]
    await sendTransfer(ctx, { userId, orderId: reference, reference: body.reference, uploads: files })
    return { success: true, payment: await readManualPayment(ctx, { userId, reference }) }
  })

  mount(app, ctx, manual.cancelManualPayment, async ({ caller, params }) => {
    const [userId, reference] = [caller.id, params.order_id]
    await cancelManualPayment(ctx, { userId, orderId: reference })
    return { success: true, payment: await readManualPayment(ctx, { userId, reference }) }
  })
}
