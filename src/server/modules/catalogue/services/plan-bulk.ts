import { createHash } from 'node:crypto'

import type { BulkChange, BulkLeftCode, BulkResult } from '#contract/catalogue/bulk-changes.ts'
import { toBasisPoints } from '#contract/base/money.ts'
import { ceilToRate, MONEY_MAX, type Money, money, toDecimal } from '#contract/base/money.ts'
import { toServiceType } from '#contract/catalogue/service-type-spellings.ts'

import type { BulkRow } from './bulk-queries.ts'
import { priceSupply } from '#server/modules/catalogue/prices/price-supply.ts'

export type Planned = { row: BulkRow; rate: Money; isActive: boolean }
export type Left = { id: number; code: BulkLeftCode }
export type BulkPlan = { planned: Planned[]; left: Left[] }

const EXAMPLES_MAX = 50
const LEFT_SHOWN_MAX = 100

/** What the change makes of each, and which ones stay as they are. Nothing is read or written here. */
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

/** The same price as an import with that markup would make. */
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

export type Shown = Omit<BulkResult, 'success' | 'dry_run' | 'seal'>

export function showPlan({ planned, left }: BulkPlan): Shown {
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

/** On sale, and yet nobody can order it. */
function isBelowCost({ row, rate, isActive }: Planned): boolean {
  return isActive && row.cost !== null && row.cost > rate && !row.below_cost
}

/** How much a price moves, in ten-thousandths of what it was. */
function moveOf({ row, rate }: Planned): bigint {
  const difference = rate > row.rate ? rate - row.rate : row.rate - rate
  return (difference * 10_000n) / row.rate
}

/** The same change of the same services has the same seal, so that what is confirmed is what was shown. */
export function sealOf({ planned, left }: BulkPlan, change: BulkChange): string {
  const whole = JSON.stringify(change, (_name, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  )
  const rows = planned.map(({ row, rate }) => [row.id, row.rate, row.cost, rate].join())
  const text = [whole, ...rows, ...left.map(({ id, code }) => `${id} ${code}`)].join('\n')
  return createHash('sha256').update(text).digest('base64url').slice(0, 22)
}
