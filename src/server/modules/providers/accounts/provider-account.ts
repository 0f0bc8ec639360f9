import { AppError } from '#contract/base/errors.ts'
import { type RatePer, toRatePer } from '#contract/providers/provider-rates.ts'
import type { Context } from '#server/context.ts'
import type { ObserveCalls } from '#server/lib/http/outbound/guarded-fetch.ts'
import type { PanelAccount } from '#server/integrations/panels/panel-account.ts'

import { countCalls } from '#server/modules/providers/pacing/count-calls.ts'
import type { Pace } from '#server/modules/providers/pacing/make-pacer.ts'
import { findAccountRow } from '#server/modules/providers/providers-queries.ts'

/** All that is needed to call a provider. */
export type ProviderAccount = PanelAccount & {
  id: number
  slug: string
  name: string
  currency: string
  /** USD for one unit of its currency, a decimal text. */
  usdPerUnit: string
  ratePer: RatePer
  /** False while its balance is told in another currency than the account's: no cost that it tells can be believed. */
  isCurrencySettled: boolean
  /** Nothing speaks against its rates: not the currency, and not what it charges. */
  hasTrustedCosts: boolean
  balanceCurrency: string | undefined
  isEnabled: boolean
  /** Staff or the breaker stopped sending there. */
  isSendingStopped: boolean
  pace: Pace
  /** The last order that was sent there was answered, and the one before; it does not refuse us. */
  isSendingSound: boolean
  /** Ids that it takes in one call; 1: it knows no lists. */
  perCall: { order: number; refill: number }
  reading: {
    /** Nothing is asked there; a probe may end that once its time is over. */
    isPaused: boolean
    pauseSecondsLeft: number
    /** Something went wrong the last time. */
    isTroubled: boolean
  }
}

/** Throws `provider_not_found`, and `state_conflict` while it has no key. A switched-off one is answered too. */
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
    // The sandbox's own address may lie on loopback, and is never taken from a form.
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

/** For whoever watches this process, and for the page of all of them. */
function observeBoth(ctx: Context, { id, slug }: { id: number; slug: string }): ObserveCalls {
  const metrics = ctx.metrics.observeCalls({ kind: 'provider', name: slug })
  const counts = countCalls(ctx, id)
  return (call) => (seen) => {
    metrics(call)(seen)
    counts(call)(seen)
  }
}

/** After SECRET_KEY was changed, or a row was copied from elsewhere, the operator has to enter the key again. */
function openKey(ctx: Context, slug: string, name: string, sealed: Buffer): string {
  try {
    return ctx.secrets.open(keyPurpose(slug), sealed)
  } catch {
    throw new AppError('state_conflict', { reason: 'key_unreadable', name })
  }
}

/** A sealed key opens for the provider it was entered for and for no other. */
export function keyPurpose(slug: string): string {
  return `provider-key:${slug}`
}
