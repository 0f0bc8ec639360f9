import { type Kysely, sql } from 'kysely'

import { defaultLanguage, type Language } from '#contract/base/languages.ts'
import type { Permission } from '#contract/base/permissions.ts'
import { toKeepable } from '#contract/base/stored-details.ts'
import { ofCustomer } from '#server/lib/postgres/of-customer.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'

import type { Letter } from './email-kinds.ts'
import { isForOtherAddress } from './other-address-queries.ts'

// Longer than most: one table and all that becomes of a waiting letter; what decides of an address stands beside it.

/** Sealed, where the email goes through another server than the one that is set up: see `mail-server-before.ts`. */
type OfServer = { server?: Buffer | null }
export type MailKey = { userId: number; event: string; receiver: string }
/** `isForOther`: than the account's address of now. */
export type DueMail = MailKey & Letter & { tries: number; isForOther: boolean; server: Buffer | null }

export async function insertMail(
  tx: Tx,
  { userId, event, receiver, letter, details }: MailKey & Letter,
): Promise<void> {
  await tx
    .insertInto('mails')
    .values({ user_id: userId, event, receiver, letter, details: JSON.stringify(details) })
    .onConflict((conflict) => conflict.columns(['user_id', 'event', 'receiver']).doNothing())
    .execute()
}

/** What a user reads. */
export async function findReaderLanguage(db: Kysely<DB>, userId: number): Promise<Language> {
  const user = await db.selectFrom('users').select('language').where('id', '=', userId).executeTakeFirst()
  return user?.language ?? defaultLanguage
}

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

/** Nothing where the user is gone. */
export async function insertMailToUser(
  tx: Tx,
  { userId, event, letter, details }: Omit<MailKey, 'receiver'> & Letter,
): Promise<void> {
  await sql`
    insert into mails (user_id, event, receiver, letter, details)
    select id, ${event}, email, ${letter}, ${JSON.stringify(details)}::jsonb from users
    where id = ${userId} and deleted_at is null
    on conflict do nothing`.execute(tx)
}

/**
 * To one address, in the name and the language of the longest-standing who may do what is `needs`; without one to each of
 * them, and to no more than twenty. Owners have no list of permissions, and 'owner' is in nobody's.
 */
export async function insertMailToStaff(
  tx: Tx,
  {
    needs,
    receiver,
    event,
    letter,
    details,
    server = null,
  }: Omit<MailKey, 'userId' | 'receiver'> &
    Letter &
    OfServer & { needs: Permission | 'owner'; receiver: string | null },
): Promise<void> {
  await sql`
    insert into mails (user_id, event, receiver, letter, details, server)
    select id, ${event}, coalesce(${receiver}::text, email), ${letter}, ${JSON.stringify(details)}::jsonb,
      ${server}::bytea
    from users
    where role = 'admin' and status = 'active' and deleted_at is null
      and (permissions is null or ${needs} = any (permissions))
    order by id limit ${receiver === null ? 20 : 1}
    on conflict do nothing`.execute(tx)
}

/** One for each, to addresses that were confirmed: nobody else is written to again and again. */
export async function insertOrderLetters(
  tx: Tx,
  { event, events }: { event: string; events: readonly { userId: number; counts: Record<string, number> }[] },
): Promise<void> {
  await sql`
    insert into mails (user_id, event, receiver, letter, details)
    select users.id, ${event}, email, 'order_updates', counts
    from unnest(${events.map(({ userId }) => userId)}::int[], ${events.map(({ counts }) => JSON.stringify(counts))}::jsonb[])
      as told (user_id, counts)
    join users on users.id = told.user_id
    where deleted_at is null and email_confirmed_at is not null
    on conflict do nothing`.execute(tx)
}

/** As those of orders: once for each event, to addresses that were confirmed. */
export async function insertFavouriteLetters(
  tx: Tx,
  { event, letters }: { event: string; letters: readonly { userId: number; details: object }[] },
): Promise<void> {
  await sql`
    insert into mails (user_id, event, receiver, letter, details)
    select users.id, ${event}, email, 'favourite_changes', told.details
    from unnest(${letters.map(({ userId }) => userId)}::int[],
      ${letters.map(({ details }) => JSON.stringify(details, toKeepable))}::jsonb[]) as told (user_id, details)
    join users on users.id = told.user_id
    where deleted_at is null and email_confirmed_at is not null
    on conflict do nothing`.execute(tx)
}

/** Whether as many wait already: letters that somebody waits for come after those. */
export async function areManyFavouriteLettersWaiting(db: Kysely<DB>, max: number): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from mails where letter = 'favourite_changes' and due_at is not null limit ${max}) waiting`.execute(
    db,
  )
  return (rows[0]?.count ?? 0) >= max
}

/** Up to when orders were told of by letter; undefined while another process is about it. */
export async function lockOrderLetters(tx: Tx): Promise<Date | undefined> {
  const row = await tx.selectFrom('order_letters').select('until').forUpdate().skipLocked().executeTakeFirst()
  return row?.until
}

export async function findOrderLettersRow(db: Kysely<DB>): Promise<{ unsubscribe_key: Buffer }> {
  return db.selectFrom('order_letters').select('unsubscribe_key').executeTakeFirstOrThrow()
}

export async function moveOrderLetters(tx: Tx, until: Date): Promise<void> {
  await tx.updateTable('order_letters').set({ until }).execute()
}

/**
 * Letters that are due, each for one worker: due again in `leaseSeconds` should that worker die. `hasServer`: without one only
 * those that bring their own.
 */
export async function claimMails(
  db: Kysely<DB>,
  { count, leaseSeconds, hasServer }: { count: number; leaseSeconds: number; hasServer: boolean },
): Promise<DueMail[]> {
  // Two that see the same row: the second waits for the first, and finds it not due any more.
  const { rows } = await sql<DueMail>`
    update mails set due_at = now() + make_interval(secs => ${leaseSeconds}), tries = tries + 1
    from users
    where users.id = mails.user_id and (user_id, event, receiver) in (
        select user_id, event, receiver from mails
        where due_at <= now() and (${hasServer} or server is not null) order by due_at limit ${count})
      and due_at <= now()
    returning user_id as "userId", event, receiver, letter, details, tries, server,
      ${isForOtherAddress} as "isForOther"`.execute(db)
  return rows
}

/**
 * A letter that waits goes on to the address that its account has by now. Not one whose link is for the address of before,
 * nor what is for confirmed addresses alone to one that is not: such a letter is dropped, and of an announcement counted.
 */
export async function followAccount(db: Kysely<DB>, { userId, event, receiver }: MailKey): Promise<void> {
  await sql`
    with before as (
      delete from mails where user_id = ${userId} and event = ${event} and receiver = ${receiver} and due_at is not null
      returning user_id, event, letter, details, created_at, server
    ), after as (
      insert into mails (user_id, event, receiver, letter, details, created_at, server)
      select user_id, event, users.email, letter, details, before.created_at, server from before join users on users.id = user_id
      where deleted_at is null and letter <> 'password_reset'
        and (email_confirmed_at is not null or letter not in ('order_updates', 'favourite_changes', 'announcement'))
      on conflict do nothing returning event
    )
    update announcement_letters set unwanted = unwanted + 1
    from before where announcement_id = (before.details ->> 'announcement')::int
      and not exists (select from after)`.execute(db)
}

/** Of an announcement it is counted there. The password of a server before is stored no longer than it is needed. */
export async function endMail(
  db: Kysely<DB>,
  { userId, event, receiver, fault }: MailKey & { fault: string | null },
): Promise<void> {
  await sql`
    with ended as (
      update mails set due_at = null, fault = ${fault}::jsonb, server = null,
        sent_at = case when ${fault}::text is null then now() end,
        given_up_at = case when ${fault}::text is not null then now() end
      where user_id = ${userId} and event = ${event} and receiver = ${receiver} and due_at is not null
      returning details, sent_at is not null as is_sent
    )
    update announcement_letters set sent = sent + is_sent::int, failed = failed + (not is_sent)::int
    from ended where announcement_id = (ended.details ->> 'announcement')::int`.execute(db)
}

export async function putOffMail(
  db: Kysely<DB>,
  { userId, event, receiver, fault, seconds }: MailKey & { fault: string; seconds: number },
): Promise<void> {
  await sql`
    update mails set due_at = now() + make_interval(secs => ${seconds}), fault = ${fault}::jsonb
    where user_id = ${userId} and event = ${event} and receiver = ${receiver} and due_at is not null`.execute(
    db,
  )
}

/** Deletes those that were done with before then, at most `count`; answers how many. */
export async function deleteOldMails(
  db: Kysely<DB>,
  { before, count }: { before: Date; count: number },
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from mails where (user_id, event, receiver) in (
      select user_id, event, receiver from mails where due_at is null and created_at < ${before}
      order by created_at limit ${count})`.execute(db)
  return Number(numAffectedRows)
}

export async function findSandboxMailbox(db: Kysely<DB>): Promise<{ port: number; url: string } | undefined> {
  return db.selectFrom('sandbox_mailbox').select(['port', 'url']).executeTakeFirst()
}

export async function saveSandboxMailbox(
  db: Kysely<DB>,
  mailbox: { port: number; url: string },
): Promise<void> {
  await db
    .insertInto('sandbox_mailbox')
    .values(mailbox)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(mailbox))
    .execute()
}

/** Those of announcements that waited are counted there. */
export async function deleteWaitingMails(tx: Tx, userId: number): Promise<void> {
  await sql`
    with dropped as (
      delete from mails where user_id = ${userId} and due_at is not null returning letter, details
    )
    update announcement_letters set unwanted = unwanted + 1
    from dropped where letter = 'announcement'
      and announcement_id = (details ->> 'announcement')::int`.execute(tx)
}

/** Any of one user's that do not wait, at most `count`; answers how many. */
export async function deleteSomeMails(
  db: Kysely<DB>,
  { userId, count }: { userId: number; count: number },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with batch as materialized (
      select event, receiver from mails where ${ofCustomer(userId)} and due_at is null order by user_id limit ${count}
    ), gone as (
      delete from mails where user_id = ${userId} and (event, receiver) in (select event, receiver from batch)
    )
    select count(*)::int as count from batch`.execute(db)
  return rows[0]?.count ?? 0
}

export async function listSealedServers(tx: Tx): Promise<Buffer[]> {
  const { rows } = await sql<{ server: Buffer }>`
    select distinct server from mails where due_at is not null and server is not null`.execute(tx)
  return rows.map(({ server }) => server)
}

export async function replaceSealedServer(
  tx: Tx,
  { sealed, resealed }: { sealed: Buffer; resealed: Buffer },
): Promise<void> {
  await sql`update mails set server = ${resealed} where due_at is not null and server = ${sealed}`.execute(tx)
}
