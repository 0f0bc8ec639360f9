import { sql } from 'kysely'
import type { Client, Pool } from 'pg'

import { takeLock } from '#server/lib/postgres/advisory-locks.ts'
import { makeClient } from '#server/lib/postgres/pool.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'

/**
 * The hash of a row covers the previous hash and all columns as one JSON array, which PostgreSQL writes in only one
 * way. Times are milliseconds, since their text depends on the session. Personal data is covered by its salted hash, so
 * that it can be deleted; rows without any have no element for it.
 */
export const rowHash = `sha256(previous_hash || convert_to((jsonb_build_array(number, actor_id, key_id, action, subject,
  subject_id, before, after, reason, address, round(extract(epoch from created_at) * 1000)::bigint)
  || case when personal_hash is null then '[]' else jsonb_build_array(encode(personal_hash, 'hex')) end)::text, 'UTF8'))`

/** Salted, so that a deleted name can't be guessed from its hash. */
export const personalHash = `sha256(personal_salt || convert_to(personal::text, 'UTF8'))`

/** Whether a row's personal data is gone although its user was not deleted. */
export const isPersonalMissing = (
  row: string,
) => `(${row}.personal_hash is not null and ${row}.personal is null
  and not exists (
    select from audit_log deletion where deletion.action = 'user.delete' and ${row}.subject = 'user'
      and deletion.subject_id = ${row}.subject_id and deletion.number > ${row}.number))`

export type AuditLogRow = {
  actorId: number
  keyId: string | null
  action: string
  subject: string
  subjectId: number | bigint | null
  before: string | null
  after: string | null
  reason: string | null
  address: string
  /** A user's personal data, with the salt of its hash. */
  personal: { json: string; salt: Buffer } | null
}

/** One process at a time until the tx ends: numbers have no gaps, and each row has the previous row's hash. */
export async function lockAuditLog(tx: Tx): Promise<void> {
  await takeLock(tx, 'audit log')
}

/** Requires `lockAuditLog`. */
export async function insertAuditLogRow(tx: Tx, row: AuditLogRow): Promise<void> {
  await sql`
    with given as (
      select ${row.personal?.json ?? null}::jsonb as personal, ${row.personal?.salt ?? null}::bytea as personal_salt
    ), written as (
      select coalesce(max(number), 0) + 1 as number, ${row.actorId}::int as actor_id,
        ${row.keyId}::uuid as key_id, ${row.action}::text as action,
        ${row.subject}::text as subject, ${row.subjectId}::bigint as subject_id, ${row.before}::jsonb as before,
        ${row.after}::jsonb as after, ${row.reason}::text as reason, ${row.address}::text as address,
        -- In the demo's past, as tally_now() has it.
        coalesce(nullif(current_setting('tally.now', true), '')::timestamptz, clock_timestamp())::timestamptz(3) as created_at,
        coalesce((select hash from audit_log order by number desc limit 1), ''::bytea) as previous_hash
      from audit_log
    ), hashed as (
      select written.*, given.*, ${sql.raw(personalHash)} as personal_hash from written cross join given
    )
    insert into audit_log (number, actor_id, key_id, action, subject, subject_id, before, after, reason, address,
      created_at, previous_hash, personal, personal_salt, personal_hash, hash)
    select *, ${sql.raw(rowHash)} from hashed`.execute(tx)
}

/** Deletes a deleted user's personal data from rows about them. The rows' hashes stay valid. */
export async function deletePersonalData(tx: Tx, userId: number): Promise<void> {
  await sql`update audit_log set personal = null, personal_salt = null
    where subject = 'user' and subject_id = ${userId}::bigint and personal is not null`.execute(tx)
}

/** The newest row. */
export async function findHead(client: Client | Pool): Promise<{ number: bigint; hash: Buffer } | undefined> {
  const { rows } = await client.query<{ number: bigint; hash: Buffer }>(
    'select number, hash from audit_log order by number desc limit 1',
  )
  return rows[0]
}

/** The number of rows and the newest hash in hex. Noted elsewhere, they later prove that no row was changed. */
export async function readAuditLogHead(url: string): Promise<{ count: number; head: string } | undefined> {
  const client = makeClient(url, 'tally-and-reach audit')
  await client.connect()
  const row = await findHead(client).finally(() => client.end())
  return row === undefined ? undefined : { count: Number(row.number), head: row.hash.toString('hex') }
}
