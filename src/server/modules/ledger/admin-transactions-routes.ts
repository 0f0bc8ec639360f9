import type { FastifyInstance } from 'fastify'

import * as calls from '#contract/ledger/admin-transactions.ts'
import type { Context } from '#server/context.ts'
import { type Cell, mountCsv } from '#server/lib/http/mount-csv.ts'
import { mount } from '#server/lib/http/mount.ts'

import { exportAllTransactions, getAnyTransaction, listAllTransactions } from './list-all-transactions.ts'

/** Everybody's ledger, for staff. */
export function walletDeskRoutes(app: FastifyInstance, ctx: Context): void {
  mount(app, ctx, calls.listAdminTransactions, async ({ query }) => ({
    success: true,
    ...(await listAllTransactions(ctx, query)),
  }))

  mountCsv(app, ctx, calls.exportAdminTransactions, {
    filename: 'transactions.csv',
    columns: [...columns],
    rows: ({ query }) => toCells(exportAllTransactions(ctx, query)),
  })

  mount(app, ctx, calls.getAdminTransaction, async ({ params }) => ({
    success: true,
    transaction: await getAnyTransaction(ctx, BigInt(params.id)),
  }))
}

const columns = [
  'id',
  'created_at',
  'user_id',
  'user_name',
  'type',
  'status',
  'amount',
  'price',
  'description',
  'payment_method',
  'reference_id',
  'order_id',
  'balance_after',
] as const

async function* toCells(transactions: AsyncIterable<calls.AdminTransaction>): AsyncGenerator<Cell[]> {
  for await (const transaction of transactions) yield columns.map((column) => transaction[column])
}
