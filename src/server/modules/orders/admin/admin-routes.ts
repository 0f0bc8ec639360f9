import type { FastifyInstance } from 'fastify'

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
  adminEditOrder,
  adminRefundOrder,
  adminReleaseOrder,
  adminRetryOrder,
  adminSetPartial,
  type ExpectedState,
} from '#contract/orders/order-actions.ts'
import { decideOrders, listIncidents, matchOrders } from '#contract/orders/order-incidents.ts'
import { ATTENTION_COUNTED_MAX } from '#contract/operations/attention.ts'
import type { Context } from '#server/context.ts'
import { fromCursor, toPage } from '#server/lib/postgres/id-cursor.ts'
import { type Cell, mountCsv } from '#server/lib/http/mount-csv.ts'
import { mount } from '#server/lib/http/mount.ts'
import type { By } from '#server/modules/audit-log/transact-as-staff.ts'

import { cancelOrder } from '#server/modules/orders/cancel/cancel-order.ts'
import { toNamedKey } from '#server/modules/users/api-keys/key-names.ts'
import { findNewestAttempt } from '#server/modules/orders/state/order-queries.ts'

import { type ListedOrder, listAdminOrderRows, readAroundList } from './admin-order-rows.ts'
import { changeProvider } from './change-provider.ts'
import { exportAdminOrders as exportOrders } from './export-admin-orders.ts'
import { countOrdersForAttention, findOfKey, listAdminOrderKeys } from './list-admin-orders.ts'
import { decideAccepted, decideCompleted, type Decision, decideRetry, dismissOrder } from './decide-order.ts'
import { decideOrders as decideMany } from './decide-orders.ts'
import { decidePartial, decidePartRefund } from './decide-part.ts'
import { editOrder } from './edit-order.ts'
import { getAdminOrder as getOrder, getAdminOrderRow } from './get-admin-order.ts'
import { listIncidents as listAllIncidents } from './list-incidents.ts'
import { matchOrders as match } from './match-orders.ts'
import { releaseOrder } from './release-order.ts'

/** Orders as staff see them, one by one and by incident. */
export function adminOrderRoutes(app: FastifyInstance, ctx: Context): void {
  mount(app, ctx, listAdminOrders, async ({ caller, query }) => {
    const { status, dispatch, attention, key, search, limit, cursor } = query
    const { user_id: userId, service_id: serviceId, provider_id: providerId } = query
    const page = { before: fromCursor(cursor), count: limit + 1 }
    const ofKey = await findOfKey(ctx.db, { userId, key })
    const rest = { status, dispatch, needsAttention: attention !== undefined, search }
    const { keys, searchedDownTo } =
      ofKey === undefined
        ? { keys: [], searchedDownTo: null }
        : await listAdminOrderKeys(ctx.db, { ...rest, serviceId, providerId, ...page, ...ofKey })
    const { rows, nextCursor } = toPage(keys, limit)
    const [orders, around, attentionCount] = await Promise.all([
      listAdminOrderRows(ctx.db, { keys: rows, staff: caller }),
      readAroundList(ctx.db, { userId, serviceId }),
      countOrdersForAttention(ctx, ATTENTION_COUNTED_MAX),
    ])
    return {
      success: true,
      orders,
      ...around,
      next_cursor: nextCursor ?? searchedDownTo?.toString() ?? null,
      api_key: ofKey === undefined ? null : toNamedKey(ofKey.key ?? null, ofKey.name),
      attention_count: attentionCount,
    }
  })

  mountCsv(app, ctx, exportAdminOrders, {
    filename: 'orders.csv',
    columns: [...exportedColumns],
    rows: ({ caller, query }) => toCells(exportOrders(ctx, { staff: caller, query })),
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

  mount(app, ctx, adminEditOrder, async (call) => {
    const { link, start_count: startCount } = call.body
    await editOrder(ctx, await toDecision(ctx, call), { link, startCount })
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

  mount(app, ctx, listIncidents, async () => ({ success: true, incidents: await listAllIncidents(ctx) }))

  mount(
    app,
    ctx,
    decideOrders,
    async ({ by, caller, body: { items, reason, dry_run: isDryRun, teach } }) => ({
      success: true,
      dry_run: isDryRun,
      ...(await decideMany(ctx, { items, staff: caller, by, reason, isDryRun, isTaught: teach === true })),
    }),
  )

  mount(app, ctx, matchOrders, async ({ body: { provider_id: providerId, rows } }) => ({
    success: true,
    results: await match(ctx, { providerId, rows }),
  }))
}

type ActionCall = {
  by: By
  params: { id: number }
  body: { reason?: string | undefined; expected?: ExpectedState | undefined }
}

/** Without an expected state in the call, the state when the call arrives is the expected one. */
async function toDecision(
  ctx: Context,
  { by, params, body: { reason, expected } }: ActionCall,
): Promise<Decision> {
  const { user_id: userId, id, status, dispatch } = await getAdminOrderRow(ctx.db, params.id)
  const key = { userId, id }
  const shown = expected ?? { dispatch, attempt: await findNewestAttempt(ctx.db, key) }
  return { ...key, by, reason, expected: { status, ...shown } }
}

async function answer(ctx: Context, id: number): Promise<{ success: true; order: AdminOrder }> {
  return { success: true, order: await getOrder(ctx, id) }
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
  'api_key',
  'provider',
  'provider_order',
  'cost',
  'mode',
] as const

async function* toCells(orders: AsyncIterable<ListedOrder>): AsyncGenerator<Cell[]> {
  for await (const { api_key: apiKey, provider, dispatch, ...order } of orders) {
    const named = {
      api_key: apiKey?.name ?? null,
      provider: provider?.name ?? null,
      dispatch: dispatch.state,
    }
    yield exportedColumns.map((column) => ({ ...order, ...named })[column])
  }
}
