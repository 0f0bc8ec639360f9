import { isDeepStrictEqual } from 'node:util'

import type { AdminService, updateService as endpoint } from '#contract/catalogue/admin-services.ts'
import type { BodyOf } from '#contract/base/endpoint.ts'
import { AppError, invalidFields } from '#contract/base/errors.ts'
import { toServiceType } from '#contract/catalogue/service-type-spellings.ts'
import type { Context } from '#server/context.ts'
import { type By, transactAsStaff } from '#server/modules/audit-log/transact-as-staff.ts'

import { idOf, readHome, refuseRange } from './create-service.ts'
import { getAdminService } from './get-admin-service.ts'
import { changeService, findOrCreateCategory, lockService } from './service-queries.ts'

/** Changes what is given. The cost at the provider stays; the markup is what the new rate makes of it. */
export async function updateService(
  ctx: Context,
  by: By,
  { id, body }: { id: number; body: BodyOf<typeof endpoint> },
): Promise<AdminService> {
  return transactAsStaff(ctx, by, async (tx, publish, record) => {
    const row = await lockService(tx, id)
    if (row === undefined) throw new AppError('service_not_found')
    const before = await getAdminService(tx, id)
    refuseRange({ min: body.min ?? row.min, max: body.max ?? row.max })
    if (body.is_active === true && toServiceType(row.type) === undefined)
      throw invalidFields({ is_active: { code: 'type_not_sold', type: row.type } })
    const { category, platform, ...own } = body
    // What is sent as it stands says nothing about where it goes.
    const isOwn = typeof category !== 'string' && category !== undefined && idOf(category) === row.category_id
    const { name: homeName = row.category, platform: homePlatform = row.platform } = await readHome(tx, {
      category: isOwn ? undefined : category,
      platform: platform === row.platform ? undefined : platform,
    })
    const isMoved = homePlatform !== row.platform || homeName !== row.category
    const moved = isMoved
      ? {
          platform: homePlatform,
          category_id: await findOrCreateCategory(tx, { platform: homePlatform, name: homeName }),
        }
      : {}
    const change = { ...dropUndefined(own), ...moved }
    if (Object.keys(change).length === 0) return before
    await changeService(tx, id, change)
    const changed = await getAdminService(tx, id)
    // What is sent as it was shown changes nothing.
    if (isDeepStrictEqual(changed, before)) return before
    await changeService(tx, id, { updated_at: ctx.clock() })
    const after = await getAdminService(tx, id)
    record({ action: 'service.update', id, before, after })
    publish({ topic: 'catalogue' })
    return after
  })
}

type Given<Values> = { [Name in keyof Values]?: Exclude<Values[Name], undefined> }

function dropUndefined<Values extends object>(values: Values): Given<Values> {
  // The same members without those that are undefined, which is what the return type says.
  return Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== undefined),
  ) as Given<Values>
}
