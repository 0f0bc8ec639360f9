import { type Kysely, sql } from 'kysely'

import { toStorable } from '#contract/base/stored-details.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import type { Publish, Tx } from '#server/lib/postgres/transact.ts'

import type { FavouriteEmail } from './email-kinds.ts'

/** One email to each user with a confirmed address. Users who have one of this event already are skipped. */
export async function queueFavouriteEmails(
  tx: Tx,
  publish: Publish,
  {
    event,
    emails,
  }: { event: string; emails: readonly { userId: number; details: FavouriteEmail['details'] }[] },
): Promise<void> {
  await sql`
    insert into emails (user_id, event, receiver, kind, details)
    select users.id, ${event}, email, 'favourite_changes', new.details
    from unnest(${emails.map(({ userId }) => userId)}::int[],
      ${emails.map(({ details }) => JSON.stringify(details, toStorable))}::jsonb[]) as new (user_id, details)
    join users on users.id = new.user_id
    where deleted_at is null and email_confirmed_at is not null
    on conflict do nothing`.execute(tx)
  publish({ topic: 'mail' })
}

/** Whether `max` of them are still to be sent. Queueing more would delay emails that users wait for, such as password resets. */
export async function areManyFavouriteEmailsQueued(db: Kysely<DB>, max: number): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from emails where kind = 'favourite_changes' and due_at is not null limit ${max}) waiting`.execute(
    db,
  )
  return (rows[0]?.count ?? 0) >= max
}
