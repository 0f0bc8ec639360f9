import type { Provider } from '#contract/providers.ts'

import type { ProviderRow } from './providers-queries.ts'

/** What staff may see of it: never the key. */
export function toProvider(row: ProviderRow, now: Date): Provider {
  const isPaused = row.paused_until !== null && row.paused_until > now
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
    health: {
      state: isPaused ? 'paused' : row.consecutive_failures > 0 ? 'failing' : 'healthy',
      last_error: row.last_error,
      paused_until: isPaused ? row.paused_until : null,
    },
    services: Number(row.services_count),
    created_at: row.created_at,
  }
}

function trimZeros(decimal: string): string {
  return decimal.includes('.') ? decimal.replace(/\.?0+$/, '') : decimal
}
