import { AppError } from '#contract/errors.ts'
import type { Context } from '#server/context.ts'
import { isReadByGet } from '#server/integrations/panel-api/look-by-get.ts'
import { readPanelBalance } from '#server/integrations/panel-api/read-panel.ts'

import { callProvider } from './call-provider.ts'
import { getProviderAccount } from './provider-account.ts'
import { changeProvider } from './providers-queries.ts'

/** Asks the provider for our balance there and keeps it. Throws `provider_failed` with what it said. */
export async function checkProvider(ctx: Context, providerId: number): Promise<void> {
  const account = await getProviderAccount(ctx, providerId)
  const answer = await callProvider(ctx, account, readPanelBalance, { isProbe: true })
  if (!answer.ok) {
    // The time of the try counts too, so that a provider in trouble is not asked in every round.
    await changeProvider(ctx.db, providerId, { balance_checked_at: ctx.clock() })
    const isByGet = !answer.isDown && (await isReadByGet(account))
    throw new AppError('provider_failed', { message: isByGet ? readByGet : answer.error })
  }
  const { balance, currency } = answer.value
  const isForeign = currency !== undefined && currency !== account.currency
  await changeProvider(ctx.db, providerId, {
    balance_checked_at: ctx.clock(),
    balance: toColumn(balance),
    // Costs would be read in the wrong currency: the operator has to say what one unit is worth.
    last_error: isForeign ? `Its balance is in ${currency}, but the account says ${account.currency}` : null,
  })
}

const readByGet =
  'This provider reads its key from the address alone (GET). No order is sent that way, as the key would be in the logs of every server between. Please ask the provider for an API that takes POST.'

/** numeric(24, 8) holds 16 digits before the point; more is no balance. */
function toColumn(balance: string): string | null {
  return /^-?\d{1,15}(\.\d+)?$/.test(balance) ? balance : null
}
