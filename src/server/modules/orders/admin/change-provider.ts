import { type Kysely, sql } from 'kysely'

import type { Context } from '#server/context.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import { keyOf, setDispatch } from '#server/modules/orders/state/order-queries.ts'
import { enqueue, leaveUnsent } from '#server/modules/orders/state/queue-queries.ts'

import { conflict, decide, type Decided, type Decision } from './decide-order.ts'

/**
 * Sends the order through another supply. For an order in review staff thereby state that no provider accepted it.
 * Refused for an order that is being sent or that a provider has.
 */
export async function changeProvider(ctx: Context, decision: Decision, supplyId: number): Promise<Decided> {
  return decide(ctx, decision, { decision: 'change_provider' }, async (tx, publish, order) => {
    const key = keyOf(order)
    if (order.dispatch === 'sending') throw conflict({ reason: 'being_sent' })
    if (order.status !== 'PENDING' || order.dispatch === 'accepted') return false
    const supply = (await listUsableSupplies(tx, key)).find(({ id, fits }) => fits && id === supplyId)
    if (supply === undefined) throw conflict({ reason: 'supply_not_fit' })
    // A claim doesn't lock the order: either it gets the queue entry, or this removes it.
    if (order.dispatch === 'queued' && !(await leaveUnsent(tx, key))) throw conflict({ reason: 'being_sent' })
    await setDispatch(tx, order, { dispatch: 'queued', review: null })
    await enqueue(tx, order, { supply_id: supply.id, provider_id: supply.provider_id })
    publish({ topic: 'dispatch', providerId: supply.provider_id })
    return true
  })
}

type UsableSupply = {
  id: number
  provider_id: number
  provider: string
  service: string
  cost: bigint
  /** Can be sent there now. Supplies that cost more than was paid don't fit, unless the service is sold below cost. */
  fits: boolean
}

/** Supplies of the order's service, in the order in which they are tried. */
export async function listUsableSupplies(
  db: Kysely<DB>,
  { userId, id }: { userId: number; id: bigint },
): Promise<UsableSupply[]> {
  const { rows } = await sql<UsableSupply>`
select supplies.id, supplies.provider_id, providers.name as provider, provider_service as service, cost_rate as cost,
  supplies.is_active and is_enabled and key_ciphertext is not null and has_trusted_costs
    and (cost_rate <= orders.rate or services.below_cost) as fits
from orders join services on services.id = orders.service_id
join supplies on supplies.service_id = services.id and removed_at is null
join providers on providers.id = supplies.provider_id
where orders.user_id = ${userId} and orders.id = ${id}
order by priority, supplies.id`.execute(db)
  return rows
}
