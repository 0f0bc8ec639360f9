import type { FastifyInstance } from 'fastify'

import { AppError, invalidFields } from '#contract/base/errors.ts'
import * as calls from '#contract/users/auth.ts'
import * as account from '#contract/users/account.ts'
import { logout, refreshToken } from '#contract/users/signed-in.ts'
import * as sessions from '#contract/users/sessions.ts'
import type { Context } from '#server/context.ts'
import { mount } from '#server/lib/http/mount.ts'
import type { Call } from '#server/lib/http/read-call.ts'
import { type SortPosition, toPageBehind } from '#server/lib/postgres/id-cursor.ts'
import { getAdminUser, getUser } from '#server/modules/users/get-user.ts'
import { refuseBeyondOwn } from '#server/modules/users/refuse-beyond-own.ts'

import { type Caller, uuidPattern } from './authenticate.ts'
import { changePassword } from './change-password.ts'
import { describeDevice } from './describe-device.ts'
import { endOtherSessions, endSession } from './end-session.ts'
import { setUpFirstAdmin, verifySetupLink } from './first-admin.ts'
import { type CountedByAddress, takeTryFrom } from './limit-tries.ts'
import { logIn, logOutcome, queueByNetwork } from './log-in.ts'
import { registerUser } from './register-user.ts'
import { renewToken } from './renew-token.ts'
import { listLiveSessions } from './sessions-queries.ts'
import { startSession } from './start-session.ts'

export function authRoutes(app: FastifyInstance, ctx: Context): void {
  /** Before the body is read, so that unreadable and oversized bodies count too. */
  const countBy = (what: CountedByAddress) => (address: string) => takeTryFrom(ctx, what, address)

  const register = async ({
    body: { name, email, password, terms, terms_version: shownTerms, language },
    ...device
  }: Call<typeof calls.register>) => {
    if (terms === false) throw invalidFields({ terms: { code: 'terms_required' } })
    if (!(await ctx.settings.read()).registration.is_open) throw new AppError('registration_closed')
    const { address } = device
    const agreesToTerms = terms === true
    const person = { name, email, password, language }
    const user = await registerUser(ctx, { ...person, agreesToTerms, shownTerms, address })
    return { token: await startSession(ctx, user.id, device), user }
  }
  mount(app, ctx, calls.register, register, { beforeBody: countBy('register') })

  const setUp = async ({ body, ...device }: Call<typeof calls.setup>) => {
    const user = await setUpFirstAdmin(ctx, { ...body, address: device.address })
    return { token: await startSession(ctx, user.id, device), user }
  }
  mount(app, ctx, calls.setup, setUp, { beforeBody: countBy('setup') })

  const verifySetup = async ({ params }: Call<typeof calls.verifySetupLink>) => {
    await verifySetupLink(ctx, params.token)
    return { success: true as const, valid: true as const }
  }
  mount(app, ctx, calls.verifySetupLink, verifySetup, { beforeBody: countBy('setup_look') })

  const enter = ({ body: { email, password, code }, address, userAgent }: Call<typeof calls.login>) =>
    logOutcome(ctx, { email, address }, () =>
      logIn(ctx, { email, password, code, device: { address, userAgent } }),
    )
  mount(app, ctx, calls.login, enter, {
    beforeBody: (address) => queueByNetwork(address, () => takeTryFrom(ctx, 'login_address', address)),
  })

  mount(app, ctx, refreshToken, async ({ caller, ...device }) => {
    const token = await renewToken(ctx, { userId: caller.id, sessionId: caller.sessionId, device })
    return { token, user: await getUser(ctx.db, caller.id) }
  })

  mount(app, ctx, logout, async ({ caller }) => {
    await endSession(ctx, { userId: caller.id, sessionId: caller.sessionId })
    return undefined
  })

  mount(app, ctx, account.changePassword, async ({ caller, body, ...device }) => ({
    success: true,
    token: await changePassword(ctx, { userId: caller.id, ...body, device }),
  }))

  mount(app, ctx, sessions.listSessions, async ({ caller, userId, query }) => {
    await refuseOfStaff(ctx, caller, userId)
    const { rows, nextCursor } = toPageBehind(await listSessions(ctx, caller, userId), query, positionOf)
    return { success: true as const, sessions: rows, next_cursor: nextCursor }
  })

  mount(app, ctx, sessions.endSession, async ({ caller, userId, by, params }) => {
    await refuseOfStaff(ctx, caller, userId)
    const wasLive =
      uuidPattern.test(params.id) &&
      (await endSession(ctx, { userId, sessionId: params.id, own: ownOf(caller, userId), by }))
    if (!wasLive) throw new AppError('not_found')
    return { success: true }
  })

  mount(app, ctx, sessions.endOtherSessions, async ({ caller, userId, by }) => {
    await refuseOfStaff(ctx, caller, userId)
    const ended = await endOtherSessions(ctx, { userId, own: ownOf(caller, userId), by })
    return { success: true, ended }
  })
}

/** Only staff who may manage staff can access the sessions of staff. */
async function refuseOfStaff(ctx: Context, caller: Caller, userId: number): Promise<void> {
  if (userId === caller.id) return
  const user = await getAdminUser(ctx.db, userId)
  if (user.role === 'admin') refuseBeyondOwn(caller, [user])
}

/** The calling session, if it belongs to that user. */
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

/** The calling session first, then the most recently used. */
function positionOf({ id, used_at: at, is_current: isCurrent }: sessions.Session): SortPosition {
  return { at: isCurrent ? Number.MAX_SAFE_INTEGER : at.getTime(), key: id }
}
