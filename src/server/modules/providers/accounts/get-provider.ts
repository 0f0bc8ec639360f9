import { AppError } from '#contract/base/errors.ts'
import type { Provider } from '#contract/providers/providers.ts'
import { MONEY_MAX, type Money, money } from '#contract/base/money.ts'
import { toRatePer } from '#contract/providers/provider-rates.ts'
import type { SyncProblem } from '#contract/messaging/notification-codes.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'
import {
  findProviderRow,
  findProviderToChange,
  lockProvider,
  type ProviderRow,
} from '#server/modules/providers/providers-queries.ts'
import type { Terms } from '#server/modules/providers/terms-listener.ts'
import { costInUsd } from '#server/modules/providers/cost-in-usd.ts'
import { toShownUrl } from '#server/integrations/shown-url.ts'
import { readStoredFault } from '#server/lib/queue/stored-fault.ts'
import type { StoredHold } from '#server/modules/providers/breakers/hold-charges.ts'

/** The provider as staff see it. Throws `provider_not_found`. */
export async function getProvider({ db }: Pick<Context, 'db'>, id: number): Promise<Provider> {
  const row = await findProviderRow(db, id)
  if (row === undefined) throw new AppError('provider_not_found')
  return toProvider(row)
}

/** The provider's terms, locked until the tx ends, except for a preview. Throws `provider_not_found`. */
export async function lockTerms(tx: Tx, id: number, { isPreview }: { isPreview: boolean }): Promise<Terms> {
  const row = await (isPreview ? findProviderToChange(tx, id) : lockProvider(tx, id))
  if (row === undefined) throw new AppError('provider_not_found')
  return row
}

/** A provider as staff see it: without the key, also if it is in the address. */
export function toProvider(row: ProviderRow): Provider {
  return {
    id: row.id,
    slug: row.slug,
    name: row.name,
    api_url: toShownUrl(row.api_url),
    has_key: row.key_ciphertext !== null,
    currency: row.currency,
    usd_per_unit: trimZeros(row.usd_per_unit),
    rate_per: toRatePer(row.rate_per),
    is_enabled: row.is_enabled,
    is_sandbox: row.is_sandbox,
    balance: row.balance === null ? null : trimZeros(row.balance),
    balance_usd: toUsd(row),
    balance_low: row.balance_low === null ? null : trimZeros(row.balance_low),
    is_balance_low: row.is_balance_low,
    balance_currency: row.balance_currency,
    is_currency_settled: row.is_currency_settled,
    balance_checked_at: row.balance_checked_at,
    calls_at_once: row.calls_at_once,
    calls_per_second: row.calls_per_second,
    first_orders: row.first_orders,
    first_cost: money(row.first_cost),
    charge_hold: toHold(row),
    held_back: row.held_back_count,
    health: toHealth(row),
    reading: toReading(row),
    sync_policy: row.sync_policy === 'follow' ? 'follow' : 'hold',
    sync_hours: row.sync_hours,
    sync: toSync(row),
    calls: {
      count: row.calls ?? 0,
      failures: row.call_failures ?? 0,
      average_ms: row.call_average,
      slowest_ms: row.call_slowest,
    },
    services: row.services_count ?? 0,
    below_cost: row.below_cost_count ?? 0,
    waiting: row.waiting_count,
    examined_at: row.examined_at,
    created_at: row.created_at,
  }
}

function toHold({ charge_hold: held }: ProviderRow): Provider['charge_hold'] {
  if (held === null) return null
  const { supply_id: _, since, ...hold } = held as StoredHold & { since: string } // as `setHold` writes it
  return { ...hold, since: new Date(since) }
}

function toHealth(row: ProviderRow): Provider['health'] {
  const { sending_stopped_at: stoppedAt, sending_paused_until: pausedUntil } = row
  const error = readStoredFault(row.sending_error ?? row.last_error)
  if (stoppedAt !== null) {
    const stopped_by = row.sending_stopped_by === null ? 'unknowns' : 'staff'
    return { state: 'stopped', stopped_by, last_error: error, paused_until: null, refuses_us: row.refuses_us }
  }
  const state = pausedUntil !== null ? 'paused' : row.sending_failures > 0 ? 'failing' : 'healthy'
  return {
    state,
    stopped_by: null,
    last_error: error,
    paused_until: pausedUntil,
    refuses_us: row.refuses_us,
  }
}

function toReading(row: ProviderRow): Provider['reading'] {
  const { reading_paused_until: pausedUntil, reading_failures: failures, reading_error: error } = row
  const state = pausedUntil !== null ? 'paused' : failures > 0 ? 'failing' : 'healthy'
  return { state, last_error: readStoredFault(error), paused_until: pausedUntil }
}

function toSync(row: ProviderRow): Provider['sync'] {
  const { sync_trouble: code, sync_error: error, sync_trouble_at: since } = row
  return {
    due_at: row.sync_due_at,
    synced_at: row.synced_at,
    trouble: code === null ? null : { code: code as SyncProblem, reason: readStoredFault(error), since }, // guaranteed by the column's check
  }
}

/**
 * Null for a negative or absurd balance, or an unsettled currency. Rounded up by less than a unit: for display
 * only.
 */
function toUsd({
  balance,
  usd_per_unit: usdPerUnit,
  is_currency_settled: isSettled,
}: ProviderRow): Money | null {
  if (balance === null || !isSettled || balance.startsWith('-')) return null
  const cost = costInUsd({ cost: balance, usdPerUnit })
  return cost > MONEY_MAX ? null : cost
}

export function trimZeros(decimal: string): string {
  return decimal.includes('.') ? decimal.replace(/\.?0+$/, '') : decimal
}
