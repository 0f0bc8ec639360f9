import { raiseCost } from '#server/catalogue/raise-cost.ts'
import type { Context } from '#server/context.ts'
import { transact, type Tx } from '#server/database/transact.ts'
import { tellStaff } from '#server/notifications/tell-staff.ts'

import { insertChanges } from './offers-queries.ts'
import { findSyncState } from './sync-queries.ts'

export type ChargeRead = {
  providerId: number
  supplyId: number
  orderId: bigint
  /** Per 1000 in the provider's currency; undefined where the charge tells nothing of it. */
  cost: { least: string; told: string } | undefined
}

/**
 * An order that was charged higher than what was known is a reading of the price list like any other: what it costs is
 * raised, what costs more than it is sold for is not sold, and staff are told. `settle` runs in the same tx.
 */
export async function noteCharge(
  ctx: Context,
  { providerId, supplyId, orderId, cost }: ChargeRead,
  settle: (tx: Tx) => Promise<void>,
): Promise<void> {
  await transact(ctx, async (tx, tell) => {
    await settle(tx)
    const state = cost && (await findSyncState(tx, providerId))
    if (cost === undefined || state === undefined) return
    const { name, policy, usdPerUnit } = state
    const raised = await raiseCost(tx, {
      providerId,
      supplyId,
      ...cost,
      policy,
      usdPerUnit,
      now: ctx.clock(),
    })
    if (raised === undefined) return
    const { supply, outcome } = raised
    const change = {
      service: supply.provider_service,
      serviceId: supply.service_id,
      kind: 'price_up' as const,
      before: supply.cost_own,
      after: cost.told,
      orderId,
      outcome: outcome === 'held' || outcome === 'repriced' ? outcome : null,
    }
    await insertChanges(tx, { providerId, changes: [change] })
    tell({ topic: 'catalogue' })
    tell({ topic: 'dispatch', providerId })
    if (outcome !== 'held') return
    const details = { provider_id: providerId, provider: name, services: 1 }
    await tellStaff(tx, tell, { needs: 'providers', code: 'provider_services_held', details })
  })
}
