import type { Kysely } from 'kysely'

import { AppError } from '#contract/base/errors.ts'
import { type RatePer, toRatePer } from '#contract/providers/provider-rates.ts'
import type { Context } from '#server/context.ts'
import type { ObserveCalls } from '#server/lib/http/outbound/guarded-fetch.ts'
import type { PanelAccount } from '#server/integrations/panels/panel.ts'
import { countCalls } from '#server/modules/providers/pacing/count-calls.ts'
import type { Pace } from '#server/modules/providers/pacing/make-pacer.ts'
import { findAccountRow, changeProvider } from '#server/modules/providers/providers-queries.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'
import type { Reseal } from '#server/lib/crypto/secrets.ts'
import type { DB } from '#server/lib/postgres/tables.ts'

/** Everything needed to call a provider. */
export type ProviderAccount = PanelAccount & {
  id: number
  slug: string
  name: string
  currency: string
  /** USD per unit of its currency, a decimal text. */
  usdPerUnit: string
  ratePer: RatePer
  /**
   * False while its balance is reported in another currency than the account's: its costs cannot be trusted then.
   */
  isCurrencySettled: boolean
  /** Currency and charges agree with its rates. */
  hasTrustedCosts: boolean
  balanceCurrency: string | undefined
  isEnabled: boolean
  /** Stopped by staff or by the breaker. */
  isSendingStopped: boolean
  pace: Pace
  /** No recent send failed or stayed unknown, and the provider does not refuse our account. */
  isSendingSound: boolean
  /** Ids it accepts per call; 1 means it does not support lists. */
  perCall: { order: number; refill: number }
  reading: {
    /** Reading is paused; after the pause a probe may end it. */
    isPaused: boolean
    pauseSecondsLeft: number
    /** The last read failed. */
    isTroubled: boolean
  }
}

/**
 * Throws `provider_not_found`, and `state_conflict` when it has no readable key. A disabled provider is returned
 * too.
 */
export async function getProviderAccount(ctx: Context, providerId: number): Promise<ProviderAccount> {
  const row = await findAccountRow(ctx.db, providerId)
  if (row === undefined) throw new AppError('provider_not_found')
  if (row.key_ciphertext === null)
    throw new AppError('state_conflict', { reason: 'has_no_key', name: row.name })
  return {
    id: row.id,
    slug: row.slug,
    name: row.name,
    apiUrl: row.api_url,
    key: openKey(ctx, row.slug, row.name, row.key_ciphertext),
    // The sandbox's address may be loopback; it never comes from a form.
    allowedOrigin: row.is_sandbox ? URL.parse(row.api_url)?.origin : undefined,
    allowedNetworks: ctx.config.allowedNetworks,
    observe: observeBoth(ctx, row),
    currency: row.currency,
    usdPerUnit: row.usd_per_unit,
    ratePer: toRatePer(row.rate_per),
    isCurrencySettled: row.is_currency_settled,
    hasTrustedCosts: row.has_trusted_costs,
    balanceCurrency: row.balance_currency ?? undefined,
    isEnabled: row.is_enabled,
    isSendingStopped: row.sending_stopped_at !== null,
    pace: { callsAtOnce: row.calls_at_once, callsPerSecond: row.calls_per_second },
    isSendingSound: row.sending_failures === 0 && row.sending_unknowns === 0 && row.refuses_us === null,
    perCall: { order: row.orders_per_call, refill: row.refills_per_call },
    reading: {
      isPaused: row.reading_pause_seconds !== null,
      pauseSecondsLeft: Math.max(0, row.reading_pause_seconds ?? 0),
      isTroubled: row.reading_failures > 0 || row.reading_error !== null,
    },
  }
}

/** Counts each call in the metrics of this process and in the figures of the providers page. */
function observeBoth(ctx: Context, { id, slug }: { id: number; slug: string }): ObserveCalls {
  const metrics = ctx.metrics.observeCalls({ kind: 'provider', name: slug })
  const counts = countCalls(ctx, id)
  return (call) => (seen) => {
    metrics(call)(seen)
    counts(call)(seen)
  }
}

/** After SECRET_KEY changed, or the row was copied from another database, the operator must enter the key again. */
function openKey(ctx: Context, slug: string, name: string, sealed: Buffer): string {
  try {
    return ctx.secrets.open(keyPurpose(slug), sealed)
  } catch {
    throw new AppError('state_conflict', { reason: 'key_unreadable', name })
  }
}

/** Binds a sealed key to the provider it was entered for. */
export function keyPurpose(slug: string): string {
  return `provider-key:${slug}`
}

/** Encrypts every stored key again; one that can't be decrypted is left unchanged. */
export async function resealProviderKeys(tx: Tx, reseal: Reseal): Promise<void> {
  for (const { id, slug, key_ciphertext: sealed } of await listSealedKeys(tx)) {
    const resealed = sealed === null ? undefined : reseal(keyPurpose(slug), sealed)
    if (resealed !== undefined) await changeProvider(tx, id, { key_ciphertext: resealed })
  }
}

function listSealedKeys(db: Kysely<DB>) {
  return db.selectFrom('providers').select(['id', 'slug', 'key_ciphertext']).orderBy('id').execute()
}
