import type { Fault } from '#contract/base/faults.ts'
import type { SyncTrouble } from '#contract/messaging/sync-problems.ts'
import type { Context } from '#server/context.ts'
import { readPanelServices } from '#server/integrations/panels/read-panel.ts'
import type { PanelServiceList } from '#server/integrations/panels/read-services.ts'
import { callProvider } from '#server/modules/providers/pacing/call-provider.ts'
import { otherCurrency, fetchBalance } from '#server/modules/providers/balances/check-provider.ts'
import {
  getProviderAccount,
  type ProviderAccount,
} from '#server/modules/providers/accounts/provider-account.ts'

/** When each call may be made; undefined: not any more. */
export type PaceCall = <Value>(call: () => Promise<Value>) => Promise<Value | undefined>

export type ReadList =
  | { account: ProviderAccount; list: PanelServiceList }
  | { trouble: SyncTrouble; fault: Fault | null }

/**
 * What the provider offers now, once its balance has told in what it counts: costs of another currency are not the costs.
 * Undefined where `pace` gave no more room for it.
 */
export async function readList(
  ctx: Context,
  providerId: number,
  pace: PaceCall,
): Promise<ReadList | undefined> {
  const before = await getProviderAccount(ctx, providerId)
  const balance = await pace(() => fetchBalance(ctx, before))
  if (balance === undefined) return undefined
  if (!balance.ok) return { trouble: 'not_read', fault: balance.fault }
  const account = await getProviderAccount(ctx, providerId)
  if (!account.isCurrencySettled)
    return { trouble: 'currency', fault: otherCurrency(account.balanceCurrency ?? '', account.currency) }
  const answer = await pace(() => callProvider(ctx, account, readPanelServices))
  if (answer === undefined) return undefined
  return answer.ok ? { account, list: answer.value } : { trouble: 'not_read', fault: answer.fault }
}
