import { randomUUID } from 'node:crypto'

import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Pool } from 'pg'

import { limits } from '#contract/base/limits.ts'
import type { Staff } from '#contract/base/permissions.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'

const lifetime = sql`make_interval(hours => ${sql.lit(limits.tokenHours)})`
const grace = sql`make_interval(secs => ${sql.lit(limits.refreshGraceSeconds)})`
/** Since the sign-in, however often it was renewed. */
const absolute = sql`make_interval(days => ${sql.lit(limits.signInDays)})`
/** The clock and not the tx's start: a statement that waited for a row must see what happened meanwhile. */
export const thisMoment = sql<Date>`clock_timestamp()`

/**
 * What is ended is over by every connection's clock, of which one may be some milliseconds behind another: there it could
 * still be renewed.
 */
export const moment = sql`interval '1 second'`

const secondsUntil = (end: RawBuilder<unknown>) =>
  sql<number>`round(extract(epoch from ${end} - ${thisMoment}))::int`

/** `seconds`: until it ends, unless it is renewed in turn. */
export type Renewed = { id: string; seconds: number }

/** Where a sign-in comes from. */
export type Device = { address: string; userAgent: string | undefined }

export type SessionKey = { userId: number; id: string }
/**
 * `at` counts from 1 where it stands among those asked for; `left` is in milliseconds. An idle one was not used for
 * some minutes.
 */
export type LiveSessionRow = Staff & { at: number; id: number; left: number; is_idle: boolean }

/** Those that hold, of many at once. Every request waits for it: a named statement, which the pool alone can send. */
export async function findLiveSessions(pool: Pool, asked: readonly SessionKey[]): Promise<LiveSessionRow[]> {
  const { rows } = await pool.query<LiveSessionRow>({
    name: 'read-sessions',
    text: `select asked.at::int as at, users.id, users.role, users.permissions,
        extract(epoch from sessions.ends_at - now())::float * 1000 as left,
        sessions.used_at < now() - interval '5 minutes' as is_idle
      from unnest($1::int[], $2::uuid[]) with ordinality as asked (user_id, id, at)
      join sessions on sessions.user_id = asked.user_id and sessions.id = asked.id
      join users on users.id = asked.user_id and users.session_epoch = sessions.epoch
      where sessions.ends_at > now() and users.status = 'active' and users.deleted_at is null`,
    values: [asked.map(({ userId }) => userId), asked.map(({ id }) => id)],
  })
  return rows
}

/** A session of this epoch; undefined when the user is blocked or gone, or the epoch is over. */
export async function insertSession(
  db: Kysely<DB>,
  { userId, epoch, device }: { userId: number; epoch?: number; device: Device },
): Promise<string | undefined> {
  const isEpoch = epoch === undefined ? sql`true` : sql`session_epoch = ${epoch}`
  const { rows } = await sql<{ id: string }>`
    insert into sessions (user_id, id, epoch, ends_at, address, user_agent)
    select id, ${randomUUID()}::uuid, session_epoch, ${thisMoment} + ${lifetime}, ${device.address},
      ${toKept(device)} from users
    where id = ${userId} and status = 'active' and deleted_at is null and ${isEpoch}
    returning id`.execute(db)
  return rows[0]?.id
}

/**
 * A new session for a live one, which ends within the grace: once, so that of those who renew at the same moment one does.
 * The epoch is the old one's: a password changed at the same moment ends both. Who ends sessions of this user has finished
 * before, or begins after this.
 */
export async function renewSession(
  db: Kysely<DB>,
  { userId, sessionId, device }: { userId: number; sessionId: string; device: Device },
): Promise<Renewed | undefined> {
  const { rows } = await sql<Renewed>`
    with owner as materialized (
      select id from users where id = ${userId} for share
    ), old as (
      update sessions set ends_at = least(ends_at, ${thisMoment} + ${grace}), is_renewed = true, renewed_at = ${thisMoment}
      from owner
      where user_id = owner.id and sessions.id = ${sessionId}::uuid and ends_at > ${thisMoment} and not is_renewed
      returning user_id, chain, epoch, signed_in_at, proven_at
    )
    insert into sessions (user_id, id, chain, epoch, ends_at, signed_in_at, proven_at, address, user_agent)
    select user_id, ${randomUUID()}::uuid, chain, epoch, least(${thisMoment} + ${lifetime}, signed_in_at + ${absolute}),
      signed_in_at, proven_at, ${device.address}, ${toKept(device)} from old
    returning id, ${secondsUntil(sql.ref('ends_at'))} as seconds`.execute(db)
  return rows[0]
}

/** What a session was renewed to, and that again, as far as it went, within the grace of the one that is named. */
export async function findRenewed(
  db: Kysely<DB>,
  { userId, sessionId }: { userId: number; sessionId: string },
): Promise<Renewed | undefined> {
  return db
    .selectFrom('sessions as named')
    .innerJoin('sessions as last', (join) =>
      join.onRef('last.user_id', '=', 'named.user_id').onRef('last.chain', '=', 'named.chain'),
    )
    .select(['last.id', secondsUntil(sql.ref('last.ends_at')).as('seconds')])
    .where('named.user_id', '=', userId)
    .where('named.id', '=', sessionId)
    .where('named.is_renewed', '=', true)
    .where('named.ends_at', '>', thisMoment)
    .where('last.is_renewed', '=', false)
    .where('last.ends_at', '>', thisMoment)
    .executeTakeFirst()
}

/** Whether it was renewed, and the grace in which it may still be shown is over. */
export async function isPastGrace(db: Kysely<DB>, { userId, id }: SessionKey): Promise<boolean> {
  const row = await db
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('renewed_at', '<=', sql<Date>`${thisMoment} - ${grace}`)
    .executeTakeFirst()
  return row !== undefined
}

const USER_AGENT_MAX = 300
function toKept({ userAgent }: Device): string | null {
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

/** Those that are in use now, as of this minute; one by one, as two processes would wait for each other. */
export async function touchSessions(pool: Pool, used: readonly SessionKey[]): Promise<void> {
  for (const { userId, id } of used)
    await pool.query(
      `update sessions set used_at = now() where user_id = $1 and id = $2 and used_at < now() - interval '1 minute'`,
      [userId, id],
    )
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

/** Their addresses and devices too; that none holds any more is the epoch's to say. */
export async function deleteSessions(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('sessions').where('user_id', '=', userId).execute()
}
