import type { FastifyInstance } from 'fastify'

import {
  exportTransactions as exporting,
  getStatement,
  listTransactions as endpoint,
  type Transaction,
} from '#contract/ledger/transactions.ts'
import type { Context } from '#server/context.ts'
import { type Cell, mountCsv } from '#server/lib/http/mount-csv.ts'
import { mount } from '#server/lib/http/mount.ts'

import { exportTransactions, listTransactions } from './list-transactions.ts'
import { readStatement } from './read-statement.ts'
import { walletDeskRoutes } from './admin-transactions-routes.ts'

export function walletRoutes(app: FastifyInstance, ctx: Context): void {
  walletDeskRoutes(app, ctx)

  mount(app, ctx, endpoint, async ({ userId, query }) => {
    return { success: true, ...(await listTransactions(ctx, userId, query)) }
  })

  mountCsv(app, ctx, exporting, {
    filename: 'transactions.csv',
    columns: [...columns],
    rows: ({ userId, query }) => toCells(exportTransactions(ctx, userId, query)),
  })

  mount(app, ctx, getStatement, ({ userId, query }) => readStatement(ctx, userId, query))
}

const columns = [
  'id',
  'created_at',
  'type',
  'status',
  'amount',
  'description',
  'payment_method',
  'reference_id',
  'order_id',
  'balance_after',
] as const

async function* toCells(transactions: AsyncIterable<Transaction>): AsyncGenerator<Cell[]> {
  for await (const transaction of transactions) yield columns.map((column) => transaction[column])
}
