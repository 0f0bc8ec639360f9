import { sql } from 'kysely'

import { MONEY_MAX } from '#contract/base/money.ts'
import type { Context } from '#server/context.ts'
import type { Publish, Tx } from '#server/lib/postgres/transact.ts'
import { isHigher, priceSupply } from '#server/modules/catalogue/prices/price-supply.ts'
import { TIMES_DOUBTED } from '#server/modules/catalogue/provider-sync/compare-lists.ts'
import { insertChanges } from '#server/modules/catalogue/provider-sync/provider-changes.ts'
import { notifyStaff } from '#server/modules/messaging/notifications/notify-staff.ts'
import { holdCharges } from '#server/modules/providers/breakers/hold-charges.ts'
import { findSyncState } from '#server/modules/providers/lists/sync-state.ts'
import {
  lockSyncedSupplies,
  type SyncedSupply,
  type SyncOutcome,
  syncSupplies,
  type SyncTerms,
} from '#server/modules/catalogue/provider-sync/sync-supplies.ts'

import { findChargedSupply, setFirstCharge } from './first-charges.ts'

/** Cost per 1000 in the provider's currency as computed from an order's charge: lower bound after rounding, and exact. */
export type ChargedCost = { orderId: bigint; least: string; cost: string }

type ChargeRead = {
  providerId: number
  supplyId: number
  charge: ChargedCost
  /** Unconfirmed charges of other orders of the same supply. */
  others: readonly ChargedCost[]
}

/** Two charges agree within this: exchange rates move a little between orders. */
const SAME_PERCENT = 10n

const nothing = { isFirst: false, isOpen: false }

/**
 * Compares a charge with the stored cost. A supply's first charge that is many times the rate holds the provider. Later ones
 * raise the cost once a second order agrees, to the lower of the two, since a charge may belong to another order's id. Two
 * that agree on many times the cost hold the provider too, as such a jump in a price list is not believed either.
 *
 * `isFirst`: the supply's limit on first orders is lifted. `isOpen`: the charge still needs a second one to confirm it.
 */
export async function recordCharge(
  ctx: Context,
  tx: Tx,
  publish: Publish,
  { providerId, supplyId, charge, others }: ChargeRead,
): Promise<{ isFirst: boolean; isOpen: boolean }> {
  const supply = await findChargedSupply(tx, supplyId)
  const state = await findSyncState(tx, providerId)
  if (supply === undefined || state === undefined) return nothing
  const { known, awaits_charge: isFirst, service_id: serviceId, provider_service: service } = supply
  const isFar = (one: ChargedCost) => isHigher(one.least, times(known, TIMES_DOUBTED))
  const hold = (orders: readonly ChargedCost[]) =>
    holdCharges(tx, publish, { providerId, supplyId, serviceId, service, expected: known, orders })
  if (isFirst && isFar(charge)) {
    await hold([charge])
    return { isFirst: false, isOpen: true }
  }
  if (isFirst) await setFirstCharge(tx, supplyId, charge.orderId)
  if (!isHigher(charge.least, known)) return { isFirst, isOpen: false }

  const details = { provider_id: providerId, provider: state.name }
  const second = highest(others.filter((one) => isHigher(one.least, known) && isSame(one, charge)))
  if (second === undefined) {
    await insertChanges(tx, { providerId, changes: [toChange(null)] })
    if (isFar(charge))
      await notifyStaff(tx, publish, {
        needs: 'providers',
        code: 'provider_charge_doubted',
        details: { ...details, order_id: Number(charge.orderId) },
      })
    return { isFirst, isOpen: true }
  }
  const agreed = isHigher(charge.cost, second.cost) ? second : charge
  if (isFar(agreed)) {
    await hold([charge, second])
    return { isFirst, isOpen: true }
  }
  const raised = await raiseCost(tx, {
    providerId,
    supplyId,
    least: agreed.least,
    cost: agreed.cost,
    orderIds: [charge.orderId, second.orderId],
    policy: state.policy,
    usdPerUnit: state.usdPerUnit,
    now: ctx.clock(),
  })
  if (raised !== undefined) {
    const { outcome } = raised
    const change = toChange(outcome === 'held' || outcome === 'repriced' ? outcome : null, agreed.cost)
    await insertChanges(tx, { providerId, changes: [change] })
    publish({ topic: 'catalogue' })
    publish({ topic: 'dispatch', providerId })
    if (outcome === 'held')
      await notifyStaff(tx, publish, {
        needs: 'providers',
        code: 'provider_services_held',
        details: { ...details, services: 1 },
      })
  }
  return { isFirst, isOpen: isHigher(charge.least, agreed.cost) }

  function toChange(outcome: 'held' | 'repriced' | null, after = charge.cost) {
    return {
      service,
      serviceId,
      kind: 'price_up' as const,
      before: known,
      after,
      orderId: charge.orderId,
      outcome,
    }
  }
}

/** Equal but for rounding. Charges that differ confirm nothing: each may belong to another, partly delivered order. */
function isSame(one: ChargedCost, other: ChargedCost): boolean {
  const [low, high] = isHigher(one.cost, other.cost) ? [other, one] : [one, other]
  return !isHigher(times(high.least, 100n), times(low.cost, 100n + SAME_PERCENT))
}

function times(decimal: string, factor: bigint): string {
  const [whole = '', fraction = ''] = decimal.split('.')
  const digits = String(BigInt(`${whole}${fraction}`) * factor).padStart(fraction.length + 1, '0')
  return `${digits.slice(0, digits.length - fraction.length)}.${digits.slice(digits.length - fraction.length)}`
}

function highest(costs: readonly ChargedCost[]): ChargedCost | undefined {
  return costs.reduce<ChargedCost | undefined>(
    (top, one) => (top === undefined || isHigher(one.cost, top.cost) ? one : top),
    undefined,
  )
}

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
async function raiseCost(
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
