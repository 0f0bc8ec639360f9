import { type Kysely, sql } from 'kysely'

import type { BodyOf } from '#contract/base/endpoint.ts'
import { AppError, invalidFields } from '#contract/base/errors.ts'
import { toBasisPoints } from '#contract/base/money.ts'
import type { BulkChange, BulkResult, changeServices as endpoint } from '#contract/catalogue/bulk-changes.ts'
import type { Context } from '#server/context.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'
import { type By, transactAsStaff } from '#server/modules/audit-log/transact-as-staff.ts'

import type { AdminIndex } from './admin-index.ts'
import {
  type SkippedService,
  listBulkRows,
  planBulk,
  type PlannedChange,
  sealOf,
  summarizePlan,
} from './plan-bulk.ts'
import { findOrCreateCategory } from './service-queries.ts'

/** Per tx: about 50 ms, for which other changes of the same services wait. */
const ROWS_PER_TX = 500

/**
 * Changes many services at once. A dry run returns the plan and its seal; the change is refused unless the plan still has
 * the confirmed seal. Each slice commits with its own audit log entry. If the process dies in between, earlier slices
 * stay changed and the seal no longer fits, so nothing is applied twice.
 */
export async function changeServices(
  ctx: Context,
  by: By,
  { index, body }: { index: AdminIndex; body: BodyOf<typeof endpoint> },
): Promise<BulkResult> {
  const { change, dry_run: isDryRun } = body
  const plan = planBulk(await listBulkRows(ctx.db, idsOf(index, body)), change)
  const seal = sealOf(plan, change)
  const result = { success: true, dry_run: isDryRun, seal } as const
  if (isDryRun) return { ...result, ...summarizePlan(plan) }
  if (body.seal !== seal) throw new AppError('state_conflict', { reason: 'selection_changed' })

  const planned: PlannedChange[] = []
  const left: SkippedService[] = [...plan.left]
  for (let from = 0; from < plan.planned.length; from += ROWS_PER_TX) {
    const slice = plan.planned.slice(from, from + ROWS_PER_TX)
    const changed = await changeSlice(ctx, by, { slice, change })
    for (const one of slice)
      if (changed.has(one.row.id)) planned.push(one)
      else left.push({ id: one.row.id, code: 'changed_meanwhile' })
  }
  return { ...result, ...summarizePlan({ planned, left }) }
}

function idsOf(index: AdminIndex, { ids, filter }: BodyOf<typeof endpoint>): number[] {
  if ((ids === undefined) === (filter === undefined))
    throw invalidFields({ ids: { code: 'service_required' } })
  return ids === undefined ? index.find(filter ?? {}) : [...new Set(ids)]
}

async function changeSlice(
  ctx: Context,
  by: By,
  { slice, change }: { slice: readonly PlannedChange[]; change: BulkChange },
): Promise<Set<number>> {
  return transactAsStaff(ctx, by, async (tx, publish, record) => {
    const categories = await findCategories(tx, slice, change)
    const isDeleted = change.kind === 'delete'
    const writes = slice.map(({ row, rate, isActive }): BulkWrite => {
      const target = categories.get(change.kind === 'category' ? (change.platform ?? row.platform) : '')
      return {
        id: row.id,
        rateBefore: row.rate,
        rate,
        isActive: isActive === row.is_active && !isDeleted ? null : isActive,
        isDeleted,
        platform: target?.platform ?? null,
        categoryId: target?.categoryId ?? null,
      }
    })
    const changed = await writeBulk(tx, writes, ctx.clock())
    const done = slice.filter(({ row }) => changed.has(row.id))
    if (change.kind === 'markup') {
      const supplies = done.flatMap(({ row }) => row.supply_id ?? [])
      await writeMarkups(tx, supplies, toBasisPoints(change.percent))
    }
    if (done.length > 0) record({ action: 'service.bulk', id: null, ...toRecord(done, change) })
    publish({ topic: 'catalogue' })
    return changed
  })
}

type Target = { platform: string; categoryId: number }

/** For a change of category: the category on each platform concerned, created where missing. */
async function findCategories(
  tx: Tx,
  slice: readonly PlannedChange[],
  change: BulkChange,
): Promise<ReadonlyMap<string, Target>> {
  const categories = new Map<string, Target>()
  if (change.kind !== 'category') return categories
  for (const platform of new Set(slice.map(({ row }) => change.platform ?? row.platform)))
    categories.set(platform, {
      platform,
      categoryId: await findOrCreateCategory(tx, { platform, name: change.category }),
    })
  return categories
}

/** Has everything needed to restore each service. */
function toRecord(done: readonly PlannedChange[], change: BulkChange) {
  const before = done.map(({ row: { id, rate, is_active, platform, category } }) => ({
    id,
    rate,
    is_active,
    platform,
    category,
  }))
  return {
    before: { services: before },
    after: { change, services: done.map(({ row, rate }) => ({ id: row.id, rate })) },
  }
}

type BulkWrite = {
  id: number
  /** The rate that was read: a service whose rate differs now was changed since, and is skipped. */
  rateBefore: bigint
  rate: bigint
  /** Null: unchanged, so that a service taken off sale meanwhile stays off. */
  isActive: boolean | null
  isDeleted: boolean
  platform: string | null
  categoryId: number | null
}

/** Returns the ids that were changed. */
async function writeBulk(db: Kysely<DB>, writes: readonly BulkWrite[], now: Date): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    update services set rate = fresh.rate, is_active = coalesce(fresh.is_active, services.is_active),
      deleted_at = case when fresh.is_deleted then ${now}::timestamptz end,
      platform = coalesce(fresh.platform, services.platform),
      category_id = coalesce(fresh.category_id, services.category_id), updated_at = ${now}
    from unnest(${writes.map(({ id }) => id)}::int[], ${writes.map(({ rateBefore }) => rateBefore)}::bigint[],
      ${writes.map(({ rate }) => rate)}::bigint[], ${writes.map(({ isActive }) => isActive)}::boolean[],
      ${writes.map(({ isDeleted }) => isDeleted)}::boolean[], ${writes.map(({ platform }) => platform)}::text[],
      ${writes.map(({ categoryId }) => categoryId)}::int[])
      as fresh (id, rate_before, rate, is_active, is_deleted, platform, category_id)
    where services.id = fresh.id and services.rate = fresh.rate_before and deleted_at is null
    returning services.id`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** Stores the markup, so that later cost changes move the price by the same rule. */
async function writeMarkups(
  db: Kysely<DB>,
  supplyIds: readonly number[],
  basisPoints: number,
): Promise<void> {
  if (supplyIds.length === 0) return
  await db
    .updateTable('supplies')
    .set({ markup_basis_points: basisPoints })
    .where('id', 'in', supplyIds)
    .execute()
}
