import { MONEY_MAX } from '#contract/base/money.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'

import { insertLearned } from './charge-queries.ts'
import { isHigher, priceSupply } from './price-supply.ts'
import {
  lockSyncedSupplies,
  type SyncedSupply,
  type SyncOutcome,
  syncSupplies,
  type SyncTerms,
} from '#server/modules/catalogue/supplies/sync-supplies.ts'

export type Raise = Pick<SyncTerms, 'usdPerUnit' | 'policy' | 'now'> & {
  providerId: number
  supplyId: number
  /** Per 1000 in the provider's currency: what it is at least, and what it is believed to be. */
  least: string
  told: string
  /** Whose charges told it. */
  orderIds: readonly bigint[]
}

/**
 * What orders were charged says that a service costs more than is known: it costs that from now on, and what follows is
 * what would follow from a list. It stays known what it was before, to be taken back (`take-back-costs.ts`). Undefined
 * where as much is known already.
 */
export async function raiseCost(
  tx: Tx,
  { providerId, supplyId, least, told, orderIds, ...terms }: Raise,
): Promise<{ supply: SyncedSupply; outcome: SyncOutcome | undefined } | undefined> {
  const supplies = await lockSyncedSupplies(tx, providerId)
  const supply = supplies.find((one) => one.supply_id === supplyId)
  if (supply === undefined || !isAbove(supply, least, terms.usdPerUnit)) return undefined
  const now = { type: supply.type, cost: told, min: supply.min, max: supply.max }
  const outcomes = await syncSupplies(tx, [supply], {
    ...terms,
    // Of what the list said before nothing is known here, so that bounds stay.
    offerOf: () => ({ now, before: undefined }),
  })
  await insertLearned(tx, { supplyId, before: supply, orderIds })
  return { supply, outcome: outcomes.get(supply.provider_service) }
}

function isAbove({ cost_own: own, cost }: SyncedSupply, least: string, usdPerUnit: string): boolean {
  const fresh = priceSupply({ cost: least, usdPerUnit, markupBasisPoints: 0 })
  if (fresh.cost > MONEY_MAX) return false
  return own === null ? fresh.cost > cost : isHigher(least, own)
}
