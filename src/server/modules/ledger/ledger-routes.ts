import type { FastifyInstance } from 'fastify'

import {
  exportAdminTransactions,
  getAdminTransaction,
  listAdminTransactions,
} from '#contract/ledger/admin-transactions.ts'
import * as own from '#contract/ledger/transactions.ts'
import type { Context } from '#server/context.ts'
import { type Cell, mountCsv } from '#server/lib/http/mount-csv.ts'
import { mount } from '#server/lib/http/mount.ts'

import { exportAllTransactions, getAnyTransaction, listAllTransactions } from './list-all-transactions.ts'
import { exportTransactions, listTransactions } from './list-transactions.ts'
import { readStatement, readStatementSums } from './read-statement.ts'

export function ledgerRoutes(app: FastifyInstance, ctx: Context): void {
  mount(app, ctx, own.listTransactions, async ({ userId, query }) => {
    return { success: true, ...(await listTransactions(ctx, userId, query)) }
  })

  mountCsv(app, ctx, own.exportTransactions, {
    filename: 'transactions.csv',
    columns: [...ownColumns],
    rows: ({ userId, query }) => toCells(ownColumns, exportTransactions(ctx, userId, query)),
  })

  mount(app, ctx, own.getStatement, ({ userId, query }) => readStatement(ctx, userId, query))

  mount(app, ctx, own.getStatementSums, ({ userId, query }) => readStatementSums(ctx, userId, query))

  mount(app, ctx, listAdminTransactions, async ({ query }) => ({
    success: true,
    ...(await listAllTransactions(ctx, query)),
  }))

  mountCsv(app, ctx, exportAdminTransactions, {
    filename: 'transactions.csv',
    columns: [...adminColumns],
    rows: ({ query }) => toCells(adminColumns, exportAllTransactions(ctx, query)),
  })

  mount(app, ctx, getAdminTransaction, async ({ params }) => ({
    success: true,
    transaction: await getAnyTransaction(ctx, BigInt(params.id)),
  }))
}

const ownColumns = [
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

const adminColumns = [
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

async function* toCells<Column extends string>(
  columns: readonly Column[],
  transactions: AsyncIterable<Record<Column, Cell>>,
): AsyncGenerator<Cell[]> {
  for await (const transaction of transactions) yield columns.map((column) => transaction[column])
}
