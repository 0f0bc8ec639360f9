import type { FastifyInstance } from 'fastify'

import { sayCarried } from '#contract/codes.ts'
import { AppError } from '#contract/errors.ts'
import { money } from '#contract/money.ts'
import {
  adminCancelOrder,
  adminCompleteOrder,
  adminDismissOrder,
  type AdminOrder,
  adminRefundOrder,
  adminReleaseOrder,
  adminRetryOrder,
  getAdminOrder,
  listAdminOrders,
} from '#contract/order-desk.ts'
import { fromKeptEvidence } from '#contract/order-evidence.ts'
import { isOrderReviewCode, orderReviews } from '#contract/order-review.ts'
import { fromKeptDetails } from '#contract/review.ts'
import { english } from '#contract/words/en.ts'
import type { Context } from '#server/context.ts'
import { fromCursor, toPage } from '#server/database/id-cursor.ts'
import { mount } from '#server/http/mount.ts'
import type { By } from '#server/staff/transact-as-staff.ts'

import { findDeskRow, listAttemptRows, listDeskRows } from './desk-queries.ts'
import { cancelOrder } from '#server/orders/following/cancel-order.ts'
import {
  decideAccepted,
  decideCompleted,
  type Decision,
  decideRefund,
  decideRetry,
  dismissOrder,
} from './decide-order.ts'
import { releaseOrder } from './release-order.ts'
import { listEventRows, type OrderRow } from '#server/orders/reading/reading-queries.ts'
import { toOrder, toOrderEvents } from '#server/orders/reading/to-order.ts'

/** The order desk. */
export function deskRoutes(app: FastifyInstance, ctx: Context): void {
  mount(app, ctx, listAdminOrders, async ({ query }) => {
    const { user_id: userId, status, dispatch, attention, search, limit, cursor } = query
    const page = { before: fromCursor(cursor), count: limit + 1 }
    const filter = { userId, status, dispatch, needsAttention: attention !== undefined, search, ...page }
    const { rows, nextCursor } = toPage(await listDeskRows(ctx.db, filter), limit)
    const orders = rows.map((row) => ({
      ...toOrder(row),
      user_id: row.user_id,
      user_email: row.user_email,
      dispatch: { state: row.dispatch },
      ...toReview(row),
    }))
    return { success: true, orders, next_cursor: nextCursor }
  })

  mount(app, ctx, getAdminOrder, async ({ params }) => answer(ctx, params.id))

  mount(app, ctx, adminCancelOrder, async (call) => {
    await cancelOrder(ctx, await toDecision(ctx, call))
    return answer(ctx, call.params.id)
  })

  mount(app, ctx, adminRefundOrder, async (call) => {
    await decideRefund(ctx, await toDecision(ctx, call))
    return answer(ctx, call.params.id)
  })

  mount(app, ctx, adminRetryOrder, async (call) => {
    await decideRetry(ctx, await toDecision(ctx, call))
    return answer(ctx, call.params.id)
  })

  mount(app, ctx, adminCompleteOrder, async (call) => {
    const decision = await toDecision(ctx, call)
    const { provider_order: providerOrder } = call.body
    if (providerOrder === undefined) await decideCompleted(ctx, decision)
    else await decideAccepted(ctx, decision, providerOrder)
    return answer(ctx, call.params.id)
  })

  mount(app, ctx, adminDismissOrder, async (call) => {
    await dismissOrder(ctx, await toDecision(ctx, call))
    return answer(ctx, call.params.id)
  })

  mount(app, ctx, adminReleaseOrder, async (call) => {
    await releaseOrder(ctx, await toDecision(ctx, call), call.body.provider_order)
    return answer(ctx, call.params.id)
  })
}

/** What staff see at it, and the sentence that it makes. */
function toReview({ review_code: code, review_details }: Pick<OrderRow, 'review_code' | 'review_details'>) {
  if (!isOrderReviewCode(code)) return { review_code: null, review_details: null, flag: null }
  const details = fromKeptDetails(review_details)
  const flag = sayCarried(orderReviews, english.orderReviews, { code, details }) ?? code
  return { review_code: code, review_details: details, flag }
}

async function toDecision(
  ctx: Context,
  { by, params, body: { reason } }: { by: By; params: { id: number }; body: { reason?: string | undefined } },
): Promise<Decision> {
  const { user_id: userId, id } = await getDeskRow(ctx, params.id)
  return { userId, id, by, reason }
}

async function getDeskRow(ctx: Context, id: number) {
  const row = await findDeskRow(ctx.db, BigInt(id))
  if (row === undefined) throw new AppError('order_not_found')
  return row
}

async function answer(ctx: Context, id: number): Promise<{ success: true; order: AdminOrder }> {
  const row = await getDeskRow(ctx, id)
  const key = { userId: row.user_id, id: row.id }
  const [events, attempts] = await Promise.all([listEventRows(ctx.db, key), listAttemptRows(ctx.db, key)])
  const order = {
    ...toOrder(row),
    events: toOrderEvents(events),
    user_id: row.user_id,
    user_email: row.user_email,
    dispatch: {
      state: row.dispatch,
      attempts: attempts.map((attempt) => ({
        ...attempt,
        cost: money(attempt.cost),
        evidence: fromKeptEvidence(attempt.evidence),
      })),
    },
    ...toReview(row),
  }
  return { success: true, order }
}
