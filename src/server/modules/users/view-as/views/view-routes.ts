import type { FastifyInstance } from 'fastify'

import * as calls from '#contract/users/view-as.ts'
import type { Context } from '#server/context.ts'
import { mount } from '#server/lib/http/mount.ts'

import { endViews } from './end-views.ts'
import { startView } from './start-view.ts'

export function viewRoutes(app: FastifyInstance, ctx: Context): void {
  mount(app, ctx, calls.startView, async ({ by, caller, params, body: { reason } }) => ({
    success: true,
    ...(await startView(ctx, { by, staff: caller, userId: params.id, reason })),
  }))

  mount(app, ctx, calls.endView, async ({ caller, params }) => {
    await endViews(ctx, { viewerId: caller.id, userId: params.id })
    return { success: true }
  })
}
