import { sql } from 'kysely'

import type { Announcement } from '#contract/messaging/announcements.ts'
import { AppError } from '#contract/base/errors.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'
import { type By, transactAsStaff } from '#server/modules/audit-log/transact-as-staff.ts'

import { getAnnouncement } from './read-announcements.ts'

/** Sends it to no further readers. Throws `not_found`, and `state_conflict` if nothing is left to send. */
export async function stopAnnouncement(
  ctx: Context,
  { by, id }: { by: By; id: number },
): Promise<Announcement> {
  const { status: before } = await getAnnouncement(ctx.db, id)
  await transactAsStaff(ctx, by, async (tx, _tell, record) => {
    if (!(await stopRow(tx, id))) throw new AppError('state_conflict', { reason: 'announcement_ended' })
    record({ action: 'announcement.stop', id, before: { status: before }, after: { status: 'stopped' } })
  })
  return getAnnouncement(ctx.db, id)
}

/** False if nothing is left to send. Waits for a batch that is being written right now. */
async function stopRow(tx: Tx, id: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update announcements set status = 'stopped', ended_at = now(), due_at = null, lease = null, failed_at = null
    where id = ${id} and (status = 'sending' or status = 'sent' and exists (
      select from announcement_emails emails
      where emails.announcement_id = announcements.id and queued > sent + failed + unwanted))`.execute(tx)
  return numAffectedRows === 1n
}
