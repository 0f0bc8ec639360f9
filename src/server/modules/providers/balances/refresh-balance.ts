import { type Kysely, sql, type Updateable } from 'kysely'

import type { Fault } from '#contract/base/faults.ts'
import type { Context } from '#server/context.ts'
import { transact } from '#server/lib/postgres/transact.ts'
import { toStoredFault } from '#server/lib/queue/stored-fault.ts'
import { panel } from '#server/integrations/panels/panel-client.ts'
import type { PanelAnswer, PanelBalance } from '#server/integrations/panels/panel.ts'
import { callProvider, toProviderFailed } from '#server/modules/providers/pacing/call-provider.ts'
import {
  getProviderAccount,
  type ProviderAccount,
} from '#server/modules/providers/accounts/provider-account.ts'
import { changeProvider, findTerms, lockProvider } from '#server/modules/providers/providers-queries.ts'
import { notifyStaff } from '#server/modules/messaging/notifications/notify-staff.ts'
import type { DB, Providers } from '#server/lib/postgres/tables.ts'

/** Reads our balance at the provider and stores it. Throws `provider_failed` with the provider's error. */
export async function refreshBalance(ctx: Context, providerId: number): Promise<void> {
  const answer = await fetchBalance(ctx, await getProviderAccount(ctx, providerId))
  if (!answer.ok) throw toProviderFailed(answer.fault)
}

/** Like `refreshBalance`, returning the answer. */
export async function fetchBalance(
  ctx: Context,
  account: ProviderAccount,
): Promise<PanelAnswer<PanelBalance>> {
  const answer = await callProvider(ctx, account, panel.balance, { isProbe: true })
  if (!answer.ok) {
    // A failed attempt also sets the time, so that a failing provider is not called in every round.
    await changeProvider(ctx.db, account.id, { balance_checked_at: ctx.clock() })
    return answer
  }
  const { balance, currency = null } = answer.value
  const isForeign = currency !== null && currency !== account.currency
  await transact(ctx, async (tx, publish) => {
    // The provider's terms may have changed during the call.
    await lockProvider(tx, account.id)
    const before = await findTerms(tx, account.id)
    const isSettled = await storeBalance(tx, account.id, {
      balance_checked_at: ctx.clock(),
      balance: toColumn(balance),
      balance_currency: currency?.slice(0, 20) ?? null,
      last_error: isForeign ? toStoredFault(otherCurrency(currency, account.currency)) : null,
    })
    // Its services go off sale or come back on sale.
    if (isSettled !== before?.is_currency_settled) publish({ topic: 'catalogue' })
  })
  await storeDailyBalance(ctx.db, account.id)
  await notifyLowBalance(ctx, account.id)
  return answer
}

export function otherCurrency(currency: string, accountCurrency: string): Fault {
  return { code: 'other_currency', details: { currency, account_currency: accountCurrency } }
}

/** numeric(24, 8) holds 16 digits before the point; a longer number is not a balance. */
function toColumn(balance: string): string | null {
  return /^-?\d{1,15}(\.\d+)?$/.test(balance) ? balance : null
}

/** Notifies staff once when the balance falls below their threshold, and again only after it was above it. */
async function notifyLowBalance(ctx: Context, id: number): Promise<void> {
  await transact(ctx, async (tx, publish) => {
    const low = await markLowBalance(tx, id)
    if (low === undefined) return
    const { name: provider, balance, currency } = low
    const details = { provider_id: id, provider, balance, currency }
    await notifyStaff(tx, publish, { needs: 'providers', code: 'provider_balance_low', details })
  })
}

/** Stores the balance just read as the day's last, and as its first if there is none yet. */
export async function storeDailyBalance(db: Kysely<DB>, id: number): Promise<void> {
  await sql`
    insert into provider_balances (provider_id, day, currency, first, first_at, last, last_at)
    select id, (balance_checked_at at time zone 'UTC')::date, coalesce(balance_currency, currency),
      balance, balance_checked_at, balance, balance_checked_at
    from providers where id = ${id} and balance is not null and balance_checked_at is not null
    on conflict (provider_id, day) do update
    set currency = excluded.currency, last = excluded.last, last_at = excluded.last_at
    where provider_balances.last_at <= excluded.last_at`.execute(db)
}

/** Returns whether the balance is in the account's currency now. */
async function storeBalance(
  db: Kysely<DB>,
  id: number,
  read: Pick<Updateable<Providers>, 'balance' | 'balance_currency' | 'balance_checked_at' | 'last_error'>,
): Promise<boolean> {
  const updated = await db
    .updateTable('providers')
    .set(read)
    .where('id', '=', id)
    .returning('is_currency_settled')
    .executeTakeFirst()
  return updated?.is_currency_settled ?? true
}

/** The balance that just fell below the threshold; undefined otherwise. */
async function markLowBalance(
  db: Kysely<DB>,
  id: number,
): Promise<{ name: string; balance: string; currency: string } | undefined> {
  const { rows } = await sql<{ name: string; balance: string; currency: string; is_balance_low: boolean }>`
update providers set is_balance_low = balance < balance_low
where id = ${id} and is_balance_low is distinct from coalesce(balance < balance_low, false) and balance_low is not null
  and balance is not null
returning name, trim_scale(balance)::text as balance, coalesce(balance_currency, currency) as currency, is_balance_low`.execute(
    db,
  )
  return rows.find(({ is_balance_low: isLow }) => isLow)
}
