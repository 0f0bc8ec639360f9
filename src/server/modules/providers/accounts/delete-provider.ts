import { AppError } from '#contract/base/errors.ts'
import type { Context } from '#server/context.ts'
import { type By, transactAsStaff } from '#server/modules/audit-log/transact-as-staff.ts'
import { findAccountRow } from '#server/modules/providers/providers-queries.ts'
import { deleteReferring } from '#server/lib/postgres/on-cluster.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'

import { toAuditValues } from './audit-values.ts'

/** Deletes an account that no service and no order refers to. */
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

/** Returns false when it does not exist. Throws a foreign key error when something refers to it. */
async function deleteProviderRow(tx: Tx, id: number): Promise<boolean> {
  await deleteReferring(tx, 'providers', id)
  const { numDeletedRows } = await tx.deleteFrom('providers').where('id', '=', id).executeTakeFirst()
  return numDeletedRows > 0n
}
