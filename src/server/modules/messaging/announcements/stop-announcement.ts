import type { Announcement } from '#contract/messaging/announcements.ts'
import { AppError } from '#contract/base/errors.ts'
import type { Context } from '#server/context.ts'
import { type By, transactAsStaff } from '#server/modules/audit-log/transact-as-staff.ts'

import { stopRow } from './announcements-queries.ts'
import { getAnnouncement } from './get-announcement.ts'

/** Who was told was told. Throws `not_found`, and `state_conflict` where nothing is left to stop. */
export async function stopAnnouncement(
  ctx: Context,
  { by, id }: { by: By; id: number },
): Promise<Announcement> {
  const { status: before } = await getAnnouncement(ctx, id)
  await transactAsStaff(ctx, by, async (tx, _tell, record) => {
    if (!(await stopRow(tx, id))) throw new AppError('state_conflict', { reason: 'announcement_over' })
    record({ action: 'announcement.stop', id, before: { status: before }, after: { status: 'stopped' } })
  })
  return getAnnouncement(ctx, id)
}
