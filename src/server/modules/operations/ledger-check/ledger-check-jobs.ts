import type { Context } from '#server/context.ts'
import { type Loop, startLoop } from '#server/lib/queue/loop.ts'

import { checkLedgerNightly } from './run-ledger-check.ts'

const ROUND_MS = 10 * 60_000

/**
 * Runs the nightly check outside the loop's rounds: in a large shop the weekly one takes minutes, and a round would
 * count as stuck. Any number of processes may run it.
 */
export function ledgerCheckJob(ctx: Context): Loop {
  const stopping = new AbortController()
  let running: Promise<void> | undefined
  let failure: Error | undefined
  const work = async () => {
    const failed = failure
    running ??= checkLedgerNightly(ctx, stopping.signal)
      .then(() => void (failure = undefined))
      .catch((error: Error) => void (failure = error))
      .finally(() => (running = undefined))
    // A round later, so that the job fails, and until a check succeeds: staff are notified after several failures.
    if (failed !== undefined) throw failed
    return false
  }
  const loop = startLoop({ ctx, name: 'ledger check', everyMs: ROUND_MS, work })
  return {
    ...loop,
    async stop() {
      stopping.abort()
      await loop.stop()
      await running
    },
  }
}
