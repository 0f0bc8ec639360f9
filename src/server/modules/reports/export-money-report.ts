import type { QueryOf } from '#contract/base/endpoint.ts'
import { limits } from '#contract/base/limits.ts'
import type { exportMoneyReport as endpoint, ReportFigures } from '#contract/reports/money-report.ts'
import type { Context } from '#server/context.ts'

import { readMoneyReport } from './read-money-report.ts'

const figures = [
  'orders',
  'sold',
  'refunded',
  'revenue',
  'cost',
  'margin',
  'deposits',
  'bonuses',
  'corrections',
] as const

export const moneyReportColumns = ['key', 'name', ...figures, ...figures.map((name) => `${name}_before`)]

/** Amounts are bigint, in units of 0.00000001 USD. */
type Cell = string | number | bigint | null

/** All rows, with the total as the last, so that the file adds up. */
export async function* exportMoneyReport(
  ctx: Context,
  query: QueryOf<typeof endpoint>,
): AsyncGenerator<readonly Cell[]> {
  // Minus the lines for the other rows and the total.
  const { rows, others, total } = await readMoneyReport(ctx, query, limits.exportRowsMax - 2)
  for (const { key, name, now, before } of rows) yield toCells(key, name, now, before)
  if (others !== null) yield toCells('others', null, others.now, others.before)
  yield toCells('total', null, total.now, total.before)
}

function toCells(
  key: string,
  name: string | null,
  now: ReportFigures,
  before: ReportFigures | null,
): readonly Cell[] {
  return [
    key,
    name,
    ...figures.map((figure) => now[figure]),
    ...figures.map((figure) => before?.[figure] ?? null),
  ]
}
