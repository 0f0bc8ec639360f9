import type { Context } from '#server/context.ts'
import type { PanelAnswer } from '#server/integrations/panels/panel-account.ts'

import type { ProviderAccount } from '#server/modules/providers/accounts/provider-account.ts'
import { withProviderSlot } from './provider-slots.ts'
import { callProviderNow } from '#server/modules/providers/balances/read-provider.ts'

/** The same from where somebody waits for the answer, beside what the turn's holder calls. */
export async function callProvider<Value>(
  ctx: Context,
  account: ProviderAccount,
  call: (account: ProviderAccount) => Promise<PanelAnswer<Value>>,
  options: { isProbe?: boolean } = {},
): Promise<PanelAnswer<Value>> {
  return withProviderSlot(ctx, account.id, () => callProviderNow(ctx, account, call, options))
}
