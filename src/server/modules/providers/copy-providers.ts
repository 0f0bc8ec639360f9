import type { Secrets } from '#server/lib/crypto/secrets.ts'
import type { CopyTables } from '#server/lib/postgres/copy-tables.ts'

import { keyPurpose } from './accounts/provider-account.ts'

export type CopiedProvider = {
  id: number
  slug: string
  createdAt: Date
  /** Since when it is unreachable: nothing is sent or polled there until staff resume it. */
  stoppedAt: Date | null
}

/** No server listens there, so a product running on these rows calls no real panel. */
const API_URL = 'http://127.0.0.1:9/api/v2'

export function copyProvider(
  rows: CopyTables,
  secrets: Secrets,
  { id, slug, createdAt, stoppedAt }: CopiedProvider,
): void {
  rows.copyInto('providers', {
    id,
    slug,
    name: `Panel ${slug}`,
    api_url: API_URL,
    key_ciphertext: secrets.seal(keyPurpose(slug), `key of ${slug}`),
    is_enabled: true,
    balance: '1000.00000000',
    balance_checked_at: createdAt,
    balance_currency: 'USD',
    created_at: createdAt,
    first_orders: null,
    sending_stopped_at: stoppedAt,
    reading_failed_at: stoppedAt,
    reading_paused_until: stoppedAt,
    // List reads are rare in what is measured, and would fail.
    sync_due_at: new Date('2100-01-01'),
  })
}

export function copyProviderCalls(
  rows: CopyTables,
  { providerId, hour, calls, failures }: { providerId: number; hour: Date; calls: number; failures: number },
): void {
  const milliseconds = BigInt(calls * 180)
  rows.copyInto('provider_calls', {
    provider_id: providerId,
    hour,
    calls,
    failures,
    milliseconds,
    slowest: 1_200,
  })
}

export function copyProviderBalance(
  rows: CopyTables,
  { providerId, day, first, last }: { providerId: number; day: Date; first: string; last: string },
): void {
  rows.copyInto('provider_balances', {
    provider_id: providerId,
    day: day.toISOString().slice(0, 10),
    currency: 'USD',
    first,
    first_at: day,
    last,
    last_at: new Date(day.getTime() + 86_000_000),
  })
}
