import { AppError } from '#contract/base/errors.ts'
import type { Context } from '#server/context.ts'
import { type By, transactAsStaff } from '#server/modules/audit-log/transact-as-staff.ts'
import { toAuditValues } from '#server/modules/providers/accounts/audit-values.ts'
import { changeProvider, findAccountRow, lockProvider } from '#server/modules/providers/providers-queries.ts'

import { freshState } from './fresh-state.ts'

/**
 * Staff stop sending to a provider, or resume it, regardless of what stopped it. Its services stay on sale: their
 * orders wait or go to another supply. Throws `provider_not_found`, and `state_conflict` if it is disabled.
 */
export async function pauseProvider(
  ctx: Context,
  by: By,
  { id, isPaused }: { id: number; isPaused: boolean },
): Promise<void> {
  await transactAsStaff(ctx, by, async (tx, publish, record) => {
    const row = await lockProvider(tx, id)
    if (row === undefined) throw new AppError('provider_not_found')
    if (!row.is_enabled) throw new AppError('state_conflict', { reason: 'provider_off' })
    const before = toAuditValues(await findAccountRow(tx, id))
    if (before?.['is_stopped'] === isPaused && isPaused) return
    const stopped = { sending_stopped_at: ctx.clock(), sending_stopped_by: by.actorId, sending_error: null }
    await changeProvider(tx, id, isPaused ? stopped : freshState)
    const after = toAuditValues(await findAccountRow(tx, id))
    record({ action: isPaused ? 'provider.pause' : 'provider.resume', id, before, after })
    publish({ topic: 'dispatch', providerId: id })
    publish({ topic: 'check', providerId: id })
  })
}
