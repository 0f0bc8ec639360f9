import { countFirstOrders } from '#server/modules/catalogue/prices/first-charges.ts'
import { takeBackCosts } from '#server/modules/catalogue/prices/take-back-costs.ts'
import type { Context } from '#server/context.ts'
import type { Publish, Tx } from '#server/lib/postgres/transact.ts'
import { clearHoldByOrder } from '#server/modules/providers/charge-hold/hold-charges.ts'

import { insertChanges } from './offers-queries.ts'

/**
 * What an order was charged was another's order's charge: all that was learned from it is what it was before, costs and the
 * prices that followed them, that its supply's rate is what is charged, and that the provider's charges don't fit its rates.
 */
export async function takeBackCharge(
  ctx: Context,
  tx: Tx,
  publish: Publish,
  { id: orderId }: { id: bigint },
): Promise<void> {
  const restored = await takeBackCosts(tx, orderId, ctx.clock())
  for (const one of restored) {
    const change = {
      service: one.provider_service,
      serviceId: one.service_id,
      kind: 'price_down' as const,
      before: one.cost_own_after,
      after: one.cost_own_before,
      orderId,
      outcome: one.rate_before === one.rate_after ? null : ('repriced' as const),
    }
    await insertChanges(tx, { providerId: one.provider_id, changes: [change] })
  }
  const released = await clearHoldByOrder(tx, orderId)
  if (released !== undefined) await countFirstOrders(tx, released.id)
  if (restored.length === 0 && released === undefined) return
  publish({ topic: 'catalogue' })
  publish({ topic: 'dispatch', providerId: null })
}
