export type Day<Row> = { date: Date; rows: Row[] }

/** Rows, newest first, by the reader's days. */
export function groupByDay<Row>(rows: readonly Row[], dateOf: (row: Row) => Date): Day<Row>[] {
  const days: Day<Row>[] = []
  for (const row of rows) {
    const date = dateOf(row)
    const last = days.at(-1)
    if (last !== undefined && daysBetween(last.date, date) === 0) last.rows.push(row)
    else days.push({ date, rows: [row] })
  }
  return days
}

/** How many midnights of the reader's are between them: 1 is yesterday. Not by hours, which a change of the clocks makes 23 or 25. */
export function daysBetween(later: Date, earlier: Date): number {
  const [from, to] = [startOfDay(earlier), startOfDay(later)]
  return Math.round((to - from) / 86_400_000)
}

function startOfDay(date: Date): number {
  return Date.UTC(date.getFullYear(), date.getMonth(), date.getDate())
}
