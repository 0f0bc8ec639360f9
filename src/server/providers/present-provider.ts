import type { Provider } from '#contract/providers.ts'

import type { ProviderRow } from './providers-queries.ts'

/** What staff may see of it: never the key. */
export function toProvider(row: ProviderRow, now: Date): Provider {
  return {
    id: row.id,
    slug: row.slug,
    name: row.name,
    api_url: row.api_url,
    has_key: row.key_ciphertext !== null,
    currency: row.currency,
    usd_per_unit: trimZeros(row.usd_per_unit),
    is_enabled: row.is_enabled,
    balance: row.balance === null ? null : trimZeros(row.balance),
    balance_checked_at: row.balance_checked_at,
    health: toHealth(row, now),
    services: Number(row.services_count),
    created_at: row.created_at,
  }
}

function toHealth(row: ProviderRow, now: Date): Provider['health'] {
  const isAsked = row.paused_until === null || row.paused_until <= now
  const pausedUntil = row.sending_paused_until ?? (isAsked ? null : row.paused_until)
  const isFailing = row.sending_failures > 0 || row.consecutive_failures > 0
  const error = row.sending_error ?? row.last_error
  if (row.sending_stopped_at !== null) return { state: 'stopped', last_error: error, paused_until: null }
  if (pausedUntil !== null) return { state: 'paused', last_error: error, paused_until: pausedUntil }
  return { state: isFailing ? 'failing' : 'healthy', last_error: error, paused_until: null }
}

function trimZeros(decimal: string): string {
  return decimal.includes('.') ? decimal.replace(/\.?0+$/, '') : decimal
}
