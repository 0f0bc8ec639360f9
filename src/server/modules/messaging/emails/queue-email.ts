import { sql } from 'kysely'

import type { Permission } from '#contract/base/permissions.ts'
import type { Publish, Tx } from '#server/lib/postgres/transact.ts'

import type { Email } from './email-kinds.ts'

/** `event` names what the email is about: one event sends at most one email to a receiver. */
export type NewEmail = Email & { userId: number; receiver: string; event: string }

/** Queues an email, to be sent after the commit, with retries. Does nothing if this event was already queued for the receiver. */
export async function queueEmail(
  tx: Tx,
  publish: Publish,
  { userId, event, receiver, kind, details }: NewEmail,
): Promise<void> {
  await tx
    .insertInto('emails')
    .values({ user_id: userId, event, receiver, kind, details: JSON.stringify(details) })
    .onConflict((conflict) => conflict.columns(['user_id', 'event', 'receiver']).doNothing())
    .execute()
  publish({ topic: 'mail' })
}

/** As above, to the current address of the account. Does nothing if the user was deleted. */
export async function queueEmailToUser(
  tx: Tx,
  publish: Publish,
  { userId, event, kind, details }: Omit<NewEmail, 'receiver'> & Email,
): Promise<void> {
  await sql`
    insert into emails (user_id, event, receiver, kind, details)
    select id, ${event}, email, ${kind}, ${JSON.stringify(details)}::jsonb from users
    where id = ${userId} and deleted_at is null
    on conflict do nothing`.execute(tx)
  publish({ topic: 'mail' })
}

const STAFF_MAX = 20

/**
 * To `receiver`, in the language of the longest-serving staff member with the permission `needs`; without a receiver,
 * to each of them, at most 20. Owners have every permission, and only they have 'owner'.
 */
export async function queueEmailToStaff(
  tx: Tx,
  publish: Publish,
  {
    needs,
    receiver,
    event,
    kind,
    details,
    server = null,
  }: Email & {
    event: string
    needs: Permission | 'owner'
    receiver: string | null
    /** Sealed. Sends the email through this mail server instead of the configured one (`mail-server-before.ts`). */
    server?: Buffer | null
  },
): Promise<void> {
  await sql`
    insert into emails (user_id, event, receiver, kind, details, server)
    select id, ${event}, coalesce(${receiver}::text, email), ${kind}, ${JSON.stringify(details)}::jsonb,
      ${server}::bytea
    from users
    where role = 'admin' and status = 'active' and deleted_at is null
      and (permissions is null or ${needs} = any (permissions))
    order by id limit ${receiver === null ? STAFF_MAX : 1}
    on conflict do nothing`.execute(tx)
  publish({ topic: 'mail' })
}
