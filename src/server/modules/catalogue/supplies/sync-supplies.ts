import { MONEY_MAX, type Money } from '#contract/base/money.ts'
import { toServiceType } from '#contract/catalogue/service-type-spellings.ts'
import { rulesOf } from '#contract/catalogue/service-types.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'

import { isHigher, priceSupply } from '#server/modules/catalogue/prices/price-supply.ts'
import { type NewRate, writeRates } from '#server/modules/catalogue/prices/repricing-queries.ts'
import { lockSupplies } from './supply-queries.ts'
import {
  listSyncedSupplies,
  type NewBounds,
  type SupplyChange,
  type SyncedSupply,
  writeBounds,
  writeSupplies,
} from './sync-queries.ts'

export type { SyncedSupply }

/** What a provider says of one of its services now. `cost` is in its currency, a decimal text. */
export type Offered = { type: string; cost: string; min: number; max: number }

export type SyncTerms = {
  /** USD for one unit of the provider's currency. */
  usdPerUnit: string
  /** `follow`: a price that came from cost and markup is made anew, and none stays below its cost. */
  policy: 'hold' | 'follow'
  now: Date
  /** Undefined: it is not offered any more. `before` is what was offered when it was last read. */
  offerOf: (providerService: string) => { now: Offered; before: Offered | undefined } | 'unread' | undefined
}

/** What became of a supply: not sold since it costs more than it is sold for, priced anew, switched off, or back. */
export type SyncOutcome = 'held' | 'repriced' | 'off' | 'back'

type Plan = {
  supply: SyncedSupply
  change: SupplyChange
  rate: bigint
  bounds: NewBounds | undefined
  outcome: SyncOutcome | undefined
}

/** In a tx of its own: nobody else writes this provider's supplies until it ends. */
export async function lockSyncedSupplies(tx: Tx, providerId: number): Promise<SyncedSupply[]> {
  await lockSupplies(tx, providerId)
  return listSyncedSupplies(tx, providerId)
}

/**
 * Brings a provider's supplies to what it offers now. What costs more than it is sold for is not sold from this very
 * moment, since placing compares the two; what is not offered, or as another type, is not sold from there. Answers what
 * became of which, by the provider's ids.
 */
export async function syncSupplies(
  tx: Tx,
  supplies: readonly SyncedSupply[],
  terms: SyncTerms,
): Promise<Map<string, SyncOutcome>> {
  const plans = supplies.flatMap((supply) => planSupply(supply, terms) ?? [])
  await writeSupplies(
    tx,
    plans.map(({ change }) => change),
    terms.now,
  )
  const rates: NewRate[] = plans
    .filter(({ supply, rate }) => rate !== supply.rate)
    .map(({ supply, rate }) => ({ serviceId: supply.service_id, before: supply.rate, rate, isSold: true }))
  const written = await writeRates(tx, rates, terms.now)
  await writeBounds(
    tx,
    plans.flatMap(({ bounds }) => bounds ?? []),
    terms.now,
  )
  return new Map(
    plans.flatMap(({ supply, outcome }) =>
      outcome === undefined || (outcome === 'repriced' && !written.has(supply.service_id))
        ? []
        : [[supply.provider_service, outcome] as const],
    ),
  )
}

/** Undefined where nothing can be said of it, or nothing is to be changed. */
function planSupply(supply: SyncedSupply, terms: SyncTerms): Plan | undefined {
  const offer = terms.offerOf(supply.provider_service)
  if (offer === 'unread') return undefined
  if (offer === undefined) return planOff(supply, 'gone')
  if (!isSameType(supply.type, offer.now.type)) return planOff(supply, 'type')
  const { supply_id: supplyId, cost, rate } = supply

  const costOwn = costOf(supply, offer)
  const fresh = priceSupply({
    cost: costOwn,
    usdPerUnit: terms.usdPerUnit,
    markupBasisPoints: supply.markup_basis_points,
  })
  // More than any figure can be is no cost that it could be sold at: it stays off until the list says another.
  if (fresh.cost > MONEY_MAX) return planOff(supply, 'gone')
  const isBack = supply.off_for !== null && !supply.is_active
  const wasActive = supply.is_active
  const change = {
    supplyId,
    costOwn,
    cost: fresh.cost,
    wasActive,
    isActive: wasActive || isBack,
    offFor: null,
  }
  const nextRate = terms.policy === 'follow' ? followedRate(supply, fresh, terms) : rate
  const isHeldNow = isHeld(supply, fresh.cost, nextRate) && change.isActive
  const wasHeld = isHeld(supply, cost, rate) && supply.is_active
  const outcome =
    isHeldNow && !wasHeld
      ? ('held' as const)
      : nextRate !== rate
        ? ('repriced' as const)
        : isBack
          ? ('back' as const)
          : undefined
  return { supply, change, rate: nextRate, bounds: boundsOf(supply, offer), outcome }
}

function planOff(supply: SyncedSupply, offFor: 'gone' | 'type'): Plan | undefined {
  // Switched off by a person, it is theirs to switch on.
  if (!supply.is_active) return undefined
  const { supply_id: supplyId, cost } = supply
  const change = { supplyId, costOwn: null, cost, wasActive: true, isActive: false, offFor }
  return { supply, change, rate: supply.rate, bounds: undefined, outcome: 'off' }
}

/**
 * The list's own price where it has changed; else the higher of the two, since an order's charge may have told of more
 * than the list still says.
 */
function costOf(
  { cost_own: own }: SyncedSupply,
  { now, before }: { now: Offered; before: Offered | undefined },
): string {
  const isListChanged = before === undefined || before.cost !== now.cost
  if (isListChanged || own === null) return now.cost
  return isHigher(own, now.cost) ? own : now.cost
}

/** As it was made from the markup it is made again; one that was set by hand is raised only where it would be a loss. */
function followedRate(
  supply: SyncedSupply,
  fresh: { cost: Money; rate: Money },
  { usdPerUnit }: SyncTerms,
): bigint {
  const { rate, is_first: isFirst, below_cost: mayLose, markup_basis_points: markupBasisPoints } = supply
  if (fresh.rate > MONEY_MAX) return rate
  const old =
    supply.cost_own === null
      ? undefined
      : priceSupply({ cost: supply.cost_own, usdPerUnit, markupBasisPoints }).rate
  const isOwn = isFirst && old === rate
  const isLoss = isFirst && !mayLose && fresh.cost > rate
  return isOwn || isLoss ? fresh.rate : rate
}

function isHeld({ below_cost: mayLose, is_sold: isSold }: SyncedSupply, cost: bigint, rate: bigint): boolean {
  return isSold && !mayLose && cost > rate
}

/** A type that is not known is the provider's word; ours may be spelled in several ways. */
function isSameType(own: string, offered: string): boolean {
  return own === offered || toServiceType(own) === (toServiceType(offered) ?? null)
}

/** They follow where they were the provider's: beyond them it refuses the order. */
function boundsOf(
  supply: SyncedSupply,
  { now, before }: { now: Offered; before: Offered | undefined },
): NewBounds | undefined {
  const type = toServiceType(supply.type)
  if (before === undefined || !supply.is_first || type === undefined || rulesOf(type).quantity === 'one')
    return undefined
  const min = supply.min === before.min ? now.min : supply.min
  const max = supply.max === before.max ? now.max : supply.max
  if ((min === supply.min && max === supply.max) || min > max || max < 1) return undefined
  return { serviceId: supply.service_id, min, max }
}
