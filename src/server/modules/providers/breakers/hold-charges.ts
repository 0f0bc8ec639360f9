import { sql } from 'kysely'

import { AppError } from '#contract/base/errors.ts'
import type { Context } from '#server/context.ts'
import type { Publish, Tx } from '#server/lib/postgres/transact.ts'
import { notifyStaff } from '#server/modules/messaging/notifications/notify-staff.ts'
import type { TermsListener } from '#server/modules/providers/terms-listener.ts'
import { type By, transactAsStaff } from '#server/modules/audit-log/transact-as-staff.ts'
import { toAuditValues } from '#server/modules/providers/accounts/audit-values.ts'
import { findAccountRow, lockProvider } from '#server/modules/providers/providers-queries.ts'

type Charged = { orderId: bigint; cost: string }
type ChargesThatDontFit = {
  providerId: number
  supplyId: number
  serviceId: number
  /** The provider's service id. */
  service: string
  /** Per 1,000 in its currency. */
  expected: string
  orders: readonly Charged[]
}

/**
 * Called when charges are many times the rates: none of the provider's rates is trusted any more, and nothing from it
 * is sold or sent until staff release it or correct `rate_per`. Notifies staff once.
 */
export async function holdCharges(
  tx: Tx,
  publish: Publish,
  { providerId, supplyId, serviceId, service, expected, orders }: ChargesThatDontFit,
): Promise<void> {
  const [first] = orders
  if (first === undefined) return
  const order_ids = orders.map(({ orderId }) => Number(orderId))
  const name = await setHold(tx, providerId, {
    order_ids,
    supply_id: supplyId,
    service_id: serviceId,
    service,
    expected,
    charged: first.cost,
  })
  if (name === undefined) return
  const details = { provider_id: providerId, provider: name, order_id: Number(first.orderId) }
  await notifyStaff(tx, publish, { needs: 'providers', code: 'provider_charges_held', details })
  publish({ topic: 'catalogue' })
  publish({ topic: 'dispatch', providerId })
}

/** Staff trust the rates again, including that service's. Throws `provider_not_found`, `state_conflict`. */
export async function releaseHold(
  ctx: Context,
  by: By,
  { id, terms }: { id: number; terms: TermsListener },
): Promise<void> {
  await transactAsStaff(ctx, by, async (tx, publish, record) => {
    if ((await lockProvider(tx, id)) === undefined) throw new AppError('provider_not_found')
    const before = toAuditValues(await findAccountRow(tx, id))
    const held = await clearHold(tx, { providerId: id })
    if (held === undefined) throw new AppError('state_conflict', { reason: 'not_held' })
    await terms.holdReleased(tx, { providerId: id, supplyId: held.supply_id })
    record({ action: 'provider.release', id, before, after: toAuditValues(await findAccountRow(tx, id)) })
    publish({ topic: 'catalogue' })
    publish({ topic: 'dispatch', providerId: id })
  })
}

/**
 * Clears the hold when its charge turns out to belong to another order. Undefined when that order caused no hold.
 */
export function clearHoldByOrder(tx: Tx, orderId: bigint): Promise<{ id: number } | undefined> {
  return clearHold(tx, { orderId })
}

/** As stored; times are the database's. */
export type StoredHold = {
  order_ids: number[]
  supply_id: number
  service_id: number
  service: string
  expected: string
  charged: string
}

/** Returns the provider's name; undefined if it is on hold already. */
export async function setHold(tx: Tx, providerId: number, hold: StoredHold): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    update providers set charge_hold = ${JSON.stringify(hold)}::jsonb || jsonb_build_object('since', now())
    where id = ${providerId} and charge_hold is null returning name`.execute(tx)
  return rows[0]?.name
}

/**
 * Clears the hold of one provider, or the hold that an order caused. Returns the supply it was about; undefined
 * when there was none.
 */
async function clearHold(
  tx: Tx,
  { providerId, orderId }: { providerId?: number; orderId?: bigint },
): Promise<{ id: number; supply_id: number } | undefined> {
  const { rows } = await sql<{ id: number; supply_id: number }>`
    with held as materialized (
      select id, (charge_hold ->> 'supply_id')::int as supply_id from providers
      where charge_hold is not null and id = coalesce(${providerId ?? null}::int, id)
        and (${orderId ?? null}::bigint is null or charge_hold -> 'order_ids' @> to_jsonb(${orderId ?? null}::bigint))
      for no key update
    )
    update providers set charge_hold = null from held where providers.id = held.id returning held.id, held.supply_id`.execute(
    tx,
  )
  return rows[0]
}
