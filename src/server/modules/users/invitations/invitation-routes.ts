import type { FastifyInstance } from 'fastify'

import { acceptInvitation, verifyInvitation } from '#contract/users/invitations.ts'
import { inviteAgain, inviteUser } from '#contract/users/admin-users.ts'
import { takeTryFrom } from '#server/modules/users/auth/limit-tries.ts'
import { startSession } from '#server/modules/users/auth/start-session.ts'
import type { Context } from '#server/context.ts'
import { mount } from '#server/lib/http/mount.ts'

import { acceptInvitation as accept, verifyInvitation as verify } from './accept-invitation.ts'
import { inviteAgain as sendAnother, inviteUser as invite } from './invite-user.ts'

export function invitationRoutes(app: FastifyInstance, ctx: Context): void {
  mount(app, ctx, inviteUser, async ({ by, caller, body, requireProof }) => ({
    success: true,
    user: await invite(ctx, { by, staff: caller, invited: body, requireProof }),
  }))

  mount(app, ctx, inviteAgain, async ({ by, caller, params }) => {
    await sendAnother(ctx, { by, staff: caller, userId: params.id })
    return { success: true }
  })

  /** Before the body is read; limits the guessing of tokens. */
  const beforeBody = (address: string) => takeTryFrom(ctx, 'invitation', address)

  mount(
    app,
    ctx,
    verifyInvitation,
    async ({ params }) => {
      const { name, email } = await verify(ctx, params.token)
      return { success: true, valid: true, name, email }
    },
    { beforeBody },
  )

  mount(
    app,
    ctx,
    acceptInvitation,
    async ({ body, address, userAgent }) => {
      const user = await accept(ctx, { ...body, address })
      return { token: await startSession(ctx, user.id, { address, userAgent }), user }
    },
    { beforeBody },
  )
}
