import { sql } from 'kysely'
import type { Client, Pool } from 'pg'

import { advisoryLock } from '#server/lib/postgres/advisory-locks.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'

import { personalHash, rowHash } from './row-hash.ts'

/** Held until the tx ends: numbers are handed out one at a time, and the hash before is the last one there is. */
export async function lockRecord(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${advisoryLock('audit log')})`.execute(tx)
}

export type StaffActionRow = {
  actorId: number
  action: string
  subject: string
  subjectId: number | bigint | null
  before: string | null
  after: string | null
  reason: string | null
  address: string
  /** What is a person's own, apart from the rest, with the salt of its hash. */
  personal: { json: string; salt: Buffer } | null
}

/** Call it under `lockRecord`. */
export async function insertStaffAction(tx: Tx, row: StaffActionRow): Promise<void> {
  await sql`
    with told as (
      select ${row.personal?.json ?? null}::jsonb as personal, ${row.personal?.salt ?? null}::bytea as personal_salt
    ), written as (
      select coalesce(max(number), 0) + 1 as number, ${row.actorId}::int as actor_id, ${row.action}::text as action,
        ${row.subject}::text as subject, ${row.subjectId}::bigint as subject_id, ${row.before}::jsonb as before,
        ${row.after}::jsonb as after, ${row.reason}::text as reason, ${row.address}::text as address,
        clock_timestamp()::timestamptz(3) as created_at,
        coalesce((select hash from audit_log order by number desc limit 1), ''::bytea) as previous_hash
      from audit_log
    ), hashed as (
      select written.*, told.*, ${sql.raw(personalHash)} as personal_hash from written cross join told
    )
    insert into audit_log (number, actor_id, action, subject, subject_id, before, after, reason, address,
      created_at, previous_hash, personal, personal_salt, personal_hash, hash)
    select *, ${sql.raw(rowHash)} from hashed`.execute(tx)
}

/** The newest row. */
export async function findHead(client: Client | Pool): Promise<{ number: bigint; hash: Buffer } | undefined> {
  const { rows } = await client.query<{ number: bigint; hash: Buffer }>(
    'select number, hash from audit_log order by number desc limit 1',
  )
  return rows[0]
}

/** What is a user's own goes out of every row about them, those of earlier versions too. Answers what is left of these. */
export async function deletePersonal(tx: Tx, userId: number): Promise<{ number: bigint; left: string }[]> {
  await sql`update audit_log set personal = null, personal_salt = null
    where subject = 'user' and subject_id = ${userId}::bigint and personal is not null`.execute(tx)
  const { rows } = await sql<{ number: bigint; left: string }>`
    update audit_log set before = before - 'name', after = after - 'name'
    where subject = 'user' and subject_id = ${userId}::bigint and personal_hash is null
      and (before ? 'name' or after ? 'name')
    returning number, encode(${sql.raw(rowHash)}, 'hex') as left`.execute(tx)
  return rows
}
