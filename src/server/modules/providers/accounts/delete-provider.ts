import { AppError } from '#contract/base/errors.ts'
import type { Context } from '#server/context.ts'
import { type By, transactAsStaff } from '#server/modules/audit-log/transact-as-staff.ts'

import { toAuditValues } from './kept-provider.ts'
import { deleteProviderRow, findAccountRow } from '#server/modules/providers/providers-queries.ts'

/** Removes an account that nothing refers to: no service, no order that ever went there. */
export async function deleteProvider(ctx: Context, by: By, id: number): Promise<void> {
  try {
    await transactAsStaff(ctx, by, async (tx, _tell, record) => {
      const before = toAuditValues(await findAccountRow(tx, id))
      if (!(await deleteProviderRow(tx, id))) throw new AppError('provider_not_found')
      record({ action: 'provider.delete', id, before })
    })
  } catch (error) {
    if (isForeignKeyViolation(error)) throw new AppError('state_conflict', { reason: 'provider_in_use' })
    throw error
  }
}

function isForeignKeyViolation(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '23503'
}
