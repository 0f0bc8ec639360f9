import { AppError } from '#contract/base/errors.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'
import type { Context } from '#server/context.ts'

import { fetchBalance } from '#server/modules/providers/balances/check-provider.ts'
import {
  getProviderAccount,
  type ProviderAccount,
} from '#server/modules/providers/accounts/provider-account.ts'
import { findTerms } from '#server/modules/providers/providers-queries.ts'

/**
 * The account, once its balance was asked for, if it can be: a provider that counts in another currency than the account
 * says tells costs that are not the costs. Throws `state_conflict` for one.
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

/** Throws where what costs were read by has changed meanwhile, or is not settled any more. */
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
