import { AppError } from '#contract/base/errors.ts'
import type { Context } from '#server/context.ts'
import { type Loop, startLoop } from '#server/lib/queue/loop.ts'

import { checkProvider } from '#server/modules/providers/balances/check-provider.ts'
import { deleteOldCalls } from '#server/modules/providers/pacing/provider-calls-queries.ts'
import { listProvidersToCheck } from './providers-queries.ts'
import { deleteOldChanges } from '#server/modules/catalogue/provider-sync/offers-queries.ts'

const BALANCE_AGE_MS = 3 * 60_000
const DAY_MS = 86_400_000
const CALLS_KEPT_DAYS = 8
const CHANGES_KEPT_DAYS = 180
/** Of one provider. */
const CHANGES_KEPT_MAX = 50_000
const ROWS_PER_STATEMENT = 2_000

/** Keeps the balances at the providers no older than some minutes, so that staff see them run low in time. */
export function providersJobs(ctx: Context): Loop[] {
  return [
    startLoop({
      ctx,
      name: 'provider balances',
      everyMs: 30_000,
      work: (signal) => checkBalances(ctx, signal),
    }),
    startLoop({ ctx, name: 'provider cleaning', everyMs: 3_600_000, work: () => cleanProviders(ctx) }),
  ]
}

/** What changed there and how they answered is of use for a while. Answers true when there may be more. */
export async function cleanProviders({ db, clock }: Context): Promise<boolean> {
  const daysAgo = (days: number) => new Date(clock().getTime() - days * DAY_MS)
  await deleteOldCalls(db, daysAgo(CALLS_KEPT_DAYS))
  const old = { before: daysAgo(CHANGES_KEPT_DAYS), keptMax: CHANGES_KEPT_MAX, count: ROWS_PER_STATEMENT }
  return (await deleteOldChanges(db, old)) === ROWS_PER_STATEMENT
}

async function checkBalances(ctx: Context, signal: AbortSignal): Promise<boolean> {
  const checkedBefore = new Date(ctx.clock().getTime() - BALANCE_AGE_MS)
  for (const id of await listProvidersToCheck(ctx.db, { checkedBefore })) {
    if (signal.aborted) return false
    try {
      await checkProvider(ctx, id)
    } catch (error) {
      // The provider's trouble, already noted in its health; the next one is asked all the same.
      if (!(error instanceof AppError))
        ctx.log.error({ err: error, provider: id }, 'a balance could not be read')
    }
  }
  return false
}
