import { sql } from 'kysely'

import type { Context } from '#server/context.ts'
import type { Publish, Tx } from '#server/lib/postgres/transact.ts'
import { writeRates } from '#server/modules/catalogue/prices/write-rates.ts'
import { insertChanges } from '#server/modules/catalogue/provider-sync/provider-changes.ts'
import { lockSupplies } from '#server/modules/catalogue/supplies/lock-supplies.ts'
import { clearHoldByOrder } from '#server/modules/providers/breakers/hold-charges.ts'

import { countFirstOrders } from './first-charges.ts'

/**
 * Reverts everything that was concluded from an order's charge, because the charge turned out to be another order's: costs,
 * the prices that followed them, the supply's first charge, and a hold of the provider.
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

/** A cost or price that a list or staff changed since stays. Returns the costs that were restored. */
async function takeBackCosts(tx: Tx, orderId: bigint, now: Date): Promise<LearnedCost[]> {
  await resetFirstCharge(tx, orderId)
  const restored: LearnedCost[] = []
  for (const learned of await deleteLearnedCosts(tx, orderId)) {
    await lockSupplies(tx, learned.provider_id)
    if (!(await restoreCost(tx, learned))) continue
    restored.push(learned)
    const { service_id: serviceId, rate_before: rate, rate_after: before } = learned
    if (rate !== before) await writeRates(tx, [{ serviceId, before, rate, isSold: true }], now)
  }
  return restored
}

type LearnedCost = {
  supply_id: number
  provider_id: number
  service_id: number
  provider_service: string
  cost_own_before: string | null
  cost_before: bigint
  cost_own_after: string | null
  cost_after: bigint
  rate_before: bigint
  rate_after: bigint
}

/** Waits for a first charge again where this order's was the first. */
async function resetFirstCharge(tx: Tx, orderId: bigint): Promise<void> {
  await sql`
    update supplies set first_charge = 'awaited', first_charge_since = now(), first_charge_order = null
    where first_charge_order = ${orderId}`.execute(tx)
}

/** Deletes the costs learned from this order and returns them, newest first, so that chained raises unwind in order. */
async function deleteLearnedCosts(tx: Tx, orderId: bigint): Promise<LearnedCost[]> {
  const { rows: gone } = await sql<Omit<LearnedCost, 'provider_id' | 'provider_service'> & { id: bigint }>`
    delete from learned_costs where ${orderId}::bigint = any (order_ids)
    returning id, supply_id, service_id, trim_scale(cost_own_before)::text as cost_own_before, cost_before,
      trim_scale(cost_own_after)::text as cost_own_after, cost_after, rate_before, rate_after`.execute(tx)
  // A separate statement: a cluster has supplies on every node, and learned costs on the coordinator.
  const { rows: supplies } = await sql<
    Pick<LearnedCost, 'provider_id' | 'provider_service'> & { id: number }
  >`
    select id, provider_id, provider_service from supplies
    where id = any(${gone.map(({ supply_id: supplyId }) => supplyId)}::int[])`.execute(tx)
  const supplyOf = new Map(supplies.map((supply) => [supply.id, supply]))
  return gone
    .toSorted((one, other) => Number(other.id - one.id))
    .flatMap((learned) => {
      const supply = supplyOf.get(learned.supply_id)
      if (supply === undefined) return []
      const { provider_id, provider_service } = supply
      return [{ ...learned, provider_id, provider_service }]
    })
}

/** False where the cost has changed since it was learned: a newer cost stays. */
async function restoreCost(tx: Tx, learned: LearnedCost): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update supplies set cost_own = ${learned.cost_own_before}::numeric, cost_rate = ${learned.cost_before}
    where id = ${learned.supply_id} and cost_rate = ${learned.cost_after}
      and cost_own is not distinct from ${learned.cost_own_after}::numeric`.execute(tx)
  return numAffectedRows > 0n
}
