import { isDeepStrictEqual } from 'node:util'
import type { Insertable, Kysely } from 'kysely'

import type { BodyOf } from '#contract/base/endpoint.ts'
import { AppError, invalidFields } from '#contract/base/errors.ts'
import type {
  AdminService,
  CategoryReference,
  createService as createEndpoint,
  updateService as updateEndpoint,
} from '#contract/catalogue/admin-services.ts'
import { guessPlatform } from '#contract/catalogue/guess-platform.ts'
import { toServiceType } from '#contract/catalogue/service-type-spellings.ts'
import type { Context } from '#server/context.ts'
import type { DB, Services } from '#server/lib/postgres/tables.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'
import { type By, transactAsStaff } from '#server/modules/audit-log/transact-as-staff.ts'

import { getAdminService } from './get-admin-service.ts'
import { changeService, findOrCreateCategory, lockService } from './service-queries.ts'

/** Creates a service without a provider. It is sold only with `by_hand`, and its orders wait for staff. */
export async function createService(
  ctx: Context,
  by: By,
  body: BodyOf<typeof createEndpoint>,
): Promise<AdminService> {
  refuseRange(body)
  return transactAsStaff(ctx, by, async (tx, publish, record) => {
    const { name: category, platform: given } = await resolveCategory(tx, body)
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
 * Changes the given fields. A new rate changes neither the cost nor the stored markup: it counts as set by hand from then on.
 */
export async function updateService(
  ctx: Context,
  by: By,
  { id, body }: { id: number; body: BodyOf<typeof updateEndpoint> },
): Promise<AdminService> {
  return transactAsStaff(ctx, by, async (tx, publish, record) => {
    const row = await lockService(tx, id)
    if (row === undefined) throw new AppError('service_not_found')
    const before = await getAdminService(tx, id)
    refuseRange({ min: body.min ?? row.min, max: body.max ?? row.max })
    if (body.is_active === true && toServiceType(row.type) === undefined)
      throw invalidFields({ is_active: { code: 'type_not_sold', type: row.type } })
    const { category, platform, ...own } = body
    // The current category sent back unchanged does not count as a choice: `platform` alone may move the service.
    const isOwn = typeof category !== 'string' && category !== undefined && idOf(category) === row.category_id
    const { name: categoryName = row.category, platform: newPlatform = row.platform } = await resolveCategory(
      tx,
      {
        category: isOwn ? undefined : category,
        platform: platform === row.platform ? undefined : platform,
      },
    )
    const isMoved = newPlatform !== row.platform || categoryName !== row.category
    const moved = isMoved
      ? {
          platform: newPlatform,
          category_id: await findOrCreateCategory(tx, { platform: newPlatform, name: categoryName }),
        }
      : {}
    const change = { ...dropUndefined(own), ...moved }
    if (Object.keys(change).length === 0) return before
    await changeService(tx, id, change)
    const changed = await getAdminService(tx, id)
    // A body equal to the current values is no change and gets no audit log entry.
    if (isDeepStrictEqual(changed, before)) return before
    await changeService(tx, id, { updated_at: ctx.clock() })
    const after = await getAdminService(tx, id)
    record({ action: 'service.update', id, before, after })
    publish({ topic: 'catalogue' })
    return after
  })
}

/** Deletes a service from the catalogue. The row stays for its orders; a later import restores it. */
export async function deleteService(ctx: Context, by: By, id: number): Promise<void> {
  const now = ctx.clock()
  await transactAsStaff(ctx, by, async (tx, publish, record) => {
    if ((await lockService(tx, id)) === undefined) throw new AppError('service_not_found')
    record({ action: 'service.delete', id, before: await getAdminService(tx, id) })
    await changeService(tx, id, { deleted_at: now, updated_at: now, is_active: false })
    publish({ topic: 'catalogue' })
  })
}

/**
 * Category name and platform as far as the body names them. An id, or a category object as returned by GET, implies its
 * platform; a name uses the platform given next to it.
 */
async function resolveCategory(
  tx: Tx,
  { category, platform }: { category?: CategoryReference | undefined; platform?: string | undefined },
): Promise<{ name?: string | undefined; platform?: string | undefined }> {
  if (category === undefined || typeof category === 'string') return { name: category, platform }
  const found = await findCategory(tx, idOf(category))
  if (found === undefined || (platform !== undefined && platform !== found.platform))
    throw invalidFields({ category: { code: 'category_unknown' } })
  return found
}

function idOf(category: Exclude<CategoryReference, string>): number {
  return typeof category === 'number' ? category : category.id
}

function refuseRange({ min, max }: { min: number; max: number }): void {
  if (min > max) throw invalidFields({ max: { code: 'service_incomplete' } }) // spec §5
}

type Given<Values> = { [Name in keyof Values]?: Exclude<Values[Name], undefined> }

function dropUndefined<Values extends object>(values: Values): Given<Values> {
  // The cast states what the filter did.
  return Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== undefined),
  ) as Given<Values>
}

async function insertService(db: Kysely<DB>, values: Insertable<Services>): Promise<number> {
  const { id } = await db.insertInto('services').values(values).returning('id').executeTakeFirstOrThrow()
  return id
}

async function findCategory(db: Kysely<DB>, id: number) {
  return db.selectFrom('categories').select(['name', 'platform']).where('id', '=', id).executeTakeFirst()
}
