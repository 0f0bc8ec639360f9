import { type Kysely, sql } from 'kysely'

import type { LetterHold } from '#contract/messaging/failed-emails.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'
import type { Letter } from '#server/modules/messaging/emails/email-kinds.ts'
import { linkLifetimes } from '#server/modules/messaging/emails/link-lifetimes.ts'
import { isForOtherAddress } from '#server/modules/messaging/emails/other-address-queries.ts'

/** What names a letter beside its user; of letters that are given up at the same moment it decides which is first. */
const hash = sql<string>`md5(mails.event || ' ' || mails.receiver)`

const isYoung = (letter: keyof typeof linkLifetimes) =>
  sql`created_at > now() - ${linkLifetimes[letter]}::interval`

/** A link is judged by its row: whoever follows it is asked the same there. */
const heldByItself = sql`
  case mails.letter
    when 'email_confirmation' then case when not exists (
      select from email_confirmations one where one.user_id = mails.user_id
        and one.id = (mails.details ->> 'confirmation')::bigint and one.used_at is null
        and one.email in (users.email, users.pending_email) and one.${isYoung('email_confirmation')}) then 'link_over' end
    when 'invitation' then case when users.status <> 'active' or not exists (
      select from invitations one where one.user_id = mails.user_id
        and one.id = (mails.details ->> 'invitation')::bigint and one.${isYoung('invitation')}) then 'link_over' end
    when 'password_reset' then case when users.status <> 'active' or not exists (
      select from password_resets one where one.user_id = mails.user_id
        and one.id = (mails.details ->> 'reset')::bigint and one.email = users.email
        and one.${isYoung('password_reset')}) then 'link_over' end
    when 'announcement' then case when not exists (
      select from announcements one where one.id = (mails.details ->> 'announcement')::int
        and one.status <> 'stopped') then 'announcement_stopped' end
  end`

const heldBy = sql<LetterHold | null>`
  coalesce(${heldByItself}, case when ${isForOtherAddress} then 'address_changed' end)`

export type GivenUpRow = {
  user_id: number
  user_name: string
  hash: string
  letter: Letter['letter']
  receiver: string
  created_at: Date
  given_up_at: Date
  tries: number
  fault: unknown
  held_by: LetterHold | null
}
export type GivenUpPlace = { givenUpAt: Date; userId: number; hash: string }

/** The last one first, by `mails_given_up`: a page reads its own rows, whatever else is kept. */
export async function listGivenUpRows(
  db: Kysely<DB>,
  { after, count }: { after: GivenUpPlace | undefined; count: number },
): Promise<GivenUpRow[]> {
  const beyond =
    after === undefined
      ? sql``
      : sql`and mails.given_up_at <= ${after.givenUpAt}
          and (mails.given_up_at, mails.user_id, ${hash}) < (${after.givenUpAt}, ${after.userId}, ${after.hash})`
  const { rows } = await sql<GivenUpRow>`
    select mails.user_id, users.name as user_name, ${hash} as hash, mails.letter, mails.receiver, mails.created_at,
      mails.given_up_at, mails.tries, mails.fault, ${heldBy} as held_by
    from mails join users on users.id = mails.user_id
    where mails.given_up_at is not null ${beyond}
    order by mails.given_up_at desc, mails.user_id desc, ${hash} desc
    limit ${count}`.execute(db)
  return rows
}

export type GivenUp = { letter: Letter['letter']; held_by: LetterHold | null; created_at: Date }

/** Locked until the tx ends; undefined where it is not given up any more, or was again since then. */
export async function lockGivenUp(
  tx: Tx,
  { userId, hash: own, givenUpAt }: GivenUpPlace,
): Promise<GivenUp | undefined> {
  const { rows } = await sql<GivenUp>`
    select mails.letter, mails.created_at, ${heldBy} as held_by
    from mails join users on users.id = mails.user_id
    where mails.user_id = ${userId} and mails.given_up_at = ${givenUpAt} and ${hash} = ${own}
    for update of mails`.execute(tx)
  return rows[0]
}

/** As if it was never tried. One of an announcement is counted there as failed no more. */
export async function queueAgain(tx: Tx, { userId, hash: own, givenUpAt }: GivenUpPlace): Promise<void> {
  await sql`
    with again as (
      update mails set given_up_at = null, due_at = now(), tries = 0, fault = null
      where user_id = ${userId} and given_up_at = ${givenUpAt} and ${hash} = ${own}
      returning letter, details
    )
    update announcement_letters set failed = failed - 1
    from again where again.letter = 'announcement'
      and announcement_id = (again.details ->> 'announcement')::int`.execute(tx)
}
