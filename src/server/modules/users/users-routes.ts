import type { FastifyInstance } from 'fastify'

import * as calls from '#contract/users/admin-users.ts'
import { getRates } from '#contract/users/customer-rates.ts'
import * as views from '#contract/users/view-as.ts'
import type { Context } from '#server/context.ts'
import { type Cell, mountCsv } from '#server/lib/http/mount-csv.ts'
import { mount } from '#server/lib/http/mount.ts'
import { readCustomerRates } from '#server/modules/users/custom-rates/read-customer-rates.ts'
import { endViews, startView } from '#server/modules/users/view-as/start-view.ts'

import { readAdminUser } from './get-user.ts'
import { exportUsers, listUsers } from './list-users.ts'
import { updateUser } from './update-user.ts'

export function usersRoutes(app: FastifyInstance, ctx: Context): void {
  mount(app, ctx, getRates, ({ userId }) => readCustomerRates(ctx.db, { userId, now: ctx.clock() }))

  mount(app, ctx, calls.listUsers, async ({ query }) => ({ success: true, ...(await listUsers(ctx, query)) }))

  mountCsv(app, ctx, calls.exportUsers, {
    filename: 'users.csv',
    columns: [...columns],
    rows: ({ query }) => toCells(exportUsers(ctx, query)),
  })

  mount(app, ctx, calls.getAdminUser, async ({ params }) => ({
    success: true,
    user: await readAdminUser(ctx.db, params.id),
  }))

  mount(app, ctx, calls.updateUser, async (call) => {
    const { by, caller, params, requireProof } = call
    const asked = { by, staff: caller, userId: params.id, change: call.body, requireProof }
    return { success: true, ...(await updateUser(ctx, asked)) }
  })

  mount(app, ctx, views.startView, async ({ by, caller, params, body: { reason } }) => ({
    success: true,
    ...(await startView(ctx, { by, staff: caller, userId: params.id, reason })),
  }))

  mount(app, ctx, views.endView, async ({ caller, params }) => {
    await endViews(ctx, { viewerId: caller.id, userId: params.id })
    return { success: true }
  })
}

const columns = [
  'id',
  'created_at',
  'name',
  'email',
  'role',
  'status',
  'balance',
  'orders',
  'open_orders',
  'username',
  'spent',
  'seen_at',
] as const

async function* toCells(users: AsyncIterable<calls.AdminUser>): AsyncGenerator<Cell[]> {
  for await (const user of users) yield columns.map((column) => user[column])
}
