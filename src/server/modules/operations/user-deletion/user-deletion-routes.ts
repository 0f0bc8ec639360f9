import type { FastifyInstance } from 'fastify'

import { deleteUser } from '#contract/users/admin-users.ts'
import type { Context } from '#server/context.ts'
import { mount } from '#server/lib/http/mount.ts'

import { eraseUser } from './delete-user.ts'

export function erasureRoutes(app: FastifyInstance, ctx: Context): void {
  mount(app, ctx, deleteUser, async ({ by, caller, params, query }) => {
    const shown = { balance: query.expected_balance, openOrders: query.expected_open_orders }
    await eraseUser(ctx, { by, staff: caller, userId: params.id, shown })
    return { success: true }
  })
}
