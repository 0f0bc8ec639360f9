import { AppError } from '#contract/base/errors.ts'
import type { Context } from '#server/context.ts'
import type { Publish, Tx } from '#server/lib/postgres/transact.ts'
import { notifyStaff } from '#server/modules/messaging/notifications/notify-staff.ts'
import type { TermsListener } from '#server/modules/providers/terms-listener.ts'
import { type By, transactAsStaff } from '#server/modules/audit-log/transact-as-staff.ts'

import { clearHold, setHold } from './charge-hold-queries.ts'
import { toAuditValues } from '#server/modules/providers/accounts/kept-provider.ts'
import { findAccountRow, lockProvider } from '#server/modules/providers/providers-queries.ts'

type Charged = { orderId: bigint; told: string }
export type ChargesThatDontFit = {
  providerId: number
  supplyId: number
  serviceId: number
  /** The provider's id of it. */
  service: string
  /** Per 1000 in its currency. */
  expected: string
  orders: readonly Charged[]
}

/**
 * What the provider charges is many times its rates, so none of them is believed: nothing that comes from there is sold or
 * sent until staff release it or correct what its rates are for. Staff are told once.
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
    charged: first.told,
  })
  if (name === undefined) return
  const details = { provider_id: providerId, provider: name, order_id: Number(first.orderId) }
  await notifyStaff(tx, publish, { needs: 'providers', code: 'provider_charges_held', details })
  publish({ topic: 'catalogue' })
  publish({ topic: 'dispatch', providerId })
}

/** A person has seen to it: the rates are believed again, and that service's as well. Throws `provider_not_found`, `state_conflict`. */
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

/** What the hold was for turned out to be another order's charge. Undefined where that order holds nothing. */
export function clearHoldByOrder(tx: Tx, orderId: bigint): Promise<{ id: number } | undefined> {
  return clearHold(tx, { orderId })
}
