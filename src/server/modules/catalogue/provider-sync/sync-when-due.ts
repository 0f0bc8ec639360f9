import { setTimeout as sleep } from 'node:timers/promises'

import { AppError } from '#contract/base/errors.ts'
import type { Context } from '#server/context.ts'
import type { ProviderLease } from '#server/modules/providers/leases/make-lease-keeper.ts'

import type { PaceCall } from './read-list.ts'
import { isSyncDue } from '#server/modules/providers/lists/sync-state.ts'
import { syncProvider } from './sync-provider.ts'

/** A place that is missing is looked for again after that. */
const PLACE_MS = 100

/** Reads what a provider offers when its time has come, at its pace, as long as its turn is held. */
export async function syncWhenDue(ctx: Context, lease: ProviderLease, signal: AbortSignal): Promise<false> {
  const { providerId: id } = lease
  if (!lease.isHeld() || !(await isSyncDue(ctx.db, id))) return false
  try {
    await syncProvider(ctx, undefined, { id, pace: paceBy(lease, signal) })
  } catch (error) {
    // It was changed or taken away meanwhile: the next look sees what is to be done.
    if (!(error instanceof AppError)) throw error
  }
  return false
}

function paceBy(lease: ProviderLease, signal: AbortSignal): PaceCall {
  return async (call) => {
    while (lease.isHeld() && !signal.aborted) {
      const place = lease.pacer.take('ask')
      if (place === undefined) {
        await sleep(PLACE_MS, undefined, { ref: false })
        continue
      }
      place.begin()
      try {
        return await call()
      } finally {
        place.giveBack()
      }
    }
    return undefined
  }
}
