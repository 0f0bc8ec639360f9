import { randomUUID } from 'node:crypto'

import { type Kysely, sql } from 'kysely'
import type { Pool } from 'pg'

import type { Staff } from '#contract/permissions.ts'
import { VIEW_MINUTES } from '#contract/views.ts'
import type { DB } from '#server/database/tables.ts'
import type { Tx } from '#server/database/transact.ts'

/** Undefined for a viewer who was blocked or deleted meanwhile. */
export async function insertView(
  tx: Tx,
  { userId, viewerId }: { userId: number; viewerId: number },
): Promise<{ id: string; ends_at: Date } | undefined> {
  const { rows } = await sql<{ id: string; ends_at: Date }>`
    insert into views (user_id, id, viewer_id, viewer_epoch, ends_at)
    select ${userId}::int, ${randomUUID()}::uuid, id, session_epoch,
      clock_timestamp() + make_interval(mins => ${sql.lit(VIEW_MINUTES)})
    from users where id = ${viewerId} and status = 'active' and deleted_at is null
    returning id, ends_at`.execute(tx)
  return rows[0]
}

export type LiveView = Staff & { viewer_id: number; left: number }

/** While its viewer may still sign in, and the account that is seen is there; `left` is in milliseconds. */
export async function findLiveView(
  pool: Pool,
  { userId, id }: { userId: number; id: string },
): Promise<LiveView | undefined> {
  const { rows } = await pool.query<LiveView>(
    `select viewer.id as viewer_id, viewer.role, viewer.permissions,
       extract(epoch from views.ends_at - now())::float * 1000 as left
     from views
     join users viewer on viewer.id = views.viewer_id and viewer.session_epoch = views.viewer_epoch
     join users on users.id = views.user_id
     where views.user_id = $1 and views.id = $2 and views.ends_at > now() and viewer.status = 'active'
       and viewer.deleted_at is null and users.deleted_at is null`,
    [userId, id],
  )
  return rows[0]
}

/** Of one viewer, of all accounts or of one. Answers which they were. */
export async function deleteViewsOf(
  tx: Tx,
  { viewerId, userId }: { viewerId: number; userId?: number | undefined },
): Promise<{ user_id: number; id: string }[]> {
  let query = tx.deleteFrom('views').where('viewer_id', '=', viewerId)
  if (userId !== undefined) query = query.where('user_id', '=', userId)
  return query.returning(['user_id', 'id']).execute()
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
