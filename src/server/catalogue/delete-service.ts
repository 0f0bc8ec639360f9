import { AppError } from '#contract/errors.ts'
import type { Context } from '#server/context.ts'

/** Takes a service off the catalogue. Its row stays for its orders, and a later import brings it back. */
export async function deleteService(ctx: Context, id: number): Promise<void> {
  const now = ctx.clock()
  const { numUpdatedRows } = await ctx.db
    .updateTable('services')
    .set({ deleted_at: now, updated_at: now, is_active: false })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new AppError('service_not_found')
  ctx.news.tell({ topic: 'catalogue' })
}
