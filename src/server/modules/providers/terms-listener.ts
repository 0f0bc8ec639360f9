import type { BodyOf } from '#contract/base/endpoint.ts'
import type { updateProvider } from '#contract/providers/providers.ts'
import type { Repricing } from '#contract/providers/repricing.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'

export type Terms = { currency: string; usd_per_unit: string; rate_per: number }

/** How new terms change the prices that came from a provider; `apply` writes it. */
export type TermsPlan = { shown: Repricing; apply(): Promise<void> }

/**
 * Implemented by the catalogue and passed in by app.ts: the effect of a provider's changed terms on services and
 * prices, in the same tx. Keeps this module independent of the catalogue.
 */
export type TermsListener = {
  /**
   * Undefined if no price depends on the change. Throws `state_conflict` unless the body confirms exactly this plan.
   */
  plan(
    tx: Tx,
    change: { providerId: number; before: Terms; body: BodyOf<typeof updateProvider> },
  ): Promise<TermsPlan | undefined>
  /** `rate_per` or the panel changed: first charges are awaited again. */
  replaced(tx: Tx, change: { providerId: number; isOtherMeasure: boolean }): Promise<void>
  /** A limit on first orders was set where there was none. */
  firstOrdersLimited(tx: Tx, providerId: number): Promise<void>
  /** Staff released a charge hold. */
  holdReleased(tx: Tx, hold: { providerId: number; supplyId: number }): Promise<void>
}
