import type { FastifyInstance } from 'fastify'

import { AppError } from '#contract/base/errors.ts'
import * as calls from '#contract/users/sessions.ts'
import type { Context } from '#server/context.ts'
import { type Standing, toPageBehind } from '#server/lib/postgres/id-cursor.ts'
import { mount } from '#server/lib/http/mount.ts'
import { getAdminUser } from '#server/modules/users/get-admin-user.ts'
import { refuseBeyondOwn } from '#server/modules/users/refuse-beyond-own.ts'

import { type Caller, uuidPattern } from './authenticate.ts'
import { describeDevice } from './describe-device.ts'
import { endOtherSessions, endSession } from './end-session.ts'
import { listLiveSessions } from './sessions-queries.ts'

export function sessionRoutes(app: FastifyInstance, ctx: Context): void {
  mount(app, ctx, calls.listSessions, async ({ caller, userId, query }) => {
    await refuseOfStaff(ctx, caller, userId)
    const { rows, nextCursor } = toPageBehind(await listSessions(ctx, caller, userId), query, standingOf)
    return { success: true as const, sessions: rows, next_cursor: nextCursor }
  })

  mount(app, ctx, calls.endSession, async ({ caller, userId, by, params }) => {
    await refuseOfStaff(ctx, caller, userId)
    const wasLive =
      uuidPattern.test(params.id) &&
      (await endSession(ctx, { userId, sessionId: params.id, own: ownOf(caller, userId), by }))
    if (!wasLive) throw new AppError('not_found')
    return { success: true }
  })

  mount(app, ctx, calls.endOtherSessions, async ({ caller, userId, by }) => {
    await refuseOfStaff(ctx, caller, userId)
    const ended = await endOtherSessions(ctx, { userId, own: ownOf(caller, userId), by })
    return { success: true, ended }
  })
}

/** Where staff are signed in, and whether they stay so, is for those who may change staff. */
async function refuseOfStaff(ctx: Context, caller: Caller, userId: number): Promise<void> {
  if (userId === caller.id) return
  const user = await getAdminUser(ctx.db, userId)
  if (user.role === 'admin') refuseBeyondOwn(caller, [user])
}

/** The session that asks, where it is one of theirs. */
function ownOf(caller: Caller, userId: number): string | undefined {
  return userId === caller.id ? caller.sessionId : undefined
}

async function listSessions(ctx: Context, { sessionId }: Caller, userId: number) {
  const rows = await listLiveSessions(ctx.db, userId)
  return rows.map(({ user_agent: userAgent, ...row }) => ({
    ...row,
    ...describeDevice(userAgent),
    is_current: row.id === sessionId,
  }))
}

/** The asking one first, then the last used. */
function standingOf({ id, used_at: at, is_current: isCurrent }: calls.Session): Standing {
  return { at: isCurrent ? Number.MAX_SAFE_INTEGER : at.getTime(), key: id }
}
