import { MONEY_MAX, money } from '#contract/base/money.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'

import { priceSupply } from './price-supply.ts'
import { listPricedSupplies, type PricedSupply } from './repricing-queries.ts'
import { type PriceChange, type RepricingPlan, showChanges } from './reprice-supplies.ts'
import { lockSupplies } from '#server/modules/catalogue/supplies/supply-queries.ts'

export type MarkupTerms = {
  providerId: number
  usdPerUnit: string
  /** Those services, or those of the provider that cost more there than they are sold for, or all of its. */
  which: ReadonlySet<number> | 'below_cost' | 'all'
  /** It is only shown: nothing is locked, and what is confirmed later is planned again. */
  isPreview: boolean
}

/**
 * What becomes of prices when they are made anew from what the provider's services cost by now and their markup. One that
 * the provider supplies twice goes by the supply that is tried first. What can not be priced stays as it is, off sale if
 * it costs more than it is sold for. But for a preview nobody else writes this provider's supplies until the tx ends.
 */
export async function planByMarkup(tx: Tx, terms: MarkupTerms): Promise<RepricingPlan> {
  if (!terms.isPreview) await lockSupplies(tx, terms.providerId)
  const supplies = await listPricedSupplies(tx, terms)
  const changes = new Map<number, PriceChange>()
  for (const supply of supplies)
    if (supply.is_supply_active && !changes.has(supply.service_id) && isMeant(supply, terms.which))
      changes.set(supply.service_id, toChange(supply, terms.usdPerUnit))
  const planned = [...changes.values()].filter((one) => one.rate_after !== one.rate_before)
  return { shown: showChanges(planned, [terms.providerId, 'markup']), costs: [], changes: planned }
}

function isMeant(supply: PricedSupply, which: MarkupTerms['which']): boolean {
  if (which === 'all') return true
  if (which === 'below_cost') return supply.is_active && !supply.below_cost && supply.cost > supply.rate
  return which.has(supply.service_id)
}

function toChange(supply: PricedSupply, usdPerUnit: string): PriceChange {
  const { service_id, name, cost, rate, cost_own: own, markup_basis_points: markupBasisPoints } = supply
  const fresh = priceSupply({ cost: own, usdPerUnit, markupBasisPoints })
  const known = {
    service_id,
    name,
    cost_before: money(cost),
    cost_after: money(cost),
    rate_before: money(rate),
  }
  const isTooMuch = fresh.rate > MONEY_MAX
  return { ...known, why: 'markup', rate_after: isTooMuch ? money(rate) : fresh.rate }
}
