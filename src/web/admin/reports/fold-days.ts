import type { ReportFigures, ReportRow } from '#contract/reports/money-report.ts'
import { money } from '#contract/base/money.ts'

/** Consecutive days without activity as one row; `before` is their sum, so that the rows still add up to the total. */
export type FoldedDays = Pick<ReportRow, 'now' | 'before'> & { from: string; to: string; days: number }

const DAYS_MIN = 2

/** `rows` are days in either order. `isKept`: whether a day is shown even without activity. */
export function foldDays(
  rows: readonly ReportRow[],
  isKept: (day: string) => boolean,
): (ReportRow | FoldedDays)[] {
  const folded: (ReportRow | FoldedDays)[] = []
  let quiet: ReportRow[] = []
  const end = () => {
    folded.push(...(quiet.length < DAYS_MIN ? quiet : [toFolded(quiet)]))
    quiet = []
  }
  for (const row of rows) {
    if (isNothing(row.now) && !isKept(row.key)) {
      quiet.push(row)
      continue
    }
    end()
    folded.push(row)
  }
  end()
  return folded
}

export function isNothing(figures: ReportFigures): boolean {
  return Object.values(figures).every((one) => one === 0 || one === 0n || one === null)
}

function toFolded(rows: readonly ReportRow[]): FoldedDays {
  const [from = '', to = ''] = [rows.at(0)?.key, rows.at(-1)?.key].toSorted()
  const [first, ...others] = rows
  if (first === undefined) throw new Error('there are days to fold')
  const { now, before } = others.reduce<Pick<ReportRow, 'now' | 'before'>>(
    (sum, row) => ({ now: sum.now, before: addUp(sum.before, row.before) }),
    first,
  )
  return { from, to, days: rows.length, now, before }
}

function addUp(one: ReportFigures | null, other: ReportFigures | null): ReportFigures | null {
  if (one === null || other === null) return one ?? other
  const sum = (figure: Exclude<keyof ReportFigures, 'orders'>) =>
    money((one[figure] ?? 0n) + (other[figure] ?? 0n))
  return {
    orders: one.orders + other.orders,
    sold: sum('sold'),
    refunded: sum('refunded'),
    revenue: sum('revenue'),
    cost: sum('cost'),
    margin: sum('margin'),
    deposits: sum('deposits'),
    bonuses: sum('bonuses'),
    corrections: sum('corrections'),
  }
}
