import type { Pool } from 'pg'

import type { Staff } from '#contract/base/permissions.ts'

type LiveView = Staff & { viewer_id: number; left: number }

/**
 * Valid while the viewer's sign-in lasts, renewed or not, and the viewed account exists. `left` is in
 * milliseconds.
 */
export async function findLiveView(
  pool: Pool,
  { userId, id }: { userId: number; id: string },
): Promise<LiveView | undefined> {
  const { rows } = await pool.query<LiveView>(
    `select viewer.id as viewer_id, viewer.role, viewer.permissions,
       extract(epoch from view_as_sessions.ends_at - now())::float * 1000 as left
     from view_as_sessions
     join users viewer on viewer.id = view_as_sessions.viewer_id
     join sessions on sessions.user_id = view_as_sessions.viewer_id and sessions.chain = view_as_sessions.viewer_chain
       and sessions.epoch = viewer.session_epoch and not sessions.is_renewed and sessions.ends_at > now()
     join users on users.id = view_as_sessions.user_id
     where view_as_sessions.user_id = $1 and view_as_sessions.id = $2 and view_as_sessions.ends_at > now() and viewer.status = 'active'
       and viewer.deleted_at is null and users.deleted_at is null`,
    [userId, id],
  )
  return rows[0]
}
