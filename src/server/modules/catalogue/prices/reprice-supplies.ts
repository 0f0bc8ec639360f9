import { createHash } from 'node:crypto'

import { ceilToRate, MONEY_MAX, type Money, money } from '#contract/base/money.ts'
import type { RatePer } from '#contract/providers/provider-rates.ts'
import type { Repricing } from '#contract/providers/repricing.ts'
import { toServiceType } from '#contract/catalogue/service-type-spellings.ts'
import { rulesOf } from '#contract/catalogue/service-types.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'
import { movePoint } from '#server/integrations/panels/read-services.ts'

import { priceSupply } from './price-supply.ts'
import {
  listPricedSupplies,
  type NewCost,
  type PricedSupply,
  writeCosts,
  writeRates,
} from './repricing-queries.ts'
import { lockSupplies } from '#server/modules/catalogue/supplies/supply-queries.ts'

/** USD for one unit of the provider's currency, and for how many pieces its rates are. */
export type PriceTerms = { usdPerUnit: string; ratePer: RatePer }
/** As it was and as it is to be. */
export type CurrencyTerms = {
  providerId: number
  before: PriceTerms
  after: PriceTerms
  /** It is only shown: nothing is locked, and what is confirmed later is planned again. */
  isPreview: boolean
}

export type PriceChange = {
  service_id: number
  name: string
  why: 'markup' | 'cost' | 'by_hand' | 'too_expensive'
  cost_before: Money
  cost_after: Money
  rate_before: Money
  rate_after: Money
}
export type RepricingPlan = { shown: Repricing; costs: NewCost[]; changes: PriceChange[] }

const EXAMPLES_MAX = 50

/**
 * What becomes of costs and prices when a unit of the provider's currency is worth something else, or its rates are for
 * another number of pieces. A price that came
 * from the import is made anew from cost and markup; one that was set by hand stays, and no price stays below the new
 * cost. But for a preview nobody else writes this provider's supplies until the tx ends, so what is
 * written is what was planned.
 */
export async function planRepricing(tx: Tx, terms: CurrencyTerms): Promise<RepricingPlan> {
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
    shown: showChanges(planned, [terms.providerId, ...toTexts(terms.before), ...toTexts(terms.after)]),
    costs,
    changes: planned,
  }
}

export async function applyRepricing(tx: Tx, { costs, changes }: RepricingPlan, now: Date): Promise<void> {
  await writeCosts(tx, costs)
  const moved = changes.filter((one) => one.rate_after !== one.rate_before || one.why === 'too_expensive')
  const rates = moved.map(({ service_id, rate_before, rate_after, why }) => ({
    serviceId: service_id,
    before: rate_before,
    rate: rate_after,
    isSold: why !== 'too_expensive',
  }))
  await writeRates(tx, rates, now)
}

/** Of one supply; a service that the provider supplies twice has one change, above both costs. */
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

/** What was read as a rate for one piece and is one for 1,000 costs a thousandth, and the other way round; a package stays. */
function costOwnAfter({ cost_own: own, type }: PricedSupply, { before, after }: CurrencyTerms): string {
  const known = toServiceType(type)
  if (before.ratePer === after.ratePer || (known !== undefined && rulesOf(known).rateIsPrice)) return own
  return movePoint(own, after.ratePer === 1 ? 3 : -3)
}

function toTexts({ usdPerUnit, ratePer }: PriceTerms): (string | number)[] {
  return [usdPerUnit, ratePer]
}

/** As staff see it before they say yes; `made` is what it was made of, so that nobody says yes to another thing. */
export function showChanges(changes: readonly PriceChange[], made: readonly (string | number)[]): Repricing {
  const count = (is: (one: PriceChange) => boolean) => changes.filter(is).length
  return {
    services: changes.length,
    raised: count((one) => one.rate_after > one.rate_before),
    lowered: count((one) => one.rate_after < one.rate_before),
    by_hand: count(({ why }) => why === 'by_hand'),
    at_cost: count(({ why }) => why === 'cost'),
    off_sale: count(({ why }) => why === 'too_expensive'),
    examples: changes
      .toSorted((one, other) => (changeOf(one) > changeOf(other) ? -1 : 1))
      .slice(0, EXAMPLES_MAX),
    seal: sealOf(changes, made),
  }
}

/** How much a price moves, in ten-thousandths of what it was. */
function changeOf({ rate_before: before, rate_after: after }: PriceChange): bigint {
  const difference = after > before ? after - before : before - after
  return (difference * 10_000n) / before
}

/** The same plan has the same seal, so that what is confirmed is what was shown. */
function sealOf(changes: readonly PriceChange[], made: readonly (string | number)[]): string {
  const rows = changes.map((one) => [one.service_id, one.cost_before, one.rate_before, one.rate_after].join())
  const text = [...made, ...rows].join('\n')
  return createHash('sha256').update(text).digest('base64url').slice(0, 22)
}
