import { AppError } from '#contract/base/errors.ts'
import type { Context } from '#server/context.ts'
import { type Loop, startLoop } from '#server/lib/queue/loop.ts'

import { refreshBalance } from '#server/modules/providers/balances/check-provider.ts'
import { deleteOldCalls } from '#server/modules/providers/pacing/provider-calls-queries.ts'
import { listProvidersToCheck } from './providers-queries.ts'

const BALANCE_AGE_MS = 3 * 60_000
const DAY_MS = 86_400_000
const CALLS_KEPT_DAYS = 8

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

/** How they answered is of use for some days. */
async function cleanProviders({ db, clock }: Context): Promise<boolean> {
  await deleteOldCalls(db, new Date(clock().getTime() - CALLS_KEPT_DAYS * DAY_MS))
  return false
}

async function checkBalances(ctx: Context, signal: AbortSignal): Promise<boolean> {
  const checkedBefore = new Date(ctx.clock().getTime() - BALANCE_AGE_MS)
  for (const id of await listProvidersToCheck(ctx.db, { checkedBefore })) {
    if (signal.aborted) return false
    try {
      await refreshBalance(ctx, id)
    } catch (error) {
      // The provider's trouble, already noted in its health; the next one is asked all the same.
      if (!(error instanceof AppError))
        ctx.log.error({ err: error, provider: id }, 'a balance could not be read')
    }
  }
  return false
}
