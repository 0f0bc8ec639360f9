import type { FastifyInstance } from 'fastify'

import * as calls from '#contract/users/auth.ts'
import { AppError, invalidFields } from '#contract/base/errors.ts'
import { updateProfile } from '#contract/users/users.ts'
import type { Context } from '#server/context.ts'
import { mount } from '#server/lib/http/mount.ts'
import type { Call } from '#server/lib/http/read-call.ts'
import { getUser } from '#server/modules/users/get-user.ts'

import { changePassword } from './change-password.ts'
import { changeProfile } from './change-profile.ts'
import { sendConfirmation } from './request-confirmation.ts'
import { cancelEmailChange } from './cancel-email-change.ts'
import { confirmEmail } from './confirm-email.ts'
import { endSession } from './end-session.ts'
import { setUpFirstAdmin, verifySetupLink } from '#server/modules/users/auth/auth/first-admin.ts'
import { invitationRoutes } from '#server/modules/users/invitations/invitation-routes.ts'
import { type CountedByAddress, takeTryFrom } from './limit-tries.ts'
import { logIn } from './log-in.ts'
import { noteLogIn } from './record-login.ts'
import { registerUser } from './register-user.ts'
import { renewToken } from './renew-token.ts'
import { resetRoutes } from '#server/modules/users/resets/reset-routes.ts'
import { sessionRoutes } from './session-routes.ts'
import { takeTurn } from './sign-in-gate.ts'
import { startSession } from './start-session.ts'
import { twoFactorRoutes } from '#server/modules/users/two-factor/two-factor-routes.ts'
import { viewRoutes } from '#server/modules/users/view-as/views/view-routes.ts'

export function authRoutes(app: FastifyInstance, ctx: Context): void {
  /** Before the body is read, so that what can not be read, or is too large, is a try as well. */
  const countBy = (what: CountedByAddress) => (address: string) => takeTryFrom(ctx, what, address)

  const register = async ({
    body: { name, email, password, terms, language },
    ...device
  }: Call<typeof calls.register>) => {
    if (terms === false) throw invalidFields({ terms: { code: 'terms_required' } })
    if (!(await ctx.settings.read()).registration.is_open) throw new AppError('registration_closed')
    const { address } = device
    const agreesToTerms = terms === true
    const user = await registerUser(ctx, { name, email, password, language, agreesToTerms, address })
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
    noteLogIn(ctx, { email, address }, () =>
      logIn(ctx, { email, password, code, device: { address, userAgent } }),
    )
  mount(app, ctx, calls.login, enter, {
    beforeBody: (address) => takeTurn(address, () => takeTryFrom(ctx, 'login_address', address)),
  })

  mount(app, ctx, calls.refreshToken, async ({ caller, ...device }) => {
    const token = await renewToken(ctx, { userId: caller.id, sessionId: caller.sessionId, device })
    return { token, user: await getUser(ctx.db, caller.id) }
  })

  mount(app, ctx, calls.logout, async ({ caller }) => {
    await endSession(ctx, { userId: caller.id, sessionId: caller.sessionId })
    return undefined
  })

  const confirm = async ({ body, address }: Call<typeof calls.confirmEmail>) => ({
    success: true as const,
    ...(await confirmEmail(ctx, { token: body.token, address })),
  })
  mount(app, ctx, calls.confirmEmail, confirm, { beforeBody: countBy('confirm') })

  const cancel = async ({ body, address }: Call<typeof calls.cancelEmailChange>) => {
    await cancelEmailChange(ctx, { token: body.token, address })
    return { success: true as const }
  }
  mount(app, ctx, calls.cancelEmailChange, cancel, { beforeBody: countBy('confirm') })

  mount(app, ctx, calls.sendConfirmation, async ({ caller }) => ({
    success: true,
    email: await sendConfirmation(ctx, caller.id),
  }))

  // Here, since another email needs the password.
  mount(app, ctx, updateProfile, async ({ caller, body, address }) => ({
    success: true,
    user: await changeProfile(ctx, {
      userId: caller.id,
      sessionId: caller.sessionId,
      profile: body,
      address,
    }),
  }))

  mount(app, ctx, calls.changePassword, async ({ caller, body, ...device }) => ({
    success: true,
    token: await changePassword(ctx, { userId: caller.id, ...body, device }),
  }))

  sessionRoutes(app, ctx)
  invitationRoutes(app, ctx)
  viewRoutes(app, ctx)
  resetRoutes(app, ctx)
  twoFactorRoutes(app, ctx)
}
