import { randomUUID } from 'node:crypto'

import { type Kysely, sql } from 'kysely'
import type { Pool } from 'pg'

import type { Staff } from '#contract/base/permissions.ts'
import { VIEW_MINUTES } from '#contract/users/view-as.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'

/** Undefined for a viewer whose session ended meanwhile. */
export async function insertView(
  tx: Tx,
  { userId, viewerId, sessionId }: { userId: number; viewerId: number; sessionId: string },
): Promise<{ id: string; ends_at: Date } | undefined> {
  const { rows } = await sql<{ id: string; ends_at: Date }>`
    insert into views (user_id, id, viewer_id, viewer_chain, ends_at)
    select ${userId}::int, ${randomUUID()}::uuid, user_id, chain,
      clock_timestamp() + make_interval(mins => ${sql.lit(VIEW_MINUTES)})
    from sessions where user_id = ${viewerId} and id = ${sessionId}::uuid and ends_at > clock_timestamp()
    returning id, ends_at`.execute(tx)
  return rows[0]
}

export type LiveView = Staff & { viewer_id: number; left: number }

/**
 * While the sign-in in which it was begun goes on, renewed or not, and the account that is seen is there; `left` is in
 * milliseconds.
 */
export async function findLiveView(
  pool: Pool,
  { userId, id }: { userId: number; id: string },
): Promise<LiveView | undefined> {
  const { rows } = await pool.query<LiveView>(
    `select viewer.id as viewer_id, viewer.role, viewer.permissions,
       extract(epoch from views.ends_at - now())::float * 1000 as left
     from views
     join users viewer on viewer.id = views.viewer_id
     join sessions on sessions.user_id = views.viewer_id and sessions.chain = views.viewer_chain
       and sessions.epoch = viewer.session_epoch and not sessions.is_renewed and sessions.ends_at > now()
     join users on users.id = views.user_id
     where views.user_id = $1 and views.id = $2 and views.ends_at > now() and viewer.status = 'active'
       and viewer.deleted_at is null and users.deleted_at is null`,
    [userId, id],
  )
  return rows[0]
}

/** Answers the ids of those that one viewer had of one account. */
export async function deleteViewsOf(
  tx: Tx,
  { viewerId, userId }: { viewerId: number; userId: number },
): Promise<string[]> {
  const rows = await tx
    .deleteFrom('views')
    .where('viewer_id', '=', viewerId)
    .where('user_id', '=', userId)
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Of an account that is forgotten, seen and as a viewer. */
export async function deleteViews(tx: Tx, userId: number): Promise<void> {
  await tx
    .deleteFrom('views')
    .where((is) => is.or([is('user_id', '=', userId), is('viewer_id', '=', userId)]))
    .execute()
}

/** Answers how many there were, at most `max`. Several processes may clean at once. */
export async function deleteEndedViews(db: Kysely<DB>, max: number): Promise<number> {
  const { rows } = await sql`
    delete from views where (user_id, id) in (
      select user_id, id from views where ends_at < now() - interval '1 hour'
      order by ends_at limit ${max} for update skip locked)
    returning id`.execute(db)
  return rows.length
}
