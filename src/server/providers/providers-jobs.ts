import { AppError } from '#contract/errors.ts'
import type { Context } from '#server/context.ts'
import { type Loop, startLoop } from '#server/jobs/loop.ts'

import { checkProvider } from './check-provider.ts'
import { listProvidersToCheck } from './providers-queries.ts'

const BALANCE_AGE_MS = 3 * 60_000

/** Keeps the balances at the providers no older than some minutes, so that staff see them run low in time. */
export function providersJobs(ctx: Context): Loop[] {
  return [
    startLoop({
      ctx,
      name: 'provider balances',
      everyMs: 30_000,
      work: (signal) => checkBalances(ctx, signal),
    }),
  ]
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
