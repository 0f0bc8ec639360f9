import { type MoneyReport, type ReportCut, type ReportFigures } from '#contract/reports/money-report.ts'
import { ZERO } from '#contract/base/money.ts'
import { nextDay, type reportOf } from './report-address.ts'

const MINUTE_MS = 60_000

/**
 * What is known of a report while it is on its way, without a figure: its days and which figures it has, so that it takes the
 * place that the report will. Nobody is shown it.
 */
export function makeComingReport(
  { from, to, by, compare }: ReturnType<typeof reportOf>,
  now = new Date(),
): MoneyReport {
  const isCompared = compare !== 'none'
  const figures = { now: zeroes(by), before: isCompared ? zeroes(by) : null }
  return {
    success: true,
    from,
    to,
    before_from: isCompared ? from : null,
    before_to: isCompared ? to : null,
    counted_until: new Date(now.getTime() - MINUTE_MS),
    total: figures,
    rows: by === 'day' ? daysOf(from, to).map((key) => ({ key, name: null, ...figures })) : [],
    others: null,
  }
}

function zeroes(by: ReportCut): ReportFigures {
  const moneyIn = by === 'day' || by === 'customer' ? ZERO : null
  return {
    orders: 0,
    sold: ZERO,
    refunded: ZERO,
    revenue: ZERO,
    cost: ZERO,
    margin: ZERO,
    deposits: moneyIn,
    bonuses: moneyIn,
    corrections: moneyIn,
  }
}

function daysOf(from: string, to: string): string[] {
  const days: string[] = []
  for (let day = from; day <= to; day = nextDay(day, 1)) days.push(day)
  return days
}
