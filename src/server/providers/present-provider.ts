import type { Provider } from '#contract/providers.ts'
import { toShownUrl } from '#server/integrations/shown-url.ts'

import type { ProviderRow } from './providers-queries.ts'

/** What staff may see of it: never the key, not in its address either. */
export function toProvider(row: ProviderRow): Provider {
  return {
    id: row.id,
    slug: row.slug,
    name: row.name,
    api_url: toShownUrl(row.api_url),
    has_key: row.key_ciphertext !== null,
    currency: row.currency,
    usd_per_unit: trimZeros(row.usd_per_unit),
    is_enabled: row.is_enabled,
    balance: row.balance === null ? null : trimZeros(row.balance),
    balance_currency: row.balance_currency,
    is_currency_settled: row.is_currency_settled,
    balance_checked_at: row.balance_checked_at,
    calls_at_once: row.calls_at_once,
    calls_per_second: row.calls_per_second,
    health: toHealth(row),
    reading: toReading(row),
    services: Number(row.services_count),
    created_at: row.created_at,
  }
}

function toHealth(row: ProviderRow): Provider['health'] {
  const { sending_stopped_at: stoppedAt, sending_paused_until: pausedUntil } = row
  const error = row.sending_error ?? row.last_error
  if (stoppedAt !== null) return { state: 'stopped', last_error: error, paused_until: null }
  const state = pausedUntil !== null ? 'paused' : row.sending_failures > 0 ? 'failing' : 'healthy'
  return { state, last_error: error, paused_until: pausedUntil }
}

function toReading(row: ProviderRow): Provider['reading'] {
  const { reading_paused_until: pausedUntil, reading_failures: failures, reading_error: error } = row
  const state = pausedUntil !== null ? 'paused' : failures > 0 ? 'failing' : 'healthy'
  return { state, last_error: error, paused_until: pausedUntil }
}

export function trimZeros(decimal: string): string {
  return decimal.includes('.') ? decimal.replace(/\.?0+$/, '') : decimal
}
