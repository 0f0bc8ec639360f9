import type { FastifyInstance } from 'fastify'

import * as calls from '#contract/auth.ts'
import { invalidFields } from '#contract/errors.ts'
import type { Context } from '#server/context.ts'
import { mount } from '#server/http/mount.ts'
import { getUser } from '#server/users/get-user.ts'

import { changePassword } from './change-password.ts'
import { endSession } from './end-session.ts'
import { setUpFirstAdmin } from './first-admin.ts'
import { networkOf, takeTry } from './limit-tries.ts'
import { logIn } from './log-in.ts'
import { registerUser } from './register-user.ts'
import { renewToken } from './renew-token.ts'
import { startSession } from './start-session.ts'

export function authRoutes(app: FastifyInstance, ctx: Context): void {
  mount(app, ctx, calls.register, async ({ body: { name, email, password, terms }, address }) => {
    if (terms === false)
      throw invalidFields({ terms: 'You must agree to the Terms of Service and Privacy Policy' })
    await takeTry(ctx, { what: 'register', parts: [networkOf(address)] })
    const user = await registerUser(ctx, { name, email, password })
    return { token: await startSession(ctx, user.id), user }
  })

  mount(app, ctx, calls.setup, async ({ body, address }) => {
    await takeTry(ctx, { what: 'setup', parts: [networkOf(address)] })
    const user = await setUpFirstAdmin(ctx, body)
    return { token: await startSession(ctx, user.id), user }
  })

  mount(app, ctx, calls.login, ({ body: { email, password }, address }) =>
    logIn(ctx, { email, password, address }),
  )

  mount(app, ctx, calls.refreshToken, async ({ caller }) => {
    const token = await renewToken(ctx, { userId: caller.id, sessionId: caller.sessionId })
    return { token, user: await getUser(ctx.db, caller.id) }
  })

  mount(app, ctx, calls.logout, async ({ caller }) => {
    await endSession(ctx, { userId: caller.id, sessionId: caller.sessionId })
    return undefined
  })

  mount(app, ctx, calls.changePassword, async ({ caller, body }) => ({
    success: true,
    token: await changePassword(ctx, { userId: caller.id, ...body }),
  }))
}
