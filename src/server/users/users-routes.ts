import type { FastifyInstance } from 'fastify'

import * as calls from '#contract/users.ts'
import type { Context } from '#server/context.ts'
import { mount } from '#server/http/mount.ts'

import { chooseLanguage } from './choose-language.ts'
import { getUser } from './get-user.ts'
import { listUsers } from './list-users.ts'
import { updateUser } from './update-user.ts'

export function usersRoutes(app: FastifyInstance, ctx: Context): void {
  mount(app, ctx, calls.getProfile, async ({ caller }) => ({
    success: true,
    user: await getUser(ctx.db, caller.id),
  }))

  mount(app, ctx, calls.updateLanguage, async ({ caller, body }) => ({
    success: true,
    user: await chooseLanguage(ctx, { userId: caller.id, language: body.language }),
  }))

  mount(app, ctx, calls.listUsers, async ({ query }) => ({ success: true, ...(await listUsers(ctx, query)) }))

  mount(app, ctx, calls.updateUser, async ({ by, caller, params, body: { email: _ignored, ...change } }) => ({
    success: true,
    user: await updateUser(ctx, { by, staff: caller, userId: params.id, change }),
  }))
}
