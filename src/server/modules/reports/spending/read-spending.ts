import { money } from '#contract/base/money.ts'
import { type Spending, SPENDING_DAYS } from '#contract/reports/spending.ts'
import type { Context } from '#server/context.ts'
import { findRange } from '#server/modules/ledger/find-range.ts'
import { findTotals } from '#server/modules/ledger/account.ts'

import { type DayRow, findCountedDays, sumLines } from './spending-queries.ts'

const DAY_MS = 86_400_000
/**
 * More lines than that since the counting ended are not read: it is some seconds behind, and after an upgrade that has
 * everything counted anew a customer of a million orders waits for it.
 */
const UNCOUNTED_LINES_MAX = 5_000
/** A line has the time at which its tx began, and its number when it held the account: those of one moment may be crossed. */
const CROSSED_MS = 300_000

/**
 * What a customer's orders cost on each of the last days, today with what was placed a moment ago: the days as they were
 * counted, and the ledger from there on.
 */
export async function readSpending(ctx: Context, userId: number): Promise<Spending> {
  const now = ctx.clock()
  const dayAt = (daysAgo: number) => new Date(now.getTime() - daysAgo * DAY_MS).toISOString().slice(0, 10)
  const days = Array.from({ length: SPENDING_DAYS }, (_, index) => dayAt(SPENDING_DAYS - 1 - index))
  const since = days[0] ?? dayAt(0)
  const { days: counted, countedUntil } = await findCountedDays(ctx.db, { userId, since })
  const from = new Date(Math.max(Date.parse(since), countedUntil?.getTime() ?? 0))
  const rest = await readRest(ctx, { userId, from })
  const rows = [...counted, ...(rest ?? [])]
  return {
    days: days.map((day) =>
      toDay(
        day,
        rows.filter((row) => row.day === day),
      ),
    ),
    counted_until: rest === undefined ? from : null,
  }
}

/** Undefined where it would be too much to read. */
async function readRest(
  { db }: Context,
  { userId, from }: { userId: number; from: Date },
): Promise<DayRow[] | undefined> {
  const last = (await findTotals(db, userId))?.transactions_seq ?? 0
  const crossed = new Date(from.getTime() - CROSSED_MS)
  const { first } = await findRange(db, { userId, last, from: crossed, to: undefined })
  if (first > last) return []
  return last - first >= UNCOUNTED_LINES_MAX ? undefined : sumLines(db, { userId, first, from })
}

function toDay(day: string, rows: readonly DayRow[]): Spending['days'][number] {
  return {
    day,
    orders: rows.reduce((sum, { orders }) => sum + orders, 0),
    spent: money(rows.reduce((sum, { sold }) => sum + sold, 0n)),
    refunded: money(rows.reduce((sum, { refunded }) => sum + refunded, 0n)),
  }
}
