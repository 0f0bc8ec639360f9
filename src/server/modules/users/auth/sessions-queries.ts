import { type Kysely, type RawBuilder, sql } from 'kysely'

import { limits } from '#contract/base/limits.ts'
import type { DB } from '#server/lib/postgres/tables.ts'

export const lifetime = sql`make_interval(hours => ${sql.lit(limits.tokenHours)})`

export const grace = sql`make_interval(secs => ${sql.lit(limits.refreshGraceSeconds)})`

/** Counted from the sign-in, regardless of renewals. */
export const absolute = sql`make_interval(days => ${sql.lit(limits.signInDays)})`

/** The clock, not the tx's start: a statement that waited for a row must see what happened meanwhile. */
export const thisMoment = sql<Date>`clock_timestamp()`

/**
 * The same for a change that waits for nothing, since an earlier statement of its tx has locked the rows: Citus
 * supports no `clock_timestamp()` in updates.
 */
export const thisStatement = sql<Date>`statement_timestamp()`

/**
 * Ended sessions are backdated, since another connection's clock may be some milliseconds behind and would still renew
 * them.
 */
export const moment = sql`interval '1 second'`

export const secondsUntil = (end: RawBuilder<unknown>) =>
  sql<number>`round(extract(epoch from ${end} - ${thisMoment}))::int`

/** The origin of a sign-in. */
export type Device = { address: string; userAgent: string | undefined }

export type SessionKey = { userId: number; id: string }

const USER_AGENT_MAX = 300

export function storedUserAgent({ userAgent }: Device): string | null {
  return userAgent?.slice(0, USER_AGENT_MAX) ?? null
}

/** Most recently used first, at most `limits.sessionsPerUser`. */
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
