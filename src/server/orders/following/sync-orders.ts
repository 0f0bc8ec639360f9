import { AppError } from '#contract/errors.ts'
import type { Context } from '#server/context.ts'
import type { PanelAnswer } from '#server/integrations/panel-api/panel-account.ts'
import { PANEL_IDS_MAX, readPanelOrders } from '#server/integrations/panel-api/read-panel.ts'
import type { PanelOrderAnswer } from '#server/integrations/panel-api/read-status.ts'
import { callProvider } from '#server/providers/call-provider.ts'
import { getProviderAccount, isPaused } from '#server/providers/provider-account.ts'

import type { OrderKey } from '#server/orders/state/order-queries.ts'

import { type CheckedOrder, claimDueChecks, claimOwnCheck, putOffChecks } from './following-queries.ts'
import { landStatuses } from './land-statuses.ts'

const CLAIM_MAX = 1000
const RETRY_SECONDS = 15

/** Asks about all orders that are due, the longest waiting first. Answers true when there may be more. */
export async function syncOrders(ctx: Context): Promise<boolean> {
  const orders = await claimDueChecks(ctx.db, CLAIM_MAX)
  await checkOrders(ctx, orders)
  return orders.length === CLAIM_MAX
}

/**
 * For somebody who looks now: asks about one order, unless that was done less than `ageSeconds` ago or nothing is
 * expected of it any more. Resolves when the answer is written.
 */
export async function checkOrderNow(ctx: Context, check: OrderKey & { ageSeconds: number }): Promise<void> {
  const order = await claimOwnCheck(ctx.db, check)
  if (order !== undefined) await checkOrders(ctx, [order])
}

/** One call per provider and 100 orders; a provider in trouble holds up none of the others. */
async function checkOrders(ctx: Context, orders: readonly CheckedOrder[]): Promise<void> {
  const byProvider = Map.groupBy(orders, ({ provider_id }) => provider_id)
  await Promise.all(
    [...byProvider].map(async ([providerId, own]) => {
      const chunks = Array.from({ length: Math.ceil(own.length / PANEL_IDS_MAX) }, (_, at) =>
        own.slice(at * PANEL_IDS_MAX, (at + 1) * PANEL_IDS_MAX),
      )
      await Promise.all(chunks.map((chunk) => checkChunk(ctx, providerId, chunk)))
    }),
  )
}

async function checkChunk(ctx: Context, providerId: number, orders: readonly CheckedOrder[]): Promise<void> {
  const ids = [...new Set(orders.map(({ provider_order }) => provider_order))]
  const answer = await askAbout(ctx, providerId, ids)
  if (answer.ok) await landStatuses(ctx, orders, answer.value)
  else await putOffChecks(ctx.db, { orders, seconds: RETRY_SECONDS })
}

async function askAbout(
  ctx: Context,
  providerId: number,
  ids: readonly string[],
): Promise<PanelAnswer<Map<string, PanelOrderAnswer>>> {
  try {
    const account = await getProviderAccount(ctx, providerId)
    if (isPaused(account, ctx.clock())) return { ok: false, error: 'paused', isDown: true }
    return await callProvider(ctx, account, (open) => readPanelOrders(open, ids))
  } catch (error) {
    // Without a key, or with too many calls waiting: it is asked later.
    if (error instanceof AppError) return { ok: false, error: error.message, isDown: true }
    throw error
  }
}
