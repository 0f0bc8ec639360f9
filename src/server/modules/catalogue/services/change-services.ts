import type { BulkChange, BulkResult, changeServices as endpoint } from '#contract/catalogue/bulk-changes.ts'
import type { BodyOf } from '#contract/base/endpoint.ts'
import { AppError, invalidFields } from '#contract/base/errors.ts'
import { toBasisPoints } from '#contract/base/money.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'
import { type By, transactAsStaff } from '#server/modules/audit-log/transact-as-staff.ts'

import { type BulkWrite, listBulkRows, writeBulk, writeMarkups } from './bulk-queries.ts'
import type { DeskIndex } from './admin-index.ts'
import { type Left, type Planned, planBulk, sealOf, showPlan } from './plan-bulk.ts'
import { findOrCreateCategory } from './service-queries.ts'

/** So many are changed in one tx: some 50 ms, in which others who change the same services wait. */
const SLICE = 500

/**
 * Changes many services, each as it was shown: a dry run says what would become of them, its seal is what is said yes
 * to, and a plan that is another by now is refused. Slice after slice is committed with its row in the record of staff;
 * cut off in between, those before are changed, and the seal is good for nothing any more, so nothing is done twice.
 */
export async function changeServices(
  ctx: Context,
  by: By,
  { index, body }: { index: DeskIndex; body: BodyOf<typeof endpoint> },
): Promise<BulkResult> {
  const { change, dry_run: isRehearsal } = body
  const plan = planBulk(await listBulkRows(ctx.db, idsOf(index, body)), change)
  const seal = sealOf(plan, change)
  const result = { success: true, dry_run: isRehearsal, seal } as const
  if (isRehearsal) return { ...result, ...showPlan(plan) }
  if (body.seal !== seal) throw new AppError('state_conflict', { reason: 'selection_changed' })

  const planned: Planned[] = []
  const left: Left[] = [...plan.left]
  for (let from = 0; from < plan.planned.length; from += SLICE) {
    const slice = plan.planned.slice(from, from + SLICE)
    const changed = await changeSlice(ctx, by, { slice, change })
    for (const one of slice)
      if (changed.has(one.row.id)) planned.push(one)
      else left.push({ id: one.row.id, code: 'changed_meanwhile' })
  }
  return { ...result, ...showPlan({ planned, left }) }
}

function idsOf(index: DeskIndex, { ids, filter }: BodyOf<typeof endpoint>): number[] {
  if ((ids === undefined) === (filter === undefined))
    throw invalidFields({ ids: { code: 'service_required' } })
  return ids === undefined ? index.find(filter ?? {}) : [...new Set(ids)]
}

async function changeSlice(
  ctx: Context,
  by: By,
  { slice, change }: { slice: readonly Planned[]; change: BulkChange },
): Promise<Set<number>> {
  return transactAsStaff(ctx, by, async (tx, publish, record) => {
    const homes = await findHomes(tx, slice, change)
    const isDeleted = change.kind === 'delete'
    const writes = slice.map(({ row, rate, isActive }): BulkWrite => {
      const home = homes.get(change.kind === 'category' ? (change.platform ?? row.platform) : '')
      return {
        id: row.id,
        rateBefore: row.rate,
        rate,
        isActive: isActive === row.is_active && !isDeleted ? null : isActive,
        isDeleted,
        platform: home?.platform ?? null,
        categoryId: home?.categoryId ?? null,
      }
    })
    const changed = await writeBulk(tx, writes, ctx.clock())
    const done = slice.filter(({ row }) => changed.has(row.id))
    if (change.kind === 'markup') {
      const supplies = done.flatMap(({ row }) => row.supply_id ?? [])
      await writeMarkups(tx, supplies, toBasisPoints(change.percent))
    }
    if (done.length > 0) record({ action: 'service.bulk', id: null, ...keptOf(done, change) })
    publish({ topic: 'catalogue' })
    return changed
  })
}

type Home = { platform: string; categoryId: number }

/** The category on each platform that one of them is on. */
async function findHomes(
  tx: Tx,
  slice: readonly Planned[],
  change: BulkChange,
): Promise<ReadonlyMap<string, Home>> {
  const homes = new Map<string, Home>()
  if (change.kind !== 'category') return homes
  for (const platform of new Set(slice.map(({ row }) => change.platform ?? row.platform)))
    homes.set(platform, {
      platform,
      categoryId: await findOrCreateCategory(tx, { platform, name: change.category }),
    })
  return homes
}

/** Enough to put each back as it was. */
function keptOf(done: readonly Planned[], change: BulkChange) {
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
