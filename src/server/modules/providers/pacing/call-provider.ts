import type { Context } from '#server/context.ts'
import type { PanelAnswer } from '#server/integrations/panels/panel-account.ts'
import type { ProviderAccount } from '#server/modules/providers/accounts/provider-account.ts'
import { recordRead } from '#server/modules/providers/breakers/reading-breaker.ts'

import { withProviderSlot } from './provider-slots.ts'

/** A read-only call that waits for a slot of its own, beside the calls of the lease holder. */
export async function callProvider<Value>(
  ctx: Context,
  account: ProviderAccount,
  call: (account: ProviderAccount) => Promise<PanelAnswer<Value>>,
  options: { isProbe?: boolean } = {},
): Promise<PanelAnswer<Value>> {
  return withProviderSlot(ctx, account.id, () => callProviderNow(ctx, account, call, options))
}

/** A read-only call without waiting, recorded by the breaker. The caller keeps the pace. */
export async function callProviderNow<Value>(
  ctx: Context,
  account: ProviderAccount,
  call: (account: ProviderAccount) => Promise<PanelAnswer<Value>>,
  { isProbe = false }: { isProbe?: boolean } = {},
): Promise<PanelAnswer<Value>> {
  const begun = performance.now()
  const answer = await call(account)
  // One that succeeds as before has nothing to record.
  const isChange = !answer.ok || isProbe || account.reading.isTroubled
  if (isChange)
    await recordRead(ctx, account.id, { answer, seconds: (performance.now() - begun) / 1000, isProbe })
  return answer
}
