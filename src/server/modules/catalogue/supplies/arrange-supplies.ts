import type { BodyOf } from '#contract/base/endpoint.ts'
import { AppError } from '#contract/base/errors.ts'
import { type arrangeSupplies as endpoint, type Supply, SUPPLIES_MAX } from '#contract/catalogue/supplies.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'
import { type By, transactAsStaff } from '#server/modules/audit-log/transact-as-staff.ts'

import { listSupplies } from './list-supplies.ts'
import { changeService, lockService } from '#server/modules/catalogue/services/service-queries.ts'
import { arrangeRows, findSupply, putSupply, removeRows } from './supply-desk-queries.ts'

/**
 * Which supply is tried first, which are off, and which leave. All of them are named, and `expected` says how they were
 * shown, so that nobody undoes what another changed meanwhile. What waits to be sent by one that is off or gone is given to the next.
 */
export async function arrangeSupplies(
  ctx: Context,
  by: By,
  { id, body: { supplies, removed = [], expected } }: { id: number; body: BodyOf<typeof endpoint> },
): Promise<Supply[]> {
  return transactAsStaff(ctx, by, async (tx, publish, record) => {
    const before = await lockSuppliesOf(tx, id)
    const named = [...supplies.map((one) => one.id), ...removed].toSorted((one, other) => one - other)
    const there = before.map((one) => one.id).toSorted((one, other) => one - other)
    const isMoved = expected !== undefined && arrangementOf(expected) !== arrangementOf(before)
    if (isMoved || named.join() !== there.join())
      throw new AppError('state_conflict', { reason: 'supplies_changed' })
    if (removed.length === 0 && arrangementOf(supplies) === arrangementOf(before)) return before
    await arrangeRows(
      tx,
      supplies.map((one) => ({ id: one.id, isActive: one.is_active })),
    )
    const now = ctx.clock()
    await removeRows(tx, removed, now)
    await changeService(tx, id, { updated_at: now })
    const after = await listSupplies(tx, id)
    record({ action: 'service.supplies', id, before: { supplies: before }, after: { supplies: after } })
    publish({ topic: 'catalogue' })
    for (const providerId of new Set(before.map(({ provider }) => provider.id)))
      publish({ topic: 'dispatch', providerId })
    return after
  })
}

function arrangementOf(supplies: readonly Pick<Supply, 'id' | 'is_active'>[]): string {
  return supplies.map((one) => `${one.id} ${one.is_active}`).join()
}

export type OfferedSupply = {
  providerId: number
  providerService: string
  cost: bigint
  costOwn: string
  /** As the provider calls it, where it is understood. */
  type: string
}

/**
 * Puts a provider's service behind one of ours, last in its sequence. It must ask its customers for the same as the
 * service does, since what they gave is what is sent. `check` runs in the same tx.
 */
export async function putSupplyBehind(
  ctx: Context,
  by: By,
  {
    id,
    offered,
    moves,
    check,
  }: { id: number; offered: OfferedSupply; moves: boolean; check: (tx: Tx) => Promise<void> },
): Promise<Supply[]> {
  return transactAsStaff(ctx, by, async (tx, publish, record) => {
    const before = await lockSuppliesOf(tx, id)
    const service = await lockService(tx, id)
    if (service?.type !== offered.type)
      throw new AppError('state_conflict', {
        reason: 'supply_type_differs',
        type: offered.type,
        service_type: service?.type ?? '',
      })
    const known = await findSupply(tx, offered)
    const isElsewhere = known !== undefined && known.removed_at === null && known.deleted_at === null
    if (isElsewhere && known.service_id !== id && !moves)
      throw new AppError('state_conflict', {
        reason: 'supply_elsewhere',
        service_id: known.service_id,
        name: known.name,
      })
    const isHere = before.some((one) => one.id === known?.id)
    if (!isHere && before.length >= SUPPLIES_MAX)
      throw new AppError('state_conflict', { reason: 'supplies_many', max: SUPPLIES_MAX })
    const now = ctx.clock()
    await putSupply(tx, { ...offered, serviceId: id, priority: before.length + 1, now })
    await changeService(tx, id, { updated_at: now })
    if (isElsewhere && known.service_id !== id) await changeService(tx, known.service_id, { updated_at: now })
    await check(tx)
    const after = await listSupplies(tx, id)
    record({ action: 'service.supplies', id, before: { supplies: before }, after: { supplies: after } })
    publish({ topic: 'catalogue' })
    publish({ topic: 'dispatch', providerId: offered.providerId })
    return after
  })
}

/** Whoever arranges the same service waits. */
async function lockSuppliesOf(tx: Tx, id: number): Promise<Supply[]> {
  if ((await lockService(tx, id)) === undefined) throw new AppError('service_not_found')
  return listSupplies(tx, id)
}
