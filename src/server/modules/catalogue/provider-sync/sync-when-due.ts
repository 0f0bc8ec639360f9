import { setTimeout as sleep } from 'node:timers/promises'

import { AppError } from '#contract/base/errors.ts'
import type { Context } from '#server/context.ts'
import type { ProviderLease } from '#server/modules/providers/leases/make-lease-keeper.ts'
import { isSyncDue } from '#server/modules/providers/lists/sync-state.ts'

import { type PaceCall, syncProvider } from './sync-provider.ts'

/** Pause before the next attempt to get a slot in the provider's pace. */
const SLOT_RETRY_MS = 100

/** Syncs a provider's price list when it is due, at the provider's pace and as long as this process holds its lease. */
export async function syncWhenDue(ctx: Context, lease: ProviderLease, signal: AbortSignal): Promise<false> {
  const { providerId: id } = lease
  if (!lease.isHeld() || !(await isSyncDue(ctx.db, id))) return false
  try {
    await syncProvider(ctx, undefined, { id, pace: paceBy(lease, signal) })
  } catch (error) {
    // The account was changed or removed meanwhile; the next check decides again.
    if (!(error instanceof AppError)) throw error
  }
  return false
}

function paceBy(lease: ProviderLease, signal: AbortSignal): PaceCall {
  return async (call) => {
    while (lease.isHeld() && !signal.aborted) {
      const slot = lease.pacer.take('poll')
      if (slot === undefined) {
        await sleep(SLOT_RETRY_MS, undefined, { ref: false })
        continue
      }
      slot.start()
      try {
        return await call()
      } finally {
        slot.release()
      }
    }
    return undefined
  }
}
