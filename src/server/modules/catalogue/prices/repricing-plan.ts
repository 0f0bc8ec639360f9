import { createHash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'

import type { Money } from '#contract/base/money.ts'
import type { Repricing } from '#contract/providers/repricing.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'

import { writeRates } from './write-rates.ts'

export type PriceChange = {
  service_id: number
  name: string
  why: 'markup' | 'cost' | 'by_hand' | 'too_expensive'
  cost_before: Money
  cost_after: Money
  rate_before: Money
  rate_after: Money
}

/** `shown` is what staff confirm. */
export type RepricingPlan = { shown: Repricing; costs: NewCost[]; changes: PriceChange[] }

const EXAMPLES_MAX = 50

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

/** What staff see before they confirm. `inputs` (provider, terms) are part of the seal. */
export function summarizeChanges(
  changes: readonly PriceChange[],
  inputs: readonly (string | number)[],
): Repricing {
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
    seal: sealOf(changes, inputs),
  }
}

/** By how much a price moves, in basis points. */
function changeOf({ rate_before: before, rate_after: after }: PriceChange): bigint {
  const difference = after > before ? after - before : before - after
  return (difference * 10_000n) / before
}

/** A hash of the plan: confirming another plan than the one shown is refused. */
function sealOf(changes: readonly PriceChange[], inputs: readonly (string | number)[]): string {
  const rows = changes.map((one) => [one.service_id, one.cost_before, one.rate_before, one.rate_after].join())
  const text = [...inputs, ...rows].join('\n')
  return createHash('sha256').update(text).digest('base64url').slice(0, 22)
}

/** A supply with its service's price. */
export type PricedSupply = {
  supply_id: number
  service_id: number
  name: string
  type: string
  /** In the provider's currency. */
  cost_own: string
  cost: bigint
  rate: bigint
  markup_basis_points: number
  is_active: boolean
  /** The operator allows selling it at a loss. */
  below_cost: boolean
  is_supply_active: boolean
  /** Tried first: if the price was calculated, it was from this supply. */
  is_first: boolean
}

/**
 * A provider's supplies of services that are not deleted, in the order in which they are tried. Where the cost in the
 * provider's currency was not stored, it is computed from the cost in USD, rounded up.
 */
export async function listPricedSupplies(
  db: Kysely<DB>,
  { providerId, usdPerUnit }: { providerId: number; usdPerUnit: string },
): Promise<PricedSupply[]> {
  const { rows } = await sql<PricedSupply>`
    select supplies.id as supply_id, service_id, services.name, services.type, services.rate, services.is_active, cost_rate as cost,
      services.below_cost, supplies.is_active as is_supply_active,
      markup_basis_points,
      trim_scale(coalesce(cost_own,
        ceil(cost_rate / 100000000.0 / ${usdPerUnit}::numeric * 1e18) / 1e18))::text as cost_own,
      supplies.id = (
        select other.id from supplies other where other.service_id = supplies.service_id and other.is_active
        order by priority, other.id limit 1) is true as is_first
    from supplies join services on services.id = service_id
    where provider_id = ${providerId} and services.deleted_at is null and removed_at is null
    order by service_id, priority, supplies.id`.execute(db)
  return rows
}

export type NewCost = { supplyId: number; costOwn: string; cost: bigint }

async function writeCosts(db: Kysely<DB>, costs: readonly NewCost[]): Promise<void> {
  await sql`
    update supplies set cost_rate = fresh.cost, cost_own = fresh.own
    from unnest(${costs.map(({ supplyId }) => supplyId)}::int[], ${costs.map(({ cost }) => cost)}::bigint[],
      ${costs.map(({ costOwn }) => costOwn)}::numeric[]) as fresh (id, cost, own)
    where supplies.id = fresh.id`.execute(db)
}
