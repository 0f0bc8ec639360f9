import { type Kysely, sql } from 'kysely'

import { AppError } from '#contract/base/errors.ts'
import type { AdminService } from '#contract/catalogue/admin-services.ts'
import type { Context } from '#server/context.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import { type By, transactAsStaff } from '#server/modules/audit-log/transact-as-staff.ts'

import { lockCategory, placeBelow } from './change-sort-order.ts'
import { getAdminService } from './get-admin-service.ts'
import { findCategoryId, lockService } from './service-queries.ts'

/**
 * Copies what customers read and pay, below the original and off sale until staff have changed what differs. The copy
 * has no supplies: a provider's service fulfils only one of ours. Throws `service_not_found`.
 */
export async function duplicateService(ctx: Context, by: By, id: number): Promise<AdminService> {
  return transactAsStaff(ctx, by, async (tx, publish, record) => {
    // Locks the category first, like a move.
    const home = await findCategoryId(tx, id)
    if (home !== undefined) await lockCategory(tx, home)
    const original = await lockService(tx, id)
    if (original === undefined) throw new AppError('service_not_found')
    const now = ctx.clock()
    const copy = await copyService(tx, { id, now })
    await placeBelow(tx, { id: copy, after: id, categoryId: original.category_id, now })
    const service = await getAdminService(tx, copy)
    record({ action: 'service.create', id: copy, after: service })
    publish({ topic: 'catalogue' })
    return service
  })
}

async function copyService(db: Kysely<DB>, { id, now }: { id: number; now: Date }): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into services (category_id, platform, name, name_original, description, type, rate, min, max, refill, cancel,
      dripfeed, average_time, is_active, position, below_cost, by_hand, created_at, updated_at)
    select category_id, platform, name, name_original, description, type, rate, min, max, refill, cancel, dripfeed,
      average_time, false, position, below_cost, by_hand, ${now}, ${now}
    from services where id = ${id} returning id`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error(`service ${id} is gone, though it is locked`)
  return row.id
}
