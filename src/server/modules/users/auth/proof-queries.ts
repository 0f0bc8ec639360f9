import { type Kysely, sql } from 'kysely'

import { limits } from '#contract/base/limits.ts'
import type { DB } from '#server/lib/postgres/tables.ts'

import { thisMoment } from './sessions-queries.ts'

type Session = { userId: number; sessionId: string }

export type ProofState = { isProven: boolean; hasTwoFactor: boolean }

/** By the clock of the database, as both times were written. `greatest` leaves nulls out. */
export async function findProofState(db: Kysely<DB>, { userId, sessionId }: Session): Promise<ProofState> {
  const { rows } = await sql<ProofState>`
    select exists (
        select from sessions where user_id = ${userId} and id = ${sessionId}::uuid
          and greatest(signed_in_at, proven_at)
            > ${thisMoment} - make_interval(mins => ${sql.lit(limits.proofMinutes)})) as "isProven",
      exists (
        select from two_factor where user_id = ${userId} and enabled_at is not null) as "hasTwoFactor"`.execute(
    db,
  )
  return rows[0] ?? { isProven: false, hasTwoFactor: false }
}

/** Of the whole chain: the session may have been renewed while the proof was checked. */
export async function writeProof(db: Kysely<DB>, { userId, sessionId }: Session): Promise<void> {
  await sql`
    update sessions set proven_at = ${thisMoment}
    where user_id = ${userId} and ends_at > ${thisMoment}
      and chain = (select chain from sessions where user_id = ${userId} and id = ${sessionId}::uuid)`.execute(
    db,
  )
}
