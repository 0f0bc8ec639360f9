import type { FastifyInstance } from 'fastify'

import * as calls from '#contract/users/two-factor.ts'
import type { Context } from '#server/context.ts'
import { mount } from '#server/lib/http/mount.ts'

import { makeRecoveryCodes, setUpTwoFactor, turnOffTwoFactor, turnOnTwoFactor } from './change-two-factor.ts'
import { readTwoFactor } from './read-two-factor.ts'
import { resetTwoFactor } from './reset-two-factor.ts'

export function twoFactorRoutes(app: FastifyInstance, ctx: Context): void {
  mount(app, ctx, calls.getTwoFactor, async ({ caller }) => ({
    success: true,
    ...(await readTwoFactor(ctx, caller)),
  }))

  mount(app, ctx, calls.setUpTwoFactor, async ({ caller }) => ({
    success: true,
    ...(await setUpTwoFactor(ctx, caller.id)),
  }))

  mount(app, ctx, calls.enableTwoFactor, async ({ caller, body, address }) => ({
    success: true,
    recovery_codes: await turnOnTwoFactor(ctx, {
      userId: caller.id,
      sessionId: caller.sessionId,
      address,
      code: body.code,
    }),
  }))

  mount(app, ctx, calls.makeRecoveryCodes, async ({ caller, body, address }) => ({
    success: true,
    recovery_codes: await makeRecoveryCodes(ctx, { userId: caller.id, address, ...body }),
  }))

  mount(app, ctx, calls.disableTwoFactor, async ({ caller, body, address }) => {
    await turnOffTwoFactor(ctx, { userId: caller.id, sessionId: caller.sessionId, address, ...body })
    return { success: true }
  })

  mount(app, ctx, calls.resetTwoFactor, async ({ caller, by, params, body }) => {
    await resetTwoFactor(ctx, { by, staff: caller, userId: params.id, reason: body.reason })
    return { success: true }
  })
}
