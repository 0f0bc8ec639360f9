import { type Kysely, sql } from 'kysely'

import type { DB } from '#server/lib/postgres/tables.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'

import { moment, thisStatement } from './sessions-queries.ts'

/** Sessions that began before the restore, and links that were sent until the archive was written. */
export async function countSignIns(
  db: Kysely<DB>,
  { restoredAt }: { restoredAt: Date },
): Promise<{ sessions: number; links: number }> {
  const { rows } = await sql<{ sessions: number; links: number }>`
select (select count(*)::int from sessions where ${isOld(restoredAt)}) as sessions,
  (select count(*) from invitations)::int + (select count(*) from password_resets)::int
    + (select count(*) from email_confirmations where used_at is null)::int + (select count(*) from reset_requests)::int
    + (select count(*) from setup_links where used_at is null)::int as links`.execute(db)
  return rows[0] ?? { sessions: 0, links: 0 }
}

/**
 * Ends sessions that began before the restore: since the archive their users may have signed out, changed a password or been
 * blocked. One-time links may have been used since, so all of them are ended too. API keys stay: programs can't sign in again.
 */
export async function endSessions(tx: Tx, { restoredAt }: { restoredAt: Date }): Promise<number> {
  await sql`delete from view_as_sessions`.execute(tx)
  const { numAffectedRows = 0n } = await sql`
update sessions set ends_at = date_trunc('milliseconds', ${thisStatement}) - ${moment} where ${isOld(restoredAt)}`.execute(
    tx,
  )
  return Number(numAffectedRows)
}

export async function endLinks(tx: Tx): Promise<number> {
  const ended = [
    await sql`delete from invitations`.execute(tx),
    await sql`delete from password_resets`.execute(tx),
    await sql`delete from email_confirmations where used_at is null`.execute(tx),
    await sql`delete from reset_requests`.execute(tx),
    await sql`delete from setup_links where used_at is null`.execute(tx),
  ]
  return ended.reduce((sum, { numAffectedRows = 0n }) => sum + Number(numAffectedRows), 0)
}

const isOld = (restoredAt: Date) =>
  sql<boolean>`ends_at > ${thisStatement} and not is_renewed and signed_in_at < ${restoredAt}`
