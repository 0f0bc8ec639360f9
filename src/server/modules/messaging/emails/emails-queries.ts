import { type Kysely, sql } from 'kysely'

import { defaultLanguage, type Language } from '#contract/base/languages.ts'
import type { DB } from '#server/lib/postgres/tables.ts'

export type EmailKey = { userId: number; event: string; receiver: string }
/**
 * For a row of `emails` joined with its `users`: the account's address has changed since the email was queued, so the
 * receiver may be a stranger. A confirmation goes to the new address and the warning of a change to the old one; a
 * contact message may also go to the operator's contact address.
 */
export const isForOtherAddress = sql<boolean>`(
  emails.receiver <> users.email and emails.kind not in ('email_confirmation', 'email_change_asked')
  and not (emails.kind = 'contact_message' and emails.receiver is not distinct from (
    select value ->> 'email' from settings where section = 'contact')))`

/**
 * Sends a queued email to the account's current address instead. It is dropped if its link is only for the old address, or
 * if it needs a confirmed address and the new one is not; a dropped announcement is counted as unwanted.
 */
export async function moveToCurrentAddress(
  db: Kysely<DB>,
  { userId, event, receiver }: EmailKey,
): Promise<void> {
  await sql`
    with before as (
      delete from emails where user_id = ${userId} and event = ${event} and receiver = ${receiver} and due_at is not null
      returning user_id, event, kind, details, created_at, server
    ), after as (
      insert into emails (user_id, event, receiver, kind, details, created_at, server)
      select user_id, event, users.email, kind, details, before.created_at, server from before join users on users.id = user_id
      where deleted_at is null and kind <> 'password_reset'
        and (email_confirmed_at is not null or kind not in ('order_updates', 'favourite_changes', 'api_service_changes', 'balance_low', 'announcement'))
      on conflict do nothing returning event
    )
    update announcement_emails set unwanted = unwanted + 1
    from before where announcement_id = (before.details ->> 'announcement')::int
      and not exists (select from after)`.execute(db)
}

/** A user's address and language. */
export async function findReader(
  db: Kysely<DB>,
  userId: number,
): Promise<{ email: string; language: Language } | undefined> {
  const user = await db
    .selectFrom('users')
    .select(['email', 'language'])
    .where('id', '=', userId)
    .executeTakeFirst()
  return user && { email: user.email, language: user.language ?? defaultLanguage }
}
