import { AppError } from '#contract/errors.ts'
import type { Context } from '#server/context.ts'

/** Removes an account that nothing refers to: no service, no order that ever went there. */
export async function deleteProvider(ctx: Context, id: number): Promise<void> {
  try {
    const { numDeletedRows } = await ctx.db.deleteFrom('providers').where('id', '=', id).executeTakeFirst()
    if (numDeletedRows === 0n) throw new AppError('provider_not_found')
  } catch (error) {
    if (isForeignKeyViolation(error))
      throw new AppError('state_conflict', {
        message: 'Services or orders still use this provider. Switch it off instead.',
      })
    throw error
  }
}

function isForeignKeyViolation(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '23503'
}
