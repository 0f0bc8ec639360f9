import { type Kysely, sql } from 'kysely'

import { type Money, MONEY_MAX } from '#contract/base/money.ts'
import { toServiceType } from '#contract/catalogue/service-type-spellings.ts'
import { rulesOf } from '#contract/catalogue/service-types.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'
import { isHigher, priceSupply } from '#server/modules/catalogue/prices/price-supply.ts'
import { type NewRate, writeRates } from '#server/modules/catalogue/prices/write-rates.ts'
import { lockSupplies } from '#server/modules/catalogue/supplies/lock-supplies.ts'

/** A provider's service as its list has it. `cost` is in its currency, a decimal string. */
export type Offered = { type: string; cost: string; min: number; max: number }

export type SyncTerms = {
  /** USD for one unit of the provider's currency. */
  usdPerUnit: string
  /** `follow` recalculates prices that equal cost plus markup and raises those below cost; `hold` changes no price. */
  policy: 'hold' | 'follow'
  now: Date
  /** Undefined: no longer offered. `before` is from the list read before. */
  offerOf: (providerService: string) => { now: Offered; before: Offered | undefined } | 'unread' | undefined
}

/** `held`: it now costs more than its rate, so it cannot be ordered. `off`: switched off. `back`: switched on again. */
export type SyncOutcome = 'held' | 'repriced' | 'off' | 'back'

type Plan = {
  supply: SyncedSupply
  change: SupplyChange
  rate: bigint
  bounds: NewBounds | undefined
  outcome: SyncOutcome | undefined
}

/** Locks the provider's supplies until the tx ends. */
export async function lockSyncedSupplies(tx: Tx, providerId: number): Promise<SyncedSupply[]> {
  await lockSupplies(tx, providerId)
  return listSyncedSupplies(tx, providerId)
}

/**
 * Applies a provider's list to its supplies. One that now costs more than its rate cannot be ordered from the commit on,
 * since placing compares the two; one that is gone or has another type is switched off. Returns outcomes by the provider's
 * service id.
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

/** Undefined if the row was unreadable or nothing changes. */
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
  // A cost above the maximum amount cannot be stored: the supply is off until the list has another.
  if (fresh.cost > MONEY_MAX) return planOff(supply, 'gone')
  const isBack = supply.off_reason !== null && !supply.is_active
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
  // Only staff can switch on what staff switched off.
  if (!supply.is_active) return undefined
  const { supply_id: supplyId, cost } = supply
  const change = { supplyId, costOwn: null, cost, wasActive: true, isActive: false, offFor }
  return { supply, change, rate: supply.rate, bounds: undefined, outcome: 'off' }
}

/** The list's price if it changed; else the higher of the two, since charges may have raised ours above the list. */
function costOf(
  { cost_own: own }: SyncedSupply,
  { now, before }: { now: Offered; before: Offered | undefined },
): string {
  const isListChanged = before === undefined || before.cost !== now.cost
  if (isListChanged || own === null) return now.cost
  return isHigher(own, now.cost) ? own : now.cost
}

/** Recalculates a rate that equals cost plus markup. One set by hand is only raised, and only where it would be a loss. */
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

/** Unknown types are stored in the provider's spelling; known ones may be spelled in several ways. */
function isSameType(own: string, offered: string): boolean {
  return own === offered || toServiceType(own) === (toServiceType(offered) ?? null)
}

/** Min and max follow the list unless staff changed them. Outside the provider's range it would refuse the order. */
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

/** A supply and the columns of its service that a price list may change. */
export type SyncedSupply = {
  supply_id: number
  service_id: number
  provider_service: string
  name: string
  /** In the provider's currency, a decimal string; null where only the cost in USD is known. */
  cost_own: string | null
  cost: bigint
  markup_basis_points: number
  is_active: boolean
  /** Why a list switched it off; null where staff did, or it is on. */
  off_reason: 'gone' | 'type' | null
  type: string
  min: number
  max: number
  rate: bigint
  below_cost: boolean
  is_sold: boolean
  /** Tried before the service's other supplies. */
  is_first: boolean
}

/** Without removed supplies and deleted services. */
async function listSyncedSupplies(db: Kysely<DB>, providerId: number): Promise<SyncedSupply[]> {
  const { rows } = await sql<SyncedSupply>`
    select supplies.id as supply_id, service_id, provider_service, services.name, trim_scale(cost_own)::text as cost_own,
      cost_rate as cost, markup_basis_points, supplies.is_active, off_reason, services.type, services.min, services.max,
      services.rate, services.below_cost, services.is_active as is_sold,
      not exists (select from supplies other where other.service_id = supplies.service_id and other.is_active
        and (other.priority, other.id) < (supplies.priority, supplies.id)) as is_first
    from supplies join services on services.id = service_id
    where provider_id = ${providerId} and services.deleted_at is null and removed_at is null
    order by supplies.id`.execute(db)
  return rows
}

type SupplyChange = {
  supplyId: number
  /** Null: unchanged. */
  costOwn: string | null
  cost: bigint
  /** The value that was read: a supply that staff switched since then keeps their choice. */
  wasActive: boolean
  isActive: boolean
  offFor: 'gone' | 'type' | null
}

async function writeSupplies(db: Kysely<DB>, changes: readonly SupplyChange[], now: Date): Promise<void> {
  if (changes.length === 0) return
  await sql`
    update supplies set cost_own = coalesce(fresh.own, cost_own), cost_rate = fresh.cost,
      is_active = case when is_active = fresh.was then fresh.active else is_active end,
      off_reason = case when is_active = fresh.was then fresh.off else off_reason end, seen_at = ${now}
    from unnest(${changes.map(({ supplyId }) => supplyId)}::int[], ${changes.map(({ costOwn }) => costOwn)}::numeric[],
      ${changes.map(({ cost }) => cost)}::bigint[], ${changes.map(({ wasActive }) => wasActive)}::boolean[],
      ${changes.map(({ isActive }) => isActive)}::boolean[], ${changes.map(({ offFor }) => offFor)}::text[])
      as fresh (id, own, cost, was, active, off)
    where supplies.id = fresh.id`.execute(db)
}

type NewBounds = { serviceId: number; min: number; max: number }

async function writeBounds(db: Kysely<DB>, bounds: readonly NewBounds[], now: Date): Promise<void> {
  if (bounds.length === 0) return
  await sql`
    update services set min = fresh.min, max = fresh.max, updated_at = ${now}
    from unnest(${bounds.map(({ serviceId }) => serviceId)}::int[], ${bounds.map(({ min }) => min)}::int[],
      ${bounds.map(({ max }) => max)}::int[]) as fresh (id, min, max)
    where services.id = fresh.id`.execute(db)
}
