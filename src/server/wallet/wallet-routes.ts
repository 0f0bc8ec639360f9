import type { FastifyInstance } from 'fastify'

import { getRates } from '#contract/customer-rates.ts'
import { listTransactions as endpoint } from '#contract/wallet.ts'
import type { Context } from '#server/context.ts'
import { mount } from '#server/http/mount.ts'

import { listTransactions } from './list-transactions.ts'
import { readCustomerRates } from './read-customer-rates.ts'

export function walletRoutes(app: FastifyInstance, ctx: Context): void {
  mount(app, ctx, endpoint, async ({ userId, query }) => {
    const { cursor, limit } = query
    return { success: true, ...(await listTransactions(ctx, { userId, cursor, limit })) }
  })

  mount(app, ctx, getRates, ({ userId }) => readCustomerRates(ctx.db, { userId, now: ctx.clock() }))
}
