import { sql } from 'kysely'
import type { Client } from 'pg'

import type { Tx } from '#server/database/transact.ts'

import { rowHash } from './row-hash.ts'

/** Any number will do, as long as every process of the product takes the same. */
const LOCK_KEY = 7_244_615_910

/** Held until the tx ends: numbers are handed out one at a time, and the hash before is the last one there is. */
export async function lockRecord(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${LOCK_KEY})`.execute(tx)
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
}

/** Call it under `lockRecord`. */
export async function insertStaffAction(tx: Tx, row: StaffActionRow): Promise<void> {
  await sql`
    with written as (
      select coalesce(max(number), 0) + 1 as number, ${row.actorId}::int as actor_id, ${row.action}::text as action,
        ${row.subject}::text as subject, ${row.subjectId}::bigint as subject_id, ${row.before}::jsonb as before,
        ${row.after}::jsonb as after, ${row.reason}::text as reason, ${row.address}::text as address,
        clock_timestamp()::timestamptz(3) as created_at,
        coalesce((select hash from staff_actions order by number desc limit 1), ''::bytea) as previous_hash
      from staff_actions
    )
    insert into staff_actions (number, actor_id, action, subject, subject_id, before, after, reason, address,
      created_at, previous_hash, hash)
    select *, ${sql.raw(rowHash)} from written`.execute(tx)
}

/** The newest row. */
export async function findHead(client: Client): Promise<{ number: bigint; hash: Buffer } | undefined> {
  const { rows } = await client.query<{ number: bigint; hash: Buffer }>(
    'select number, hash from staff_actions order by number desc limit 1',
  )
  return rows[0]
}
