import { sql } from 'kysely'

import { MONEY_MAX } from '#contract/base/money.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'
import { isHigher, priceSupply } from '#server/modules/catalogue/prices/price-supply.ts'
import {
  lockSyncedSupplies,
  type SyncedSupply,
  type SyncOutcome,
  syncSupplies,
  type SyncTerms,
} from '#server/modules/catalogue/provider-sync/sync-supplies.ts'

type CostRaise = Pick<SyncTerms, 'usdPerUnit' | 'policy' | 'now'> & {
  providerId: number
  supplyId: number
  /** Per 1000 in the provider's currency: the lower bound after rounding, and the value to store. */
  least: string
  cost: string
  /** The orders whose charges agree. */
  orderIds: readonly bigint[]
}

/**
 * Raises a supply's cost to what orders were charged, with the same consequences as a price list. The cost before is stored
 * so that it can be reverted (`take-back-charge.ts`). Undefined where the stored cost is already as high.
 */
export async function raiseCost(
  tx: Tx,
  { providerId, supplyId, least, cost, orderIds, ...terms }: CostRaise,
): Promise<{ supply: SyncedSupply; outcome: SyncOutcome | undefined } | undefined> {
  const supplies = await lockSyncedSupplies(tx, providerId)
  const supply = supplies.find((one) => one.supply_id === supplyId)
  if (supply === undefined || !isAbove(supply, least, terms.usdPerUnit)) return undefined
  const now = { type: supply.type, cost, min: supply.min, max: supply.max }
  const outcomes = await syncSupplies(tx, [supply], {
    ...terms,
    // A charge says nothing about min and max: without `before` they stay.
    offerOf: () => ({ now, before: undefined }),
  })
  await insertLearnedCost(tx, { supplyId, before: supply, orderIds })
  return { supply, outcome: outcomes.get(supply.provider_service) }
}

function isAbove({ cost_own: own, cost }: SyncedSupply, least: string, usdPerUnit: string): boolean {
  const fresh = priceSupply({ cost: least, usdPerUnit, markupBasisPoints: 0 })
  if (fresh.cost > MONEY_MAX) return false
  return own === null ? fresh.cost > cost : isHigher(least, own)
}

/** Stores the costs before and after, for 180 days. */
async function insertLearnedCost(
  tx: Tx,
  {
    supplyId,
    before,
    orderIds,
  }: {
    supplyId: number
    before: { cost_own: string | null; cost: bigint; rate: bigint }
    orderIds: readonly bigint[]
  },
): Promise<void> {
  await sql`
    insert into learned_costs (supply_id, service_id, order_ids, cost_own_before, cost_before, cost_own_after, cost_after,
      rate_before, rate_after)
    select supplies.id, service_id, ${orderIds}::bigint[], ${before.cost_own}::numeric, ${before.cost}::bigint, cost_own,
      cost_rate, ${before.rate}::bigint, services.rate
    from supplies join services on services.id = service_id where supplies.id = ${supplyId}`.execute(tx)
}
