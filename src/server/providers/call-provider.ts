import type { Context } from '#server/context.ts'
import type { PanelAnswer } from '#server/integrations/panel-api/panel-account.ts'

import type { ProviderAccount } from './provider-account.ts'
import { noteProviderFailure, noteProviderSuccess } from './provider-health.ts'
import { withProviderSlot } from './provider-slots.ts'

/** One call that changes nothing over there, within the provider's slots, and its health noted. */
export async function callProvider<Value>(
  ctx: Context,
  account: ProviderAccount,
  call: (account: ProviderAccount) => Promise<PanelAnswer<Value>>,
): Promise<PanelAnswer<Value>> {
  const answer = await withProviderSlot(account.id, () => call(account))
  if (answer.ok) await noteProviderSuccess(ctx, account.id)
  else await noteProviderFailure(ctx, account.id, answer.error)
  return answer
}
