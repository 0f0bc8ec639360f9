import type { FastifyInstance } from 'fastify'

import { getDashboard } from '#contract/reports/dashboard.ts'
import { getServiceDelivery, getServiceOutcomes } from '#contract/catalogue/delivery.ts'
import { exportMoneyReport, getMoneyReport } from '#contract/reports/money-report.ts'
import { getReconciliation } from '#contract/reports/reconciliation.ts'
import { getFigures, getStats } from '#contract/reports/reports.ts'
import { getSpending } from '#contract/reports/spending.ts'
import { getToday } from '#contract/reports/today.ts'
import type { Context } from '#server/context.ts'
import { mountCsv } from '#server/lib/http/mount-csv.ts'
import { mount } from '#server/lib/http/mount.ts'

import { readDelivery } from '#server/modules/reports/delivery/count-deliveries.ts'
import { readServiceOutcomes } from '#server/modules/reports/delivery/service-outcomes.ts'

import { exportMoneyReport as makeExport, moneyReportColumns, readMoneyReport } from './read-money-report.ts'
import { readDashboard } from './read-dashboard.ts'
import { readReconciliation } from './read-reconciliation.ts'
import { makeFigures } from './read-public-figures.ts'
import { readSpending } from './read-spending.ts'
import { readStats } from './read-stats.ts'
import { readToday } from './read-today.ts'

export function reportsRoutes(app: FastifyInstance, ctx: Context): void {
  mount(app, ctx, getFigures, makeFigures(ctx))
  mount(app, ctx, getServiceDelivery, async ({ params }) => ({
    success: true,
    delivery: (await readDelivery(ctx, params.id)) ?? null,
  }))
  mount(app, ctx, getServiceOutcomes, async ({ query }) => ({
    success: true,
    outcomes: await readServiceOutcomes(ctx.db, query.ids ?? []),
  }))
  mount(app, ctx, getStats, async () => ({ success: true, data: await readStats(ctx) }))

  mount(app, ctx, getToday, async () => ({ success: true, ...(await readToday(ctx)) }))

  mount(app, ctx, getDashboard, async ({ caller }) => ({
    success: true,
    ...(await readDashboard(ctx, caller)),
  }))

  mount(app, ctx, getSpending, async ({ userId }) => ({
    success: true,
    ...(await readSpending(ctx, userId)),
  }))

  mount(app, ctx, getMoneyReport, async ({ query }) => ({
    success: true,
    ...(await readMoneyReport(ctx, query)),
  }))

  mountCsv(app, ctx, exportMoneyReport, {
    filename: 'report.csv',
    columns: moneyReportColumns,
    rows: ({ query }) => makeExport(ctx, query),
  })

  mount(app, ctx, getReconciliation, async ({ query }) => ({
    success: true,
    ...(await readReconciliation(ctx, query.day)),
  }))
}
