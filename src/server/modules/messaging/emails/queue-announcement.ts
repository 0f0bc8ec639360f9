import { type Kysely, sql } from 'kysely'

import type { DB } from '#server/lib/postgres/tables.ts'
import type { Publish, Tx } from '#server/lib/postgres/transact.ts'

/** Queues one email for each user with a confirmed address. Users who already have this announcement are skipped. */
export async function queueAnnouncement(
  tx: Tx,
  publish: Publish,
  { announcementId, userIds }: { announcementId: number; userIds: readonly number[] },
): Promise<void> {
  const { numAffectedRows: queued = 0n } = await sql`
    insert into emails (user_id, event, receiver, kind, details)
    select id, ${`announcement:${announcementId}`}, email, 'announcement',
      jsonb_build_object('announcement', ${announcementId}::int)
    from users where id = any(${userIds}::int[]) and email_confirmed_at is not null
    on conflict do nothing`.execute(tx)
  // A separate statement: on a cluster the counts are on the coordinator, the emails with their users.
  await sql`
    insert into announcement_emails as counts (announcement_id, queued) values (${announcementId}, ${Number(queued)})
    on conflict (announcement_id) do update set queued = counts.queued + excluded.queued`.execute(tx)
  publish({ topic: 'mail' })
}

/** Whether `max` of them are unsent. Queueing more would delay emails that users wait for, such as password resets. */
export async function areManyAnnouncementEmailsQueued(db: Kysely<DB>, max: number): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select 1 from emails where kind = 'announcement' and due_at is not null limit ${max}) waiting`.execute(
    db,
  )
  return (rows[0]?.count ?? 0) >= max
}
