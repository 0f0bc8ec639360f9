import { type Kysely, sql } from 'kysely'

import { AppError } from '#contract/base/errors.ts'
import type { Staff } from '#contract/base/permissions.ts'
import type { EmailHold, FailedEmail, ResendOutcome } from '#contract/messaging/failed-emails.ts'
import type { Context } from '#server/context.ts'
import { readStoredFault } from '#server/lib/queue/stored-fault.ts'
import { ID_MAX } from '#server/lib/postgres/id-cursor.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'
import { shownAddress } from '#server/modules/audit-log/shown-address.ts'
import { type By, transactAsStaff } from '#server/modules/audit-log/transact-as-staff.ts'

import type { Email } from './email-kinds.ts'
import { isForOtherAddress } from './emails-queries.ts'
import { linkLifetimes } from './link-token.ts'

/** A page of failed emails, the latest first, and the cursor of the next page. */
export async function listFailedEmails(
  { db }: Pick<Context, 'db'>,
  { staff, cursor, limit }: { staff: Staff; cursor: string | undefined; limit: number },
): Promise<{ emails: FailedEmail[]; nextCursor: string | null }> {
  const found = await listRows(db, { after: readCursor(cursor), count: limit + 1 })
  const rows = found.slice(0, limit)
  const last = found.length > limit ? rows.at(-1) : undefined
  return {
    emails: rows.map((row) => toFailedEmail(staff, row)),
    nextCursor: last === undefined ? null : toCursor(last),
  }
}

/**
 * Queues a failed email again and adds it to the audit log. `givenUpAt` is the failure that the caller saw: of two
 * requests for one failure only the first sends.
 */
export async function resendEmail(
  ctx: Context,
  by: By,
  { id, givenUpAt }: { id: string; givenUpAt: Date },
): Promise<ResendOutcome> {
  const [user = '', hash = ''] = id.split('-')
  const userId = Number(user)
  if (userId > ID_MAX) return 'not_given_up'
  const position = { userId, hash, givenUpAt }
  return transactAsStaff(ctx, by, async (tx, publish, record) => {
    const found = await lockFailed(tx, position)
    if (found === undefined) return 'not_given_up'
    const { kind, held_by: heldBy, created_at: writtenAt } = found
    if (heldBy !== null) return heldBy
    await requeue(tx, position)
    // Without address and text: the audit log is stored forever.
    record({ action: 'email.send_again', id: userId, after: { kind, written_at: writtenAt } })
    publish({ topic: 'mail' })
    return 'queued'
  })
}

/** Identifies an email among those of its user, and orders emails that failed at the same moment. */
const hashOfKey = sql<string>`md5(emails.event || ' ' || emails.receiver)`

const isYoung = (kind: keyof typeof linkLifetimes) =>
  sql`created_at > now() - ${linkLifetimes[kind]}::interval`

/** The same conditions as when the link is opened. */
const heldByContent = sql`
  case emails.kind
    when 'email_confirmation' then case when not exists (
      select from email_confirmations one where one.user_id = emails.user_id
        and one.id = (emails.details ->> 'confirmation')::bigint and one.used_at is null
        and one.email in (users.email, users.pending_email) and one.${isYoung('email_confirmation')}) then 'link_expired' end
    when 'invitation' then case when users.status <> 'active' or not exists (
      select from invitations one where one.user_id = emails.user_id
        and one.id = (emails.details ->> 'invitation')::bigint and one.${isYoung('invitation')}) then 'link_expired' end
    when 'password_reset' then case when users.status <> 'active' or not exists (
      select from password_resets one where one.user_id = emails.user_id
        and one.id = (emails.details ->> 'reset')::bigint and one.email = users.email
        and one.${isYoung('password_reset')}) then 'link_expired' end
  end`

const heldBy = sql<EmailHold | null>`
  coalesce(${heldByContent}, case when ${isForOtherAddress} then 'address_changed' end)`

/** Null if it is not about an announcement. */
const announcement = sql<
  number | null
>`case when emails.kind = 'announcement' then (emails.details ->> 'announcement')::int end`

/** Also holds emails of stopped announcements. A separate statement: the other emails are stored with their customers. */
async function holdStopped<Row extends { announcement: number | null; held_by: EmailHold | null }>(
  db: Kysely<DB>,
  rows: readonly Row[],
): Promise<Row[]> {
  const ids = [...new Set(rows.flatMap((row) => row.announcement ?? []))]
  if (ids.length === 0) return [...rows]
  const going = await db
    .selectFrom('announcements')
    .select('id')
    .where('id', 'in', ids)
    .where('status', '<>', 'stopped')
    .execute()
  const isGoing = new Set(going.map(({ id }) => id))
  return rows.map((row) =>
    row.announcement === null || isGoing.has(row.announcement)
      ? row
      : { ...row, held_by: 'announcement_stopped' },
  )
}

type FailedRow = {
  user_id: number
  user_name: string
  hash: string
  kind: Email['kind']
  receiver: string
  created_at: Date
  given_up_at: Date
  tries: number
  fault: unknown
  announcement: number | null
  held_by: EmailHold | null
}
type Position = { givenUpAt: Date; userId: number; hash: string }

/** In the order of the index `emails_failed`, so that a page reads only its own rows. */
async function listRows(
  db: Kysely<DB>,
  { after, count }: { after: Position | undefined; count: number },
): Promise<FailedRow[]> {
  const beyond =
    after === undefined
      ? sql``
      : sql`and emails.failed_at <= ${after.givenUpAt}
          and (emails.failed_at, emails.user_id, ${hashOfKey}) < (${after.givenUpAt}, ${after.userId}, ${after.hash})`
  const { rows } = await sql<FailedRow>`
    select emails.user_id, users.name as user_name, ${hashOfKey} as hash, emails.kind, emails.receiver, emails.created_at,
      emails.failed_at as given_up_at, emails.tries, emails.fault, ${announcement} as announcement,
      ${heldBy} as held_by
    from emails join users on users.id = emails.user_id
    where emails.failed_at is not null ${beyond}
    order by emails.failed_at desc, emails.user_id desc, ${hashOfKey} desc
    limit ${count}`.execute(db)
  return holdStopped(db, rows)
}

function toFailedEmail(
  staff: Staff,
  { hash, fault, announcement: _announcement, ...row }: FailedRow,
): FailedEmail {
  const receiver = shownAddress(staff, row.receiver)
  return { ...row, receiver, id: `${row.user_id}-${hash}`, reason: readStoredFault(fault) }
}

function toCursor({ given_up_at: at, user_id: userId, hash }: FailedRow): string {
  return `${at.getTime()}-${userId}-${hash}`
}

function readCursor(cursor: string | undefined): Position | undefined {
  if (cursor === undefined) return undefined
  const [, at, userId, hash] = /^(\d{1,14})-(\d{1,10})-([0-9a-f]{32})$/.exec(cursor) ?? []
  if (at === undefined || hash === undefined || Number(userId) > ID_MAX)
    throw new AppError('invalid_parameter', { reason: 'parameter', parameter: 'cursor' })
  return { givenUpAt: new Date(Number(at)), userId: Number(userId), hash }
}

type Locked = {
  kind: Email['kind']
  announcement: number | null
  held_by: EmailHold | null
  created_at: Date
}

/** Locked until the tx ends. Undefined if it is already queued again, or has failed again since. */
async function lockFailed(tx: Tx, { userId, hash, givenUpAt }: Position): Promise<Locked | undefined> {
  const { rows } = await sql<Locked>`
    select emails.kind, emails.created_at, ${announcement} as announcement, ${heldBy} as held_by
    from emails join users on users.id = emails.user_id
    where emails.user_id = ${userId} and emails.failed_at = ${givenUpAt} and ${hashOfKey} = ${hash}
    for update of emails`.execute(tx)
  return (await holdStopped(tx, rows))[0]
}

/** Due now, with all tries left. An announcement no longer counts it as failed. */
async function requeue(tx: Tx, { userId, hash, givenUpAt }: Position): Promise<void> {
  const { rows } = await sql<{ announcement: number | null }>`
    update emails set failed_at = null, due_at = now(), tries = 0, fault = null
    where user_id = ${userId} and failed_at = ${givenUpAt} and ${hashOfKey} = ${hash}
    returning ${announcement} as announcement`.execute(tx)
  for (const { announcement: id } of rows)
    if (id !== null)
      await sql`update announcement_emails set failed = failed - 1 where announcement_id = ${id}`.execute(tx)
}
