import { setTimeout as sleep } from 'node:timers/promises'

import type { Query } from '#torture/run/open-database.ts'

import { type Finding, finding } from './finding.ts'

/** Rows written behind what is already counted are counted with the next slice. */
const PATIENCE_MS = 150_000
const LOOK_MS = 1_000

/**
 * The daily figures match the ledger up to the point that is counted, regardless of the clock when a row was written.
 */
export async function checkFigures(
  query: Query,
  { patienceMs = PATIENCE_MS, lookMs = LOOK_MS } = {},
): Promise<Finding[]> {
  for (const until = Date.now() + patienceMs; ; await sleep(lookMs)) {
    const [row] = await query<{ sold: string; counted: string; deposited: string; credited: string }>(
      statement,
    )
    if (row === undefined) return [finding('other', 'the daily figures are not there')]
    const { sold, counted, deposited, credited } = row
    if (sold === counted && deposited === credited) return []
    if (Date.now() > until)
      return [
        finding(
          'lost',
          `the daily figures say ${counted} sold and ${credited} paid in; the ledger ${sold} and ${deposited}`,
        ),
      ]
  }
}

const statement = `
with lines as (
  select type, amount, signed_amount from transactions where created_at < (select counted_until from daily_progress)
)
select (select coalesce(sum(amount), 0)::text from lines where type = 'order') as sold,
  (select coalesce(sum(sold), 0)::text from daily_totals) as counted,
  (select coalesce(sum(signed_amount), 0)::text from lines where type = 'deposit') as deposited,
  (select coalesce(sum(deposits), 0)::text from daily_totals) as credited`
