import type { AnswerOf } from '#contract/base/endpoint.ts'
import { type Money, money } from '#contract/base/money.ts'
import { getStatementSums, type QuarterSums } from '#contract/ledger/transactions.ts'
import { call } from '#web/platform/api/call.ts'

type Totals = QuarterSums['totals']
/** The start of a day in the reader's time zone, and its lines. */
export type DaySums = { day: Date; lines: number; totals: Totals; closing: Money }
export type SummedStatement = { opening: Money; closing: Money; totals: Totals; days: DaySums[] }

type Period = { from: Date | null; to: Date | null }
type Watch = { signal: AbortSignal; onPart: (progress: { read: number; lines: number }) => void }

/** A statement of any length by days in the reader's time zone, read in parts; oldest first. */
export async function sumStatement(
  { from, to }: Period,
  { signal, onPart }: Watch,
): Promise<SummedStatement> {
  const parts: AnswerOf<typeof getStatementSums>[] = []
  for (let after: number | null = 0; after !== null;) {
    const query = { from: from ?? undefined, to: to ?? undefined, after }
    const part: AnswerOf<typeof getStatementSums> = await call(getStatementSums, { query }, { signal })
    parts.push(part)
    onPart({ read: part.lines_read, lines: part.lines })
    after = part.after
  }
  const quarters = parts.flatMap(({ sums }) => sums)
  const opening = parts[0]?.opening_balance ?? money(0n)
  return {
    opening,
    closing: parts.at(-1)?.closing_balance ?? opening,
    totals: addTotals(quarters),
    days: toDays(quarters, opening),
  }
}

/** A day's closing balance follows from the previous one and the day's sums: two parts may share a day. */
export function toDays(quarters: readonly QuarterSums[], opening: Money): DaySums[] {
  const days = [...Map.groupBy(quarters, ({ since }) => new Date(since).setHours(0, 0, 0, 0))]
  let balance: bigint = opening
  return days
    .toSorted(([one], [other]) => one - other)
    .map(([day, own]) => {
      const totals = addTotals(own)
      balance += totals.totalDeposits - totals.totalOrders + totals.refundsAndBonuses
      return {
        day: new Date(day),
        lines: own.reduce((sum, { lines }) => sum + lines, 0),
        totals,
        closing: money(balance),
      }
    })
}

function addTotals(quarters: readonly QuarterSums[]): Totals {
  const sum = (name: keyof Totals) => money(quarters.reduce((all, { totals }) => all + totals[name], 0n))
  return {
    totalDeposits: sum('totalDeposits'),
    totalOrders: sum('totalOrders'),
    refundsAndBonuses: sum('refundsAndBonuses'),
  }
}
