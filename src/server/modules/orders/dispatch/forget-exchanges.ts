import type { Context } from '#server/context.ts'

import { deleteOldExchanges } from './exchange-queries.ts'

const DAY_MS = 86_400_000
/** A statement's worth: short enough that no sending waits for it. */
const ROWS_PER_STATEMENT = 2_000

/** What was said is kept for as long as the operator says. Answers true when there may be more to forget. */
export async function deleteExpiredExchanges({
  db,
  clock,
  settings,
}: Pick<Context, 'db' | 'clock' | 'settings'>): Promise<boolean> {
  const { exchanges_days: days } = (await settings.read()).retention
  const before = new Date(clock().getTime() - days * DAY_MS)
  const deleted = await deleteOldExchanges(db, { before, count: ROWS_PER_STATEMENT })
  return deleted === ROWS_PER_STATEMENT
}
