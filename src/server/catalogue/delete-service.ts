import { AppError } from '#contract/errors.ts'
import type { Context } from '#server/context.ts'

import { changeService } from './service-queries.ts'

/** Takes a service off the catalogue. Its row stays for its orders, and a later import brings it back. */
export async function deleteService(ctx: Context, id: number): Promise<void> {
  const now = ctx.clock()
  const isDeleted = await changeService(ctx.db, id, { deleted_at: now, updated_at: now, is_active: false })
  if (!isDeleted) throw new AppError('service_not_found')
  ctx.news.tell({ topic: 'catalogue' })
}
