import type { FastifyInstance } from 'fastify'

import * as calls from '#contract/users/resets.ts'
import { type CountedByAddress, takeTryFrom } from '#server/modules/users/auth/limit-tries.ts'
import type { Context } from '#server/context.ts'
import { mount } from '#server/lib/http/mount.ts'

import { requestReset } from './request-reset.ts'
import { setNewPassword, verifyReset } from './set-new-password.ts'

export function resetRoutes(app: FastifyInstance, ctx: Context): void {
  /** Before the body is read; limits the guessing of tokens. */
  const countBy = (what: CountedByAddress) => (address: string) => takeTryFrom(ctx, what, address)

  mount(
    app,
    ctx,
    calls.resetPassword,
    async ({ body }) => {
      await requestReset(ctx, body.email)
      return { success: true, message: 'Password reset link has been sent to your email.' }
    },
    { beforeBody: countBy('reset_address') },
  )

  mount(
    app,
    ctx,
    calls.verifyResetToken,
    async ({ params }) => {
      await verifyReset(ctx, params.token)
      return { success: true, valid: true }
    },
    { beforeBody: countBy('reset_link') },
  )

  mount(
    app,
    ctx,
    calls.setNewPassword,
    async ({ body, address, userAgent }) => {
      const { end_api_keys: endsApiKeys = false, ...own } = body
      await setNewPassword(ctx, { ...own, endsApiKeys, device: { address, userAgent } })
      return { success: true }
    },
    { beforeBody: countBy('reset_link') },
  )
}
