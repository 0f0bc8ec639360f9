import { AppError } from '#contract/errors.ts'
import type { Context } from '#server/context.ts'

import { deleteProviderRow } from './providers-queries.ts'

/** Removes an account that nothing refers to: no service, no order that ever went there. */
export async function deleteProvider(ctx: Context, id: number): Promise<void> {
  try {
    if (!(await deleteProviderRow(ctx.db, id))) throw new AppError('provider_not_found')
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
