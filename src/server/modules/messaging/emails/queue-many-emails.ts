import { type Kysely, sql } from 'kysely'

import { toStorable } from '#contract/base/stored-details.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import type { Publish, Tx } from '#server/lib/postgres/transact.ts'

import type { Email } from './email-kinds.ts'

/** Emails that a user may get repeatedly, and can turn off. */
type RepeatedKind = 'favourite_changes' | 'api_service_changes' | 'balance_low'
type RepeatedEmail<Kind extends RepeatedKind> = {
  userId: number
  event: string
  details: Extract<Email, { kind: Kind }>['details']
}

/** Queues one email for each active user with a confirmed address. Users who already have one for this event are skipped. */
export async function queueManyEmails<Kind extends RepeatedKind>(
  tx: Tx,
  publish: Publish,
  { kind, emails }: { kind: Kind; emails: readonly RepeatedEmail<Kind>[] },
): Promise<void> {
  await sql`
    insert into emails (user_id, event, receiver, kind, details)
    select users.id, new.event, email, ${kind}, new.details
    from unnest(${emails.map(({ userId }) => userId)}::int[], ${emails.map(({ event }) => event)}::text[],
      ${emails.map(({ details }) => JSON.stringify(details, toStorable))}::jsonb[]) as new (user_id, event, details)
    join users on users.id = new.user_id
    where deleted_at is null and status = 'active' and email_confirmed_at is not null
    on conflict do nothing`.execute(tx)
  publish({ topic: 'mail' })
}

/**
 * Whether `max` emails about services are unsent. Queueing more would delay emails that users wait for, such as
 * password resets.
 */
export async function areManyServiceEmailsQueued(db: Kysely<DB>, max: number): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select 1 from emails where kind in ('favourite_changes', 'api_service_changes') and due_at is not null
      limit ${max}) waiting`.execute(db)
  return (rows[0]?.count ?? 0) >= max
}
