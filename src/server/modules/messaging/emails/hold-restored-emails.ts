import { type Kysely, sql } from 'kysely'

import type { Fault } from '#contract/base/faults.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'
import { toStoredFault } from '#server/lib/queue/stored-fault.ts'

const restored: Fault = { code: 'restored', details: {} }

export async function countRestoredEmails(
  db: Kysely<DB>,
  { restoredAt }: { restoredAt: Date },
): Promise<{ emails: number; announcements: number }> {
  const { rows } = await sql<{ emails: number; announcements: number }>`
select (select count(*)::int from emails where due_at is not null and created_at < ${restoredAt}) as emails,
  (select count(*)::int from announcements where due_at is not null) as announcements`.execute(db)
  return rows[0] ?? { emails: 0, announcements: 0 }
}

/**
 * Emails queued before the restore have been sent since: they are listed as failed, and staff may send each again. No
 * email is written about order notifications of that time.
 */
export async function holdRestoredEmails(tx: Tx, { restoredAt }: { restoredAt: Date }): Promise<number> {
  await sql`update order_emails set until = greatest(until, ${restoredAt})`.execute(tx)
  const { rows } = await sql<{ count: number }>`
with held as (
  update emails set due_at = null, lease = null, failed_at = now(), fault = ${toStoredFault(restored)}::jsonb
  where due_at is not null and created_at < ${restoredAt} returning kind, details
), counted as (
  select (details ->> 'announcement')::int as id, count(*)::int as failed from held where kind = 'announcement' group by 1
), noted as (
  update announcement_emails set failed = announcement_emails.failed + counted.failed from counted
  where announcement_id = counted.id
)
select count(*)::int as count from held`.execute(tx)
  return rows[0]?.count ?? 0
}

/** Lists announcements that were being sent as failed jobs: staff resume or stop them. */
export async function holdRestoredAnnouncements(tx: Tx): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
update announcements set due_at = null, lease = null, failed_at = now(), fault = ${toStoredFault(restored)}::jsonb
where due_at is not null`.execute(tx)
  return Number(numAffectedRows)
}
