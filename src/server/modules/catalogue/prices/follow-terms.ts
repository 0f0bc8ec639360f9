import type { BodyOf } from '#contract/base/endpoint.ts'
import { AppError, invalidFields } from '#contract/base/errors.ts'
import { toRatePer } from '#contract/providers/provider-rates.ts'
import type { updateProvider as endpoint } from '#contract/providers/providers.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'

import { trimZeros } from '#server/modules/providers/accounts/present-provider.ts'
import type { Terms, TermsListener } from '#server/modules/providers/terms-listener.ts'

import { deleteOffers } from '#server/modules/catalogue/provider-sync/offers-queries.ts'
import { awaitFirstCharges, countFirstOrders, trustSupply } from './charge-queries.ts'
import { applyRepricing, planRepricing, type RepricingPlan } from './reprice-supplies.ts'

/** Prices follow a provider's terms: app.ts passes this to the routes of providers. */
export function makeTermsListener({ clock }: Pick<Context, 'clock'>): TermsListener {
  return {
    async plan(tx, { providerId: id, before: row, body }) {
      const plan = await planNewTerms(tx, { id, row, body })
      return plan && { shown: plan.shown, apply: () => applyRepricing(tx, plan, clock()) }
    },
    async replaced(tx, { providerId, isOtherMeasure }) {
      // What was offered is known in the other measure: the next list is the first one.
      if (isOtherMeasure) await deleteOffers(tx, providerId)
      await awaitFirstCharges(tx, providerId)
    },
    firstOrdersLimited: countFirstOrders,
    async holdReleased(tx, { providerId, supplyId }) {
      await trustSupply(tx, supplyId)
      await countFirstOrders(tx, providerId)
    },
  }
}

/**
 * What another currency, another rate of it, or rates for another number of pieces make of the prices that came from a
 * provider; undefined where none is asked for. Without a yes to this very plan no price changes: throws `state_conflict`.
 */
async function planNewTerms(
  tx: Tx,
  { id, row, body }: { id: number; row: Terms; body: BodyOf<typeof endpoint> },
): Promise<RepricingPlan | undefined> {
  const before = { usdPerUnit: trimZeros(row.usd_per_unit), ratePer: toRatePer(row.rate_per) }
  const isOther = body.currency !== undefined && body.currency !== row.currency
  if (isOther && body.usd_per_unit === undefined)
    throw invalidFields({ usd_per_unit: { code: 'unit_worth_required' } })
  const after = {
    usdPerUnit: trimZeros(body.usd_per_unit ?? before.usdPerUnit).replace(/^0+(?=\d)/, ''),
    ratePer: body.rate_per ?? before.ratePer,
  }
  const isSameWorth = after.usdPerUnit === before.usdPerUnit && after.ratePer === before.ratePer
  if (isSameWorth && !isOther && body.dry_run !== true) return undefined
  const plan = await planRepricing(tx, { providerId: id, before, after, isPreview: body.dry_run === true })
  if (body.dry_run === true || isSameWorth || plan.shown.services === 0) return plan
  const { services, seal } = plan.shown
  if (body.confirm === undefined)
    throw new AppError('state_conflict', { reason: 'prices_unconfirmed', services })
  if (body.confirm !== seal) throw new AppError('state_conflict', { reason: 'prices_changed' })
  return plan
}
