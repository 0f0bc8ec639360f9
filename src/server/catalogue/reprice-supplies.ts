import { createHash } from 'node:crypto'

import { ceilToRate, MONEY_MAX, type Money, money } from '#contract/money.ts'
import type { Repricing } from '#contract/repricing.ts'
import type { Tx } from '#server/database/transact.ts'

import { priceSupply } from './price-supply.ts'
import {
  listPricedSupplies,
  type NewCost,
  type PricedSupply,
  writeCosts,
  writeRates,
} from './repricing-queries.ts'
import { lockSupplies } from './supply-queries.ts'

/** USD for one unit of the provider's currency, as it was and as it is to be. */
export type CurrencyTerms = { providerId: number; before: string; after: string }

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
 * What becomes of costs and prices when a unit of the provider's currency is worth something else. A price that came
 * from the import is made anew from cost and markup; one that was set by hand stays, and no price stays below the new
 * cost. Until the tx ends nobody else writes this provider's supplies, so what is written is what was planned.
 */
export async function planRepricing(tx: Tx, terms: CurrencyTerms): Promise<RepricingPlan> {
  await lockSupplies(tx, terms.providerId)
  const supplies = await listPricedSupplies(tx, { ...terms, usdPerUnit: terms.before })
  const costs: NewCost[] = []
  const changes = new Map<number, PriceChange>()
  for (const supply of supplies) {
    const change = toChange(supply, changes.get(supply.service_id), terms)
    changes.set(supply.service_id, change)
    if (change.why !== 'too_expensive')
      costs.push({ supplyId: supply.supply_id, costOwn: supply.cost_own, cost: costOf(supply, terms.after) })
  }
  const planned = [...changes.values()]
  return {
    shown: showChanges(planned, [terms.providerId, terms.before, terms.after]),
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
function toChange(
  supply: PricedSupply,
  known: PriceChange | undefined,
  { before, after }: CurrencyTerms,
): PriceChange {
  const { service_id, name, cost, rate } = supply
  const own = { cost: supply.cost_own, markupBasisPoints: supply.markup_basis_points }
  const fresh = priceSupply({ ...own, usdPerUnit: after })
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
  const isMarkup = supply.is_first && rate === priceSupply({ ...own, usdPerUnit: before }).rate
  const made: PriceChange = isMarkup ? { ...base, why: 'markup', rate_after: fresh.rate } : base
  const least = ceilToRate(fresh.cost)
  return made.rate_after < least && made.why !== 'too_expensive'
    ? { ...made, why: 'cost', rate_after: least }
    : made
}

function costOf({ cost_own: cost }: PricedSupply, usdPerUnit: string): Money {
  return priceSupply({ cost, usdPerUnit, markupBasisPoints: 0 }).cost
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
