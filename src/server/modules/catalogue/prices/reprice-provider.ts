import type { BodyOf } from '#contract/base/endpoint.ts'
import { AppError } from '#contract/base/errors.ts'
import { money, MONEY_MAX } from '#contract/base/money.ts'
import type { repriceProvider as endpoint } from '#contract/providers/provider-actions.ts'
import type { Repricing } from '#contract/providers/repricing.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'
import { type By, transactAsStaff } from '#server/modules/audit-log/transact-as-staff.ts'
import { lockSupplies } from '#server/modules/catalogue/supplies/lock-supplies.ts'
import { lockTerms } from '#server/modules/providers/accounts/get-provider.ts'

import { priceSupply } from './price-supply.ts'
import {
  applyRepricing,
  listPricedSupplies,
  type PriceChange,
  type PricedSupply,
  type RepricingPlan,
  summarizeChanges,
} from './repricing-plan.ts'

/** Max. prices of one repricing in its audit log entry. */
const LOGGED_MAX = 200

/**
 * Recalculates prices from cost and markup: of the chosen services, of those that cost more than their rate (the default),
 * or of all of the provider. A dry run only returns the plan. Throws `provider_not_found`, and `state_conflict` where the
 * plan is no longer the confirmed one.
 */
export async function repriceProvider(
  ctx: Context,
  by: By,
  { id, body }: { id: number; body: BodyOf<typeof endpoint> },
): Promise<Repricing> {
  return transactAsStaff(ctx, by, async (tx, publish, record) => {
    const isPreview = body.dry_run === true
    const row = await lockTerms(tx, id, { isPreview })
    const which = body.service_ids === undefined ? (body.scope ?? 'below_cost') : new Set(body.service_ids)
    const plan = await planByMarkup(tx, { providerId: id, usdPerUnit: row.usd_per_unit, which, isPreview })
    if (isPreview) return plan.shown
    if (body.confirm !== undefined && body.confirm !== plan.shown.seal)
      throw new AppError('state_conflict', { reason: 'prices_changed' })
    if (plan.changes.length === 0) return plan.shown
    await applyRepricing(tx, plan, ctx.clock())
    const { services, raised, lowered } = plan.shown
    const logged = plan.changes.slice(0, LOGGED_MAX)
    const before = { rates: Object.fromEntries(logged.map((one) => [one.service_id, one.rate_before])) }
    const rates = Object.fromEntries(logged.map((one) => [one.service_id, one.rate_after]))
    record({ action: 'provider.reprice', id, before, after: { services, raised, lowered, rates } })
    publish({ topic: 'catalogue' })
    publish({ topic: 'dispatch', providerId: id })
    return plan.shown
  })
}

type MarkupTerms = {
  providerId: number
  usdPerUnit: string
  /** Ids of services, those that cost more than their rate, or all of the provider. */
  which: ReadonlySet<number> | 'below_cost' | 'all'
  /** A preview takes no locks; confirming plans again. */
  isPreview: boolean
}

/**
 * New prices from the stored costs and markups. A service that the provider supplies twice follows the supply tried first.
 * One whose price would exceed the maximum keeps its price; it cannot be ordered while it costs more than that.
 */
async function planByMarkup(tx: Tx, terms: MarkupTerms): Promise<RepricingPlan> {
  if (!terms.isPreview) await lockSupplies(tx, terms.providerId)
  const supplies = await listPricedSupplies(tx, terms)
  const changes = new Map<number, PriceChange>()
  for (const supply of supplies)
    if (supply.is_supply_active && !changes.has(supply.service_id) && isMeant(supply, terms.which))
      changes.set(supply.service_id, toChange(supply, terms.usdPerUnit))
  const planned = [...changes.values()].filter((one) => one.rate_after !== one.rate_before)
  return { shown: summarizeChanges(planned, [terms.providerId, 'markup']), costs: [], changes: planned }
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
