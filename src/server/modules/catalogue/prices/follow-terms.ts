import type { BodyOf } from '#contract/base/endpoint.ts'
import { AppError, invalidFields } from '#contract/base/errors.ts'
import { ceilToRate, money, MONEY_MAX } from '#contract/base/money.ts'
import { toServiceType } from '#contract/catalogue/service-type-spellings.ts'
import { rulesOf } from '#contract/catalogue/service-types.ts'
import { type RatePer, toRatePer } from '#contract/providers/provider-rates.ts'
import type { updateProvider as endpoint } from '#contract/providers/providers.ts'
import type { Context } from '#server/context.ts'
import { movePoint } from '#server/integrations/panels/decimals.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'
import {
  awaitFirstCharges,
  countFirstOrders,
  trustSupply,
} from '#server/modules/catalogue/charges/first-charges.ts'
import { lockSupplies } from '#server/modules/catalogue/supplies/lock-supplies.ts'
import { trimZeros } from '#server/modules/providers/accounts/get-provider.ts'
import type { Terms, TermsListener } from '#server/modules/providers/terms-listener.ts'

import { priceSupply } from './price-supply.ts'
import {
  applyRepricing,
  listPricedSupplies,
  type NewCost,
  type PriceChange,
  type PricedSupply,
  type RepricingPlan,
  summarizeChanges,
} from './repricing-plan.ts'

/** Makes prices follow a provider's currency and rate unit. app.ts passes it to the provider routes. */
export function makeTermsListener({ clock }: Pick<Context, 'clock'>): TermsListener {
  return {
    async plan(tx, { providerId: id, before: row, body }) {
      const plan = await planNewTerms(tx, { id, row, body })
      return plan && { shown: plan.shown, apply: () => applyRepricing(tx, plan, clock()) }
    },
    async replaced(tx, { providerId, isOtherMeasure }) {
      // Stored offers are in the old unit: the next list counts as the first.
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
 * The repricing that a change of currency, exchange rate or rate unit requires; undefined where the body changes none of
 * them. Throws `state_conflict` unless `confirm` is this plan's seal.
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

/** USD per unit of the provider's currency, and the number of pieces its rates are for. */
type PriceTerms = { usdPerUnit: string; ratePer: RatePer }

type CurrencyTerms = {
  providerId: number
  before: PriceTerms
  after: PriceTerms
  /** A preview takes no locks; confirming plans again. */
  isPreview: boolean
}

/**
 * New costs and prices under the new terms. A price that equals cost plus markup is recalculated; one set by hand stays,
 * except that none stays below the new cost. Unless it is a preview, the provider's supplies are locked until the tx ends.
 */
async function planRepricing(tx: Tx, terms: CurrencyTerms): Promise<RepricingPlan> {
  if (!terms.isPreview) await lockSupplies(tx, terms.providerId)
  const supplies = await listPricedSupplies(tx, { ...terms, usdPerUnit: terms.before.usdPerUnit })
  const costs: NewCost[] = []
  const changes = new Map<number, PriceChange>()
  for (const supply of supplies) {
    const change = toChange(supply, changes.get(supply.service_id), terms)
    changes.set(supply.service_id, change)
    if (change.why !== 'too_expensive') costs.push(toNewCost(supply, terms))
  }
  const planned = [...changes.values()]
  return {
    shown: summarizeChanges(planned, [terms.providerId, ...toTexts(terms.before), ...toTexts(terms.after)]),
    costs,
    changes: planned,
  }
}

/** A service that the provider supplies twice has one change, whose rate covers both costs. */
function toChange(supply: PricedSupply, known: PriceChange | undefined, terms: CurrencyTerms): PriceChange {
  const { service_id, name, cost, rate, markup_basis_points: markupBasisPoints } = supply
  const { usdPerUnit } = terms.after
  const fresh = priceSupply({ cost: costOwnAfter(supply, terms), usdPerUnit, markupBasisPoints })
  const base = known ?? {
    service_id,
    name,
    why: 'by_hand' as const,
    cost_before: money(cost),
    cost_after: fresh.cost,
    rate_before: money(rate),
    rate_after: money(rate),
  }
  if (fresh.rate > MONEY_MAX || fresh.cost > MONEY_MAX)
    return { ...base, why: 'too_expensive', cost_after: base.cost_before, rate_after: base.rate_before }
  const before = { cost: supply.cost_own, usdPerUnit: terms.before.usdPerUnit, markupBasisPoints }
  const { rate: rateBefore } = priceSupply(before)
  const isMarkup = supply.is_first && rate === rateBefore
  const made: PriceChange = isMarkup ? { ...base, why: 'markup', rate_after: fresh.rate } : base
  const least = ceilToRate(fresh.cost)
  return made.rate_after < least && made.why !== 'too_expensive'
    ? { ...made, why: 'cost', rate_after: least }
    : made
}

function toNewCost(supply: PricedSupply, terms: CurrencyTerms): NewCost {
  const costOwn = costOwnAfter(supply, terms)
  const { cost } = priceSupply({ cost: costOwn, usdPerUnit: terms.after.usdPerUnit, markupBasisPoints: 0 })
  return { supplyId: supply.supply_id, costOwn, cost }
}

/** The stored cost converted to the new rate unit. A package's rate is its price and stays. */
function costOwnAfter({ cost_own: own, type }: PricedSupply, { before, after }: CurrencyTerms): string {
  const known = toServiceType(type)
  if (before.ratePer === after.ratePer || (known !== undefined && rulesOf(known).rateIsPrice)) return own
  return movePoint(own, after.ratePer === 1 ? 3 : -3)
}

function toTexts({ usdPerUnit, ratePer }: PriceTerms): (string | number)[] {
  return [usdPerUnit, ratePer]
}

async function deleteOffers(tx: Tx, providerId: number): Promise<void> {
  await tx.deleteFrom('provider_offers').where('provider_id', '=', providerId).execute()
}
