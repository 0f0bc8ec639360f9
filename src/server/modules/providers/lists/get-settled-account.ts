import { AppError } from '#contract/base/errors.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'
import type { Context } from '#server/context.ts'
import { fetchBalance } from '#server/modules/providers/balances/refresh-balance.ts'
import {
  getProviderAccount,
  type ProviderAccount,
} from '#server/modules/providers/accounts/provider-account.ts'
import { findTerms } from '#server/modules/providers/providers-queries.ts'

/**
 * The account after refreshing its balance if possible. Throws `state_conflict` if the provider reports a currency
 * other than the account's, since its costs would be wrong.
 */
export async function getSettledAccount(ctx: Context, providerId: number): Promise<ProviderAccount> {
  await fetchBalance(ctx, await getProviderAccount(ctx, providerId))
  const account = await getProviderAccount(ctx, providerId)
  const { name, currency, balanceCurrency } = account
  if (!account.isCurrencySettled)
    throw new AppError('state_conflict', {
      reason: 'currency_unsettled',
      name,
      currency: balanceCurrency ?? '',
      account_currency: currency,
    })
  return account
}

/** Throws `state_conflict` when the terms have changed since, or the currency is unsettled now. */
export async function refuseOtherTerms(
  tx: Tx,
  { id, name, ...account }: Pick<ProviderAccount, 'id' | 'name' | 'currency' | 'usdPerUnit' | 'ratePer'>,
): Promise<void> {
  const terms = await findTerms(tx, id)
  const isSame =
    terms?.currency === account.currency &&
    terms.usd_per_unit === account.usdPerUnit &&
    terms.rate_per === account.ratePer
  if (!isSame || !terms.is_currency_settled)
    throw new AppError('state_conflict', { reason: 'currency_changed', name })
}
