import type { AdminService, CategoryReference, createService as endpoint } from '#contract/catalogue-desk.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { invalidFields } from '#contract/errors.ts'
import { guessPlatform } from '#contract/guess-platform.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/database/transact.ts'
import { type By, transactAsStaff } from '#server/staff/transact-as-staff.ts'

import { getAdminService } from './get-admin-service.ts'
import { findCategoryName, findOrCreateCategory, insertService } from './service-queries.ts'

/** A service without a provider: it is sold where the operator says `by_hand`, and its orders wait for a person. */
export async function createService(
  ctx: Context,
  by: By,
  body: BodyOf<typeof endpoint>,
): Promise<AdminService> {
  refuseRange(body)
  return transactAsStaff(ctx, by, async (tx, tell, record) => {
    const category = body.category === undefined ? undefined : await nameOfCategory(tx, body.category)
    const platform = body.platform ?? guessPlatform(body.name, category)
    const categoryId = await findOrCreateCategory(tx, { platform, name: category ?? platform })
    const now = ctx.clock()
    const id = await insertService(tx, {
      category_id: categoryId,
      platform,
      name: body.name,
      name_original: body.name,
      description: body.description ?? '',
      rate: body.rate,
      min: body.min,
      max: body.max,
      refill: body.refill ?? false,
      cancel: body.cancel ?? false,
      average_time: body.average_time ?? null,
      is_active: body.is_active ?? true,
      below_cost: body.below_cost ?? false,
      by_hand: body.by_hand ?? false,
      created_at: now,
      updated_at: now,
    })
    const service = await getAdminService(tx, id)
    record({ action: 'service.create', id, after: service })
    tell({ topic: 'catalogue' })
    return service
  })
}

/** By its name, its id or as GET gave it, whose id it is known by; its service's platform may be another. */
export async function nameOfCategory(tx: Tx, named: CategoryReference): Promise<string> {
  if (typeof named === 'string') return named
  const name = await findCategoryName(tx, typeof named === 'number' ? named : named.id)
  if (name === undefined) throw invalidFields({ category: { code: 'category_unknown' } })
  return name
}

export function refuseRange({ min, max }: { min: number; max: number }): void {
  if (min > max) throw invalidFields({ max: { code: 'service_incomplete' } }) // spec §5
}
