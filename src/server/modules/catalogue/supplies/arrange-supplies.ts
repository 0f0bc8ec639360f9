import { type Kysely, sql } from 'kysely'

import type { BodyOf } from '#contract/base/endpoint.ts'
import { AppError } from '#contract/base/errors.ts'
import type { arrangeSupplies as endpoint, Supply } from '#contract/catalogue/supplies.ts'
import type { Context } from '#server/context.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import { type By, transactAsStaff } from '#server/modules/audit-log/transact-as-staff.ts'
import { changeService } from '#server/modules/catalogue/services/service-queries.ts'

import { listSupplies, lockSuppliesOfService } from './list-supplies.ts'

/**
 * Sets the order in which supplies are tried, which are off, and which are removed. The body lists all of them, and
 * `expected` is what was shown, so that nobody overwrites a change they have not seen. Orders queued at a supply that
 * is now off or removed are rerouted to the next.
 */
export async function arrangeSupplies(
  ctx: Context,
  by: By,
  { id, body: { supplies, removed = [], expected } }: { id: number; body: BodyOf<typeof endpoint> },
): Promise<Supply[]> {
  return transactAsStaff(ctx, by, async (tx, publish, record) => {
    const before = await lockSuppliesOfService(tx, id)
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

type Arranged = { id: number; isActive: boolean }

/** Priorities from 1 in the given order. Once staff switch a supply, price lists no longer switch it back. */
async function arrangeRows(db: Kysely<DB>, arranged: readonly Arranged[]): Promise<void> {
  await sql`
    update supplies set priority = fresh.place, is_active = fresh.is_active,
      off_reason = case when fresh.is_active = supplies.is_active then off_reason end
    from unnest(${arranged.map(({ id }) => id)}::int[], ${arranged.map(({ isActive }) => isActive)}::boolean[])
      with ordinality as fresh (id, is_active, place)
    where supplies.id = fresh.id`.execute(db)
}

/** The rows stay for the orders that were sent through them. */
async function removeRows(db: Kysely<DB>, ids: readonly number[], now: Date): Promise<void> {
  if (ids.length === 0) return
  await db.updateTable('supplies').set({ is_active: false, removed_at: now }).where('id', 'in', ids).execute()
}
