import type { FastifyInstance } from 'fastify'

import * as desk from '#contract/users/admin-users.ts'
import { getRates } from '#contract/users/customer-rates.ts'
import * as calls from '#contract/users/users.ts'
import type { Context } from '#server/context.ts'
import { type Cell, mountCsv } from '#server/lib/http/mount-csv.ts'
import { mount } from '#server/lib/http/mount.ts'

import { chooseLanguage } from './choose-language.ts'
import { readAdminUser } from './get-admin-user.ts'
import { getUser } from './get-user.ts'
import { exportUsers, listUsers } from './list-users.ts'
import { readCustomerRates } from '#server/modules/users/custom-rates/read-customer-rates.ts'

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

  mount(app, ctx, getRates, ({ userId }) => readCustomerRates(ctx.db, { userId, now: ctx.clock() }))

  mount(app, ctx, desk.listUsers, async ({ query }) => ({ success: true, ...(await listUsers(ctx, query)) }))

  mountCsv(app, ctx, desk.exportUsers, {
    filename: 'users.csv',
    columns: [...columns],
    rows: ({ query }) => toCells(exportUsers(ctx, query)),
  })

  mount(app, ctx, desk.getAdminUser, async ({ params }) => ({
    success: true,
    user: await readAdminUser(ctx.db, params.id),
  }))

  mount(app, ctx, desk.updateUser, async (call) => {
    const { by, caller, params, requireProof } = call
    const asked = { by, staff: caller, userId: params.id, change: call.body, requireProof }
    return { success: true, ...(await updateUser(ctx, asked)) }
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
] as const

async function* toCells(users: AsyncIterable<desk.AdminUser>): AsyncGenerator<Cell[]> {
  for await (const user of users) yield columns.map((column) => user[column])
}
