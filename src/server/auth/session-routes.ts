import type { FastifyInstance } from 'fastify'

import { AppError } from '#contract/errors.ts'
import * as calls from '#contract/sessions.ts'
import type { Context } from '#server/context.ts'
import { mount } from '#server/http/mount.ts'

import { type Caller, uuidPattern } from './authenticate.ts'
import { describeDevice } from './describe-device.ts'
import { endOtherSessions, endSession } from './end-session.ts'
import { listLiveSessions } from './sessions-queries.ts'

export function sessionRoutes(app: FastifyInstance, ctx: Context): void {
  mount(app, ctx, calls.listSessions, async ({ caller }) => ({
    success: true,
    sessions: await listSessions(ctx, caller),
  }))

  mount(app, ctx, calls.endSession, async ({ caller, params }) => {
    const wasLive =
      uuidPattern.test(params.id) &&
      (await endSession(ctx, { userId: caller.id, sessionId: params.id, by: caller.sessionId }))
    if (!wasLive) throw new AppError('not_found')
    return { success: true }
  })

  mount(app, ctx, calls.endOtherSessions, async ({ caller }) => {
    const ended = await endOtherSessions(ctx, { userId: caller.id, sessionId: caller.sessionId })
    return { success: true, ended }
  })
}

async function listSessions(ctx: Context, { id: userId, sessionId }: Caller) {
  const rows = await listLiveSessions(ctx.db, userId)
  return rows
    .map(({ user_agent: userAgent, ...row }) => ({
      ...row,
      ...describeDevice(userAgent),
      is_current: row.id === sessionId,
    }))
    .toSorted((one, other) => Number(other.is_current) - Number(one.is_current))
}
