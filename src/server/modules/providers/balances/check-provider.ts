import { AppError } from '#contract/base/errors.ts'
import type { Fault } from '#contract/base/faults.ts'
import type { Context } from '#server/context.ts'
import { transact } from '#server/lib/postgres/transact.ts'
import { toStoredFault } from '#server/integrations/stored-fault.ts'
import type { PanelAnswer } from '#server/integrations/panels/panel-account.ts'
import { type PanelBalance, readPanelBalance } from '#server/integrations/panels/read-panel.ts'

import { callProvider } from '#server/modules/providers/pacing/call-provider.ts'
import { noteBalance } from './note-balance.ts'
import {
  getProviderAccount,
  type ProviderAccount,
} from '#server/modules/providers/accounts/provider-account.ts'
import { storeDailyBalance } from './daily-balance-queries.ts'
import {
  changeProvider,
  findTerms,
  storeBalance,
  lockProvider,
} from '#server/modules/providers/providers-queries.ts'

/** Asks the provider for our balance there and keeps it. Throws `provider_failed` with what it said. */
export async function refreshBalance(ctx: Context, providerId: number): Promise<void> {
  const answer = await fetchBalance(ctx, await getProviderAccount(ctx, providerId))
  if (!answer.ok) throw new AppError('provider_failed', { reason: 'said', error: answer.error })
}

/** The same with the answer as it is. */
export async function fetchBalance(
  ctx: Context,
  account: ProviderAccount,
): Promise<PanelAnswer<PanelBalance>> {
  const answer = await callProvider(ctx, account, readPanelBalance, { isProbe: true })
  if (!answer.ok) {
    // The time of the try counts too, so that a provider in trouble is not asked in every round.
    await changeProvider(ctx.db, account.id, { balance_checked_at: ctx.clock() })
    return answer
  }
  const { balance, currency = null } = answer.value
  const isForeign = currency !== null && currency !== account.currency
  await transact(ctx, async (tx, publish) => {
    // Its terms may have been changed while it was asked.
    await lockProvider(tx, account.id)
    const before = await findTerms(tx, account.id)
    const isSettled = await storeBalance(tx, account.id, {
      balance_checked_at: ctx.clock(),
      balance: toColumn(balance),
      balance_currency: currency?.slice(0, 20) ?? null,
      last_error: isForeign ? toStoredFault(otherCurrency(currency, account.currency)) : null,
    })
    // What is sold from there goes off the shelf, or comes back.
    if (isSettled !== before?.is_currency_settled) publish({ topic: 'catalogue' })
  })
  await storeDailyBalance(ctx.db, account.id)
  await noteBalance(ctx, account.id)
  return answer
}

export function otherCurrency(currency: string, accountCurrency: string): Fault {
  return { code: 'other_currency', details: { currency, account_currency: accountCurrency } }
}

/** numeric(24, 8) holds 16 digits before the point; more is no balance. */
function toColumn(balance: string): string | null {
  return /^-?\d{1,15}(\.\d+)?$/.test(balance) ? balance : null
}
