import { createHash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'

import { ceilToRate, money, type Money, MONEY_MAX, toBasisPoints, toDecimal } from '#contract/base/money.ts'
import type { BulkChange, BulkLeftCode, BulkResult } from '#contract/catalogue/bulk-changes.ts'
import { toServiceType } from '#contract/catalogue/service-type-spellings.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import { priceSupply } from '#server/modules/catalogue/prices/price-supply.ts'

import { firstSupply } from './service-queries.ts'

export type PlannedChange = { row: BulkRow; rate: Money; isActive: boolean }

export type SkippedService = { id: number; code: BulkLeftCode }

type BulkPlan = { planned: PlannedChange[]; left: SkippedService[] }

const EXAMPLES_MAX = 50

const LEFT_SHOWN_MAX = 100

/** The effect of the change on each service, and which ones stay unchanged and why. Pure. */
export function planBulk(rows: readonly BulkRow[], change: BulkChange): BulkPlan {
  const plan: BulkPlan = { planned: [], left: [] }
  for (const row of rows) {
    const made = planOne(row, change)
    if (typeof made === 'string') plan.left.push({ id: row.id, code: made })
    else plan.planned.push({ row, rate: money(row.rate), isActive: row.is_active, ...made })
  }
  return plan
}

function planOne(row: BulkRow, change: BulkChange): { rate?: Money; isActive?: boolean } | BulkLeftCode {
  switch (change.kind) {
    case 'category': {
      const isThere =
        row.category === change.category &&
        (change.platform === undefined || row.platform === change.platform)
      return isThere ? 'same_already' : {}
    }
    case 'markup': {
      const rate = markUp(row, change.percent)
      return rate === undefined ? 'no_cost' : toRate(row, rate)
    }
    case 'rate':
      return toRate(row, change.rate)
    case 'rate_by':
      return toRate(row, divideUp(row.rate * BigInt(10_000 + toBasisPoints(change.percent)), 10_000n))
    case 'enable':
      if (row.is_active) return 'same_already'
      return toServiceType(row.type) === undefined ? 'type_not_understood' : { isActive: true }
    case 'disable':
      return row.is_active ? { isActive: false } : 'same_already'
    case 'delete':
      return { isActive: false }
  }
}

/** The price that an import with this markup would set. */
function markUp({ cost, cost_own: own, usd_per_unit: usdPerUnit }: BulkRow, percent: number) {
  if (cost === null) return undefined
  const markupBasisPoints = toBasisPoints(percent)
  if (own === null || usdPerUnit === null)
    return priceSupply({ cost: toDecimal(cost), usdPerUnit: '1', markupBasisPoints }).rate
  return priceSupply({ cost: own, usdPerUnit, markupBasisPoints }).rate
}

function toRate(row: BulkRow, units: bigint): { rate: Money } | BulkLeftCode {
  const rate = ceilToRate(units)
  if (rate > MONEY_MAX) return 'too_expensive'
  return rate === row.rate ? 'same_already' : { rate }
}

function divideUp(top: bigint, bottom: bigint): bigint {
  return (top + bottom - 1n) / bottom
}

type BulkSummary = Omit<BulkResult, 'success' | 'dry_run' | 'seal'>

export function summarizePlan({ planned, left }: BulkPlan): BulkSummary {
  const byCode = Map.groupBy(left, ({ code }) => code)
  return {
    services: planned.length + left.length,
    changed: planned.length,
    left: [...byCode].map(([code, all]) => ({
      code,
      count: all.length,
      services: all.slice(0, LEFT_SHOWN_MAX).map(({ id }) => id),
    })),
    raised: planned.filter(({ row, rate }) => rate > row.rate).length,
    lowered: planned.filter(({ row, rate }) => rate < row.rate).length,
    below_cost: planned.filter(isBelowCost).length,
    examples: planned
      .toSorted((one, other) => Number(moveOf(other) - moveOf(one)))
      .slice(0, EXAMPLES_MAX)
      .map(({ row, rate }) => ({
        id: row.id,
        name: row.name,
        rate_before: money(row.rate),
        rate_after: rate,
        cost: row.cost === null ? null : money(row.cost),
      })),
  }
}

/** On sale below cost without permission: it cannot be ordered. */
function isBelowCost({ row, rate, isActive }: PlannedChange): boolean {
  return isActive && row.cost !== null && row.cost > rate && !row.below_cost
}

/** By how much a price moves, in basis points. */
function moveOf({ row, rate }: PlannedChange): bigint {
  const difference = rate > row.rate ? rate - row.rate : row.rate - rate
  return (difference * 10_000n) / row.rate
}

/** A hash of the change and all rows: confirming another plan than the one shown is refused. */
export function sealOf({ planned, left }: BulkPlan, change: BulkChange): string {
  const whole = JSON.stringify(change, (_name, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  )
  const rows = planned.map(({ row, rate }) => [row.id, row.rate, row.cost, rate].join())
  const text = [whole, ...rows, ...left.map(({ id, code }) => `${id} ${code}`)].join('\n')
  return createHash('sha256').update(text).digest('base64url').slice(0, 22)
}

type BulkRow = {
  id: number
  name: string
  platform: string
  category: string
  type: string
  rate: bigint
  is_active: boolean
  below_cost: boolean
  supply_id: number | null
  cost: bigint | null
  /** In the provider's currency, and USD per unit of it; null where only the cost in USD is known. */
  cost_own: string | null
  usd_per_unit: string | null
}

export async function listBulkRows(db: Kysely<DB>, ids: readonly number[]): Promise<BulkRow[]> {
  const { rows } = await sql<BulkRow>`
    select services.id, services.name, services.platform, categories.name as category, type, rate, services.is_active,
      below_cost, supply.id as supply_id, supply.cost_rate as cost, trim_scale(supply.cost_own)::text as cost_own,
      trim_scale(usd_per_unit)::text as usd_per_unit
    from services join categories on categories.id = category_id
    left join ${firstSupply} supply on true
    left join providers on providers.id = supply.provider_id
    where services.id = any (${ids}::int[]) and deleted_at is null
    order by services.id`.execute(db)
  return rows
}
