import { AppError } from '#contract/base/errors.ts'
import type { Context } from '#server/context.ts'
import { type By, transactAsStaff } from '#server/modules/audit-log/transact-as-staff.ts'

import { getAdminService } from './get-admin-service.ts'
import { changeService, lockService } from './service-queries.ts'

/** Takes a service off the catalogue. Its row stays for its orders, and a later import brings it back. */
export async function deleteService(ctx: Context, by: By, id: number): Promise<void> {
  const now = ctx.clock()
  await transactAsStaff(ctx, by, async (tx, publish, record) => {
    if ((await lockService(tx, id)) === undefined) throw new AppError('service_not_found')
    record({ action: 'service.delete', id, before: await getAdminService(tx, id) })
    await changeService(tx, id, { deleted_at: now, updated_at: now, is_active: false })
    publish({ topic: 'catalogue' })
  })
}
