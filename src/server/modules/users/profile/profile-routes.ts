import type { FastifyInstance } from 'fastify'

import * as account from '#contract/users/account.ts'
import * as auth from '#contract/users/auth.ts'
import * as calls from '#contract/users/users.ts'
import type { Context } from '#server/context.ts'
import { mount } from '#server/lib/http/mount.ts'
import type { Call } from '#server/lib/http/read-call.ts'
import { takeTryFrom } from '#server/modules/users/auth/limit-tries.ts'
import { getUser } from '#server/modules/users/get-user.ts'

import { changeProfile, chooseLanguage } from './change-profile.ts'
import { cancelEmailChange, confirmEmail, sendConfirmation } from './confirm-email.ts'

export function profileRoutes(app: FastifyInstance, ctx: Context): void {
  mount(app, ctx, calls.getProfile, async ({ caller }) => ({
    success: true,
    user: await getUser(ctx.db, caller.id),
  }))

  mount(app, ctx, calls.updateLanguage, async ({ caller, body }) => ({
    success: true,
    user: await chooseLanguage(ctx, { userId: caller.id, language: body.language }),
  }))

  /** Before the body is read, so that unreadable and oversized bodies count too. */
  const beforeBody = (address: string) => takeTryFrom(ctx, 'confirm', address)

  const confirm = async ({ body, address }: Call<typeof auth.confirmEmail>) => ({
    success: true as const,
    ...(await confirmEmail(ctx, { token: body.token, address })),
  })
  mount(app, ctx, auth.confirmEmail, confirm, { beforeBody })

  const cancel = async ({ body, address }: Call<typeof auth.cancelEmailChange>) => {
    await cancelEmailChange(ctx, { token: body.token, address })
    return { success: true as const }
  }
  mount(app, ctx, auth.cancelEmailChange, cancel, { beforeBody })

  mount(app, ctx, account.sendConfirmation, async ({ caller }) => ({
    success: true,
    email: await sendConfirmation(ctx, caller.id),
  }))

  mount(app, ctx, calls.updateProfile, async ({ caller, body, address }) => ({
    success: true,
    user: await changeProfile(ctx, {
      userId: caller.id,
      sessionId: caller.sessionId,
      profile: body,
      address,
    }),
  }))
}
