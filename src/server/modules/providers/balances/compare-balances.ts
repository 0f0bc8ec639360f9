import { sql } from 'kysely'

import { AppError } from '#contract/base/errors.ts'
import { parseMoney, toDecimal } from '#contract/base/money.ts'
import type { Context } from '#server/context.ts'
import { panel } from '#server/integrations/panels/panel-client.ts'
import { getProviderAccount } from '#server/modules/providers/accounts/provider-account.ts'
import { callProvider } from '#server/modules/providers/pacing/call-provider.ts'

/** Decimal texts in the provider's currency; null if unknown. */
export type ComparedBalance = {
  id: number
  name: string
  currency: string
  before: string | null
  now: string | null
  difference: string | null
}

/** Each enabled provider's stored balance, and the one it reports now. Stores nothing. */
export async function compareBalances(ctx: Context): Promise<ComparedBalance[]> {
  const providers = await ctx.db
    .selectFrom('providers')
    .select(['id', 'name', 'currency', 'balance_currency', sql<string | null>`balance::text`.as('balance')])
    .where('is_enabled', '=', true)
    .orderBy('id')
    .execute()
  return Promise.all(
    providers.map(async ({ id, name, balance: before, currency, balance_currency: told }) => {
      const shown = { id, name, currency: told ?? currency, before: toText(before) }
      const read = await readBalance(ctx, id)
      // Balances in different currencies have no difference.
      const isAlike = (read?.currency ?? shown.currency) === shown.currency
      const now = toText(read?.balance)
      return { ...shown, now, difference: isAlike ? subtract(now, shown.before) : null }
    }),
  )
}

async function readBalance(ctx: Context, id: number) {
  try {
    const answer = await callProvider(ctx, await getProviderAccount(ctx, id), panel.balance)
    return answer.ok ? answer.value : undefined
  } catch (error) {
    // It has no key, or too many calls are waiting.
    if (error instanceof AppError) return undefined
    throw error
  }
}

/** Null for anything that is not an amount. */
function toText(balance: string | null | undefined): string | null {
  const amount = balance === null || balance === undefined ? undefined : parseMoney(balance)
  return amount === undefined ? null : toDecimal(amount)
}

function subtract(now: string | null, before: string | null): string | null {
  const [one, other] = [now, before].map((text) => (text === null ? undefined : parseMoney(text)))
  return one === undefined || other === undefined ? null : toDecimal(one - other)
}
