import type { Context } from '#server/context.ts'
import type { PanelAnswer } from '#server/integrations/panels/panel-account.ts'

import type { ProviderAccount } from '#server/modules/providers/accounts/provider-account.ts'
import { recordRead } from '#server/modules/providers/breakers/reading-breaker.ts'

/** One call that changes nothing over there, and what it says of the provider noted. Its pace is the caller's matter. */
export async function callProviderNow<Value>(
  ctx: Context,
  account: ProviderAccount,
  call: (account: ProviderAccount) => Promise<PanelAnswer<Value>>,
  { isProbe = false }: { isProbe?: boolean } = {},
): Promise<PanelAnswer<Value>> {
  const begun = performance.now()
  const answer = await call(account)
  // Nothing to write of one that answers as before.
  const isNews = !answer.ok || isProbe || account.reading.isTroubled
  if (isNews)
    await recordRead(ctx, account.id, { answer, seconds: (performance.now() - begun) / 1000, isProbe })
  return answer
}
