import { type Kysely, sql } from 'kysely'

import { defaultLanguage, type Language } from '#contract/base/languages.ts'
import type { DB } from '#server/lib/postgres/tables.ts'

import type { Email } from './email-kinds.ts'

export type EmailKey = { userId: number; event: string; receiver: string }
export type DueEmail = EmailKey &
  Email & {
    tries: number
    /** The account has another address by now. */
    isForOther: boolean
    /** Sealed: the mail server that this email is sent over instead of the configured one. */
    server: Buffer | null
  }

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
 * Claims due emails for this process; they are due again after `leaseSeconds`, in case it dies. Without `hasServer` only
 * those that bring their own mail server.
 */
export async function claimEmails(
  db: Kysely<DB>,
  { count, leaseSeconds, hasServer }: { count: number; leaseSeconds: number; hasServer: boolean },
): Promise<DueEmail[]> {
  // `due_at` is checked again outside: of two processes that select the same row, the second must not claim it too.
  const { rows } = await sql<DueEmail>`
    update emails set due_at = now() + make_interval(secs => ${leaseSeconds}), tries = tries + 1
    from users
    where users.id = emails.user_id and (user_id, event, receiver) in (
        select user_id, event, receiver from emails
        where due_at <= now() and (${hasServer} or server is not null) order by due_at limit ${count})
      and due_at <= now()
    returning user_id as "userId", event, receiver, kind, details, tries, server,
      ${isForOtherAddress} as "isForOther"`.execute(db)
  return rows
}

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
        and (email_confirmed_at is not null or kind not in ('order_updates', 'favourite_changes', 'announcement'))
      on conflict do nothing returning event
    )
    update announcement_emails set unwanted = unwanted + 1
    from before where announcement_id = (before.details ->> 'announcement')::int
      and not exists (select from after)`.execute(db)
}

/** Marks it as sent, or with a fault as failed. An announcement's counts follow. */
export async function endEmail(
  db: Kysely<DB>,
  { userId, event, receiver, fault }: EmailKey & { fault: string | null },
): Promise<void> {
  // `server` holds a password and is deleted as soon as it is not needed.
  await sql`
    with ended as (
      update emails set due_at = null, fault = ${fault}::jsonb, server = null,
        sent_at = case when ${fault}::text is null then now() end,
        given_up_at = case when ${fault}::text is not null then now() end
      where user_id = ${userId} and event = ${event} and receiver = ${receiver} and due_at is not null
      returning details, sent_at is not null as is_sent
    )
    update announcement_emails set sent = sent + is_sent::int, failed = failed + (not is_sent)::int
    from ended where announcement_id = (ended.details ->> 'announcement')::int`.execute(db)
}

export async function postponeEmail(
  db: Kysely<DB>,
  { userId, event, receiver, fault, seconds }: EmailKey & { fault: string; seconds: number },
): Promise<void> {
  await sql`
    update emails set due_at = now() + make_interval(secs => ${seconds}), fault = ${fault}::jsonb
    where user_id = ${userId} and event = ${event} and receiver = ${receiver} and due_at is not null`.execute(
    db,
  )
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
