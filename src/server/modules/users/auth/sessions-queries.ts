import { type Kysely, type RawBuilder, sql } from 'kysely'

import { limits } from '#contract/base/limits.ts'
import type { DB } from '#server/lib/postgres/tables.ts'

export const lifetime = sql`make_interval(hours => ${sql.lit(limits.tokenHours)})`

export const grace = sql`make_interval(secs => ${sql.lit(limits.refreshGraceSeconds)})`

/** Since the sign-in, however often it was renewed. */
export const absolute = sql`make_interval(days => ${sql.lit(limits.signInDays)})`

/** The clock and not the tx's start: a statement that waited for a row must see what happened meanwhile. */
export const thisMoment = sql<Date>`clock_timestamp()`

/**
 * What is ended is over by every connection's clock, of which one may be some milliseconds behind another: there it could
 * still be renewed.
 */
export const moment = sql`interval '1 second'`

export const secondsUntil = (end: RawBuilder<unknown>) =>
  sql<number>`round(extract(epoch from ${end} - ${thisMoment}))::int`

/** Where a sign-in comes from. */
export type Device = { address: string; userAgent: string | undefined }

export type SessionKey = { userId: number; id: string }

const USER_AGENT_MAX = 300

export function toKept({ userAgent }: Device): string | null {
  return userAgent?.slice(0, USER_AGENT_MAX) ?? null
}

/** Those that are in use, the last used first: `limits.sessionsPerUser` at most. */
export async function listLiveSessions(db: Kysely<DB>, userId: number) {
  return db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['sessions.id', 'signed_in_at', 'used_at', 'address', 'user_agent'])
    .where('user_id', '=', userId)
    .where('ends_at', '>', thisMoment)
    .where('is_renewed', '=', false)
    .whereRef('sessions.epoch', '=', 'users.session_epoch')
    .orderBy('used_at', 'desc')
    .limit(limits.sessionsPerUser)
    .execute()
}

/**
 * Answers how many were deleted, at most `max`. Several processes may clean at once. One that was renewed is kept for as long
 * as its token could be shown again, which would tell that somebody else has it.
 */
export async function deleteEndedSessions(db: Kysely<DB>, max: number): Promise<number> {
  const { rows } = await sql`
    delete from sessions where (user_id, id) in (
      select user_id, id from sessions where ends_at < now() - ${lifetime}
      order by ends_at limit ${max} for update skip locked)
    returning id`.execute(db)
  return rows.length
}
