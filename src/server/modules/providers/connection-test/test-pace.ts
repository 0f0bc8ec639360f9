import type { Found } from '#contract/base/connection-test.ts'
import { type CallSeen, slowestOf } from '#server/integrations/test-answers.ts'
import type { ProviderAccount } from '#server/modules/providers/accounts/provider-account.ts'

/** An order's answer is waited for up to a minute; lists of services are slower than anything else. */
const SLOW_MS = 10_000

/** How fast it answers, beside how fast it is asked. */
export function findPace({ pace }: ProviderAccount, seen: readonly CallSeen[]): Found {
  const allowed = { at_once: pace.callsAtOnce, per_second: pace.callsPerSecond }
  if (seen.some(({ answer }) => answer.kind === 'answered' && answer.status === 429))
    return { code: 'pace_refused', details: allowed }
  const milliseconds = slowestOf(seen)
  const code = milliseconds > SLOW_MS ? 'pace_slow' : 'pace_good'
  return { code, details: { milliseconds, ...allowed } }
}
