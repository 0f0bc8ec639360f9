import type { Context } from '#server/context.ts'
import { type Loop, startLoop } from '#server/lib/queue/loop.ts'

import { deleteOldChanges } from './offers-queries.ts'

const DAY_MS = 86_400_000
const CHANGES_KEPT_DAYS = 180
/** Of one provider. */
const CHANGES_KEPT_MAX = 50_000
const ROWS_PER_STATEMENT = 2_000

export function providerSyncJobs(ctx: Context): Loop[] {
  const work = () => deleteOldProviderChanges(ctx)
  return [startLoop({ ctx, name: 'provider changes cleaning', everyMs: 3_600_000, work })]
}

/** Answers true when there may be more. */
export async function deleteOldProviderChanges({ db, clock }: Context): Promise<boolean> {
  const before = new Date(clock().getTime() - CHANGES_KEPT_DAYS * DAY_MS)
  const old = { before, keptMax: CHANGES_KEPT_MAX, count: ROWS_PER_STATEMENT }
  return (await deleteOldChanges(db, old)) === ROWS_PER_STATEMENT
}
