import { randomUUID } from 'node:crypto'

import { sql } from 'kysely'

import type { AnswerOf } from '#contract/base/endpoint.ts'
import { AppError } from '#contract/base/errors.ts'
import { type startView as endpoint, VIEW_MINUTES } from '#contract/users/view-as.ts'
import type { Context } from '#server/context.ts'
import { transact, type Tx } from '#server/lib/postgres/transact.ts'
import { type By, transactAsStaff } from '#server/modules/audit-log/transact-as-staff.ts'
import { type Caller, makeTokenSigner } from '#server/modules/users/auth/authenticate.ts'
import { getAdminUser, getUser } from '#server/modules/users/get-user.ts'
import { refuseBeyondOwn } from '#server/modules/users/refuse-beyond-own.ts'

/**
 * Staff view the panel as a user for some minutes, with a reason in the audit log. The token is not a session of the
 * user: it only reads what the viewer may read of any user, and ends with the viewer's sign-in. Throws `not_found`, and
 * `insufficient_permissions` for staff with more permissions than the viewer.
 */
export async function startView(
  ctx: Context,
  { by, staff, userId, reason }: { by: By; staff: Caller; userId: number; reason: string },
): Promise<Omit<AnswerOf<typeof endpoint>, 'success'>> {
  return transactAsStaff(ctx, by, async (tx, _publish, record) => {
    const seen = await getAdminUser(tx, userId)
    if (seen.role === 'admin') refuseBeyondOwn(staff, [seen])
    const view = await insertView(tx, { userId, viewerId: staff.id, sessionId: staff.sessionId })
    if (view === undefined) throw new AppError('authentication_required')
    record({ action: 'user.view', id: userId, reason })
    const token = makeTokenSigner(ctx.secrets)(userId, view.id, { viewerId: staff.id })
    return { token, ends_at: view.ends_at, user: await getUser(tx, userId) }
  })
}

/** Ends the viewer's views of one account; other processes follow the event. */
export async function endViews(
  ctx: Context,
  { viewerId, userId }: { viewerId: number; userId: number },
): Promise<void> {
  await transact(ctx, async (tx, publish) => {
    for (const id of await deleteViewsOf(tx, { viewerId, userId }))
      publish({ topic: 'session', userId, sessionId: id })
  })
}

/** Undefined if the viewer's session ended meanwhile. */
async function insertView(
  tx: Tx,
  { userId, viewerId, sessionId }: { userId: number; viewerId: number; sessionId: string },
): Promise<{ id: string; ends_at: Date } | undefined> {
  const { rows } = await sql<{ id: string; ends_at: Date }>`
    insert into view_as_sessions (user_id, id, viewer_id, viewer_chain, ends_at)
    select ${userId}::int, ${randomUUID()}::uuid, user_id, chain,
      clock_timestamp() + make_interval(mins => ${sql.lit(VIEW_MINUTES)})
    from sessions where user_id = ${viewerId} and id = ${sessionId}::uuid and ends_at > clock_timestamp()
    returning id, ends_at`.execute(tx)
  return rows[0]
}

/** Returns the ids. */
async function deleteViewsOf(
  tx: Tx,
  { viewerId, userId }: { viewerId: number; userId: number },
): Promise<string[]> {
  const rows = await tx
    .deleteFrom('view_as_sessions')
    .where('viewer_id', '=', viewerId)
    .where('user_id', '=', userId)
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}
