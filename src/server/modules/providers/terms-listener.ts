import type { BodyOf } from '#contract/base/endpoint.ts'
import type { updateProvider } from '#contract/providers/providers.ts'
import type { Repricing } from '#contract/providers/repricing.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'

export type Terms = { currency: string; usd_per_unit: string; rate_per: number }

/** What new terms make of the prices that came from a provider; `apply` writes it. */
export type TermsPlan = { shown: Repricing; apply(): Promise<void> }

/**
 * What the catalogue does about a provider's terms, in the tx that changes them. The catalogue implements it and app.ts
 * passes it in, since a provider knows nothing of services and prices.
 */
export type TermsListener = {
  /**
   * Undefined where no price depends on the change. Throws `state_conflict` unless the body confirms this very plan.
   */
  plan(
    tx: Tx,
    change: { providerId: number; before: Terms; body: BodyOf<typeof updateProvider> },
  ): Promise<TermsPlan | undefined>
  /** Rates count for another number of pieces, or another panel answers: first charges are awaited again. */
  replaced(tx: Tx, change: { providerId: number; isOtherMeasure: boolean }): Promise<void>
  /** A limit of first orders was set where there was none. */
  firstOrdersLimited(tx: Tx, providerId: number): Promise<void>
  /** Staff released a provider whose charges did not fit its rates. */
  holdReleased(tx: Tx, hold: { providerId: number; supplyId: number }): Promise<void>
}
