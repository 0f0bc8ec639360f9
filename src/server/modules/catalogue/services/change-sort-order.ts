import type { Move } from '#contract/catalogue/sort-order.ts'
import { AppError } from '#contract/base/errors.ts'
import type { Context } from '#server/context.ts'
import { type By, transactAsStaff } from '#server/modules/audit-log/transact-as-staff.ts'

import {
  listPlacedCategories,
  listPlacedServices,
  lockCategories,
  lockCategory,
  type Placed,
  placeCategories,
  placeServices,
} from './sort-order-queries.ts'
import { findServiceHome } from './service-queries.ts'

type Asked = { id: number; move: Move }

/** Moves a service within its category. */
export async function placeService(ctx: Context, by: By, { id, move }: Asked): Promise<void> {
  await transactAsStaff(ctx, by, async (tx, publish, record) => {
    const home = await findServiceHome(tx, id)
    if (home === undefined) throw new AppError('service_not_found')
    await lockCategory(tx, home)
    const { placed, from, to } = rearrange(await listPlacedServices(tx, home), { id, move })
    if (placed.length > 0) await placeServices(tx, placed, ctx.clock())
    record({ action: 'service.place', id, before: { place: from }, after: { place: to } })
    publish({ topic: 'catalogue' })
  })
}

/** Moves a category within its platform. */
export async function placeCategory(ctx: Context, by: By, { id, move }: Asked): Promise<void> {
  await transactAsStaff(ctx, by, async (tx, publish, record) => {
    await lockCategories(tx)
    const category = await lockCategory(tx, id)
    if (category === undefined) throw new AppError('not_found')
    const { placed, from, to } = rearrange(await listPlacedCategories(tx, category.platform), { id, move })
    if (placed.length > 0) await placeCategories(tx, placed)
    record({ action: 'category.place', id, before: { place: from }, after: { place: to } })
    publish({ topic: 'catalogue' })
  })
}

/** Places are numbered anew from 1, and only those that come to another number are written. */
function rearrange(rows: readonly Placed[], { id, move }: Asked) {
  const from = rows.findIndex((row) => row.id === id)
  const moved = rows[from]
  if (moved === undefined) return { placed: [], from: 0, to: 0 }
  const last = rows.length - 1
  const to = { first: 0, up: Math.max(0, from - 1), down: Math.min(last, from + 1), last }[move]
  const placed = rows
    .toSpliced(from, 1)
    .toSpliced(to, 0, moved)
    .map((row, at) => ({ ...row, place: at + 1 }))
    .filter(({ position, place }) => position !== place)
    .map(({ id: own, place }) => ({ id: own, position: place }))
  return { placed, from: from + 1, to: to + 1 }
}
