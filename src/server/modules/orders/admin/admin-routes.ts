import type { FastifyInstance } from 'fastify'

import { AppError } from '#contract/base/errors.ts'
import {
  type AdminOrder,
  exportAdminOrders,
  getAdminOrder,
  listAdminOrders,
} from '#contract/orders/admin-orders.ts'
import {
  adminCancelOrder,
  adminChangeProvider,
  adminCompleteOrder,
  adminDismissOrder,
  adminRefundOrder,
  adminReleaseOrder,
  adminRetryOrder,
  adminSetPartial,
  type ExpectedState,
} from '#contract/orders/order-actions.ts'
import { ATTENTION_COUNTED_MAX } from '#contract/operations/overview.ts'
import type { Context } from '#server/context.ts'
import { fromCursor, toPage } from '#server/lib/postgres/id-cursor.ts'
import { type Cell, mountCsv } from '#server/lib/http/mount-csv.ts'
import { mount } from '#server/lib/http/mount.ts'
import type { By } from '#server/modules/audit-log/transact-as-staff.ts'

import { countOrdersForAttention } from './count-attention.ts'
import { findDeskRow } from './admin-queries.ts'
import { type ExportedOrder, exportDeskOrders } from './export-admin-orders.ts'
import { listDeskKeys, listDeskRows } from './list-queries.ts'
import { presentOrder, toReview } from './present-order.ts'
import { cancelOrder } from '#server/modules/orders/cancel/cancel-order.ts'
import { decideAccepted, decideCompleted, type Decision, decideRetry, dismissOrder } from './decide-order.ts'
import { changeProvider, decidePartial, decidePartRefund } from './decide-part.ts'
import { findNewestAttempt } from '#server/modules/orders/state/order-queries.ts'
import { releaseOrder } from './release-order.ts'
import { toOrder } from '#server/modules/orders/reading/to-order.ts'

/** The order desk. */
export function deskRoutes(app: FastifyInstance, ctx: Context): void {
  mount(app, ctx, listAdminOrders, async ({ query }) => {
    const { user_id: userId, status, dispatch, attention, search, limit, cursor } = query
    const page = { before: fromCursor(cursor), count: limit + 1 }
    const filter = { userId, status, dispatch, needsAttention: attention !== undefined, search, ...page }
    const { keys, lookedDownTo } = await listDeskKeys(ctx.db, filter)
    const { rows, nextCursor } = toPage(keys, limit)
    const orders = (await listDeskRows(ctx.db, rows)).map((row) => ({
      ...toOrder(row),
      user_id: row.user_id,
      user_email: row.user_email,
      dispatch: { state: row.dispatch },
      ...toReview(row),
    }))
    return {
      success: true,
      orders,
      next_cursor: nextCursor ?? lookedDownTo?.toString() ?? null,
      attention_count: await countOrdersForAttention(ctx, ATTENTION_COUNTED_MAX),
    }
  })

  mountCsv(app, ctx, exportAdminOrders, {
    filename: 'orders.csv',
    columns: [...exportedColumns],
    rows: ({ query }) => toCells(exportDeskOrders(ctx, query)),
  })

  mount(app, ctx, getAdminOrder, async ({ params }) => answer(ctx, params.id))

  mount(app, ctx, adminCancelOrder, async (call) => {
    await cancelOrder(ctx, await toDecision(ctx, call))
    return answer(ctx, call.params.id)
  })

  mount(app, ctx, adminRefundOrder, async (call) => {
    const { amount, remains, expected_refunded: expectedRefunded } = call.body
    const part = { amount, remains, expectedRefunded }
    await decidePartRefund(ctx, await toDecision(ctx, call), part)
    return answer(ctx, call.params.id)
  })

  mount(app, ctx, adminSetPartial, async (call) => {
    await decidePartial(ctx, await toDecision(ctx, call), call.body.remains)
    return answer(ctx, call.params.id)
  })

  mount(app, ctx, adminChangeProvider, async (call) => {
    await changeProvider(ctx, await toDecision(ctx, call), call.body.supply_id)
    return answer(ctx, call.params.id)
  })

  mount(app, ctx, adminRetryOrder, async (call) => {
    await decideRetry(ctx, { ...(await toDecision(ctx, call)), isTaught: call.body.teach === true })
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

type Decided = {
  by: By
  params: { id: number }
  body: { reason?: string | undefined; expected?: ExpectedState | undefined }
}

/** What a call doesn't say of the state that was shown is the state when the call arrives. */
async function toDecision(
  ctx: Context,
  { by, params, body: { reason, expected } }: Decided,
): Promise<Decision> {
  const { user_id: userId, id, status, dispatch } = await getDeskRow(ctx, params.id)
  const key = { userId, id }
  const shown = expected ?? { dispatch, attempt: await findNewestAttempt(ctx.db, key) }
  return { ...key, by, reason, expected: { status, ...shown } }
}

async function getDeskRow(ctx: Context, id: number) {
  const row = await findDeskRow(ctx.db, BigInt(id))
  if (row === undefined) throw new AppError('order_not_found')
  return row
}

async function answer(ctx: Context, id: number): Promise<{ success: true; order: AdminOrder }> {
  return { success: true, order: await presentOrder(ctx.db, await getDeskRow(ctx, id)) }
}

const exportedColumns = [
  'id',
  'created_at',
  'user_id',
  'user_email',
  'service_id',
  'service_name',
  'link',
  'quantity',
  'price',
  'refunded',
  'status',
  'dispatch',
  'start_count',
  'remains',
  'review_code',
  'flag',
  'updated_at',
] as const

async function* toCells(orders: AsyncIterable<ExportedOrder>): AsyncGenerator<Cell[]> {
  for await (const order of orders) yield exportedColumns.map((column) => order[column])
}
