import type {
  AdminService,
  CategoryReference,
  createService as endpoint,
} from '#contract/catalogue/admin-services.ts'
import type { BodyOf } from '#contract/base/endpoint.ts'
import { invalidFields } from '#contract/base/errors.ts'
import { guessPlatform } from '#contract/catalogue/guess-platform.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'
import { type By, transactAsStaff } from '#server/modules/audit-log/transact-as-staff.ts'

import { getAdminService } from './get-admin-service.ts'
import { findCategory, findOrCreateCategory, insertService } from './service-queries.ts'

/** A service without a provider: it is sold where the operator says `by_hand`, and its orders wait for a person. */
export async function createService(
  ctx: Context,
  by: By,
  body: BodyOf<typeof endpoint>,
): Promise<AdminService> {
  refuseRange(body)
  return transactAsStaff(ctx, by, async (tx, publish, record) => {
    const { name: category, platform: given } = await readHome(tx, body)
    const platform = given ?? guessPlatform(body.name, category)
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
    publish({ topic: 'catalogue' })
    return service
  })
}

/**
 * Where a service is to stand, as far as it is said. An id, or what GET gave, means that category with its platform; a name
 * means the platform's that is said beside it.
 */
export async function readHome(
  tx: Tx,
  { category, platform }: { category?: CategoryReference | undefined; platform?: string | undefined },
): Promise<{ name?: string | undefined; platform?: string | undefined }> {
  if (category === undefined || typeof category === 'string') return { name: category, platform }
  const found = await findCategory(tx, idOf(category))
  if (found === undefined || (platform !== undefined && platform !== found.platform))
    throw invalidFields({ category: { code: 'category_unknown' } })
  return found
}

export function idOf(category: Exclude<CategoryReference, string>): number {
  return typeof category === 'number' ? category : category.id
}

export function refuseRange({ min, max }: { min: number; max: number }): void {
  if (min > max) throw invalidFields({ max: { code: 'service_incomplete' } }) // spec §5
}
