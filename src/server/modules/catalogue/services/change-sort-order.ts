import { type Kysely, sql } from 'kysely'

import { AppError } from '#contract/base/errors.ts'
import type { Move } from '#contract/catalogue/sort-order.ts'
import { takeLock } from '#server/lib/postgres/advisory-locks.ts'
import type { Context } from '#server/context.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'
import { type By, transactAsStaff } from '#server/modules/audit-log/transact-as-staff.ts'

import { findCategoryId } from './service-queries.ts'

type MoveRequest = { id: number; move: Move }

/** Moves a service within its category. */
export async function placeService(ctx: Context, by: By, { id, move }: MoveRequest): Promise<void> {
  await transactAsStaff(ctx, by, async (tx, publish, record) => {
    const home = await findCategoryId(tx, id)
    if (home === undefined) throw new AppError('service_not_found')
    await lockCategory(tx, home)
    const { placed, from, to } = rearrange(await listPlacedServices(tx, home), { id, move })
    if (placed.length > 0) await placeServices(tx, placed, ctx.clock())
    record({ action: 'service.place', id, before: { place: from }, after: { place: to } })
    publish({ topic: 'catalogue' })
  })
}

/** Moves a category within its platform. */
export async function placeCategory(ctx: Context, by: By, { id, move }: MoveRequest): Promise<void> {
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

/** Renumbers from 1; returns only the rows whose position changes. */
function rearrange(rows: readonly Positioned[], { id, move }: MoveRequest) {
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

/** Serializes moves within a category. */
async function lockCategory(tx: Tx, id: number) {
  return tx
    .selectFrom('categories')
    .select(['id', 'name', 'platform'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** Serializes moves of categories, across all platforms. */
async function lockCategories(tx: Tx): Promise<void> {
  await takeLock(tx, 'categories')
}

type Positioned = { id: number; position: number }

/** In the order of the catalogue. */
async function listPlacedServices(db: Kysely<DB>, categoryId: number): Promise<Positioned[]> {
  return db
    .selectFrom('services')
    .select(['id', 'position'])
    .where('category_id', '=', categoryId)
    .where('deleted_at', 'is', null)
    .orderBy('position')
    .orderBy('id')
    .execute()
}

async function listPlacedCategories(db: Kysely<DB>, platform: string): Promise<Positioned[]> {
  return db
    .selectFrom('categories')
    .select(['id', 'position'])
    .where('platform', '=', platform)
    .orderBy('position')
    .orderBy('name')
    .orderBy('id')
    .execute()
}

async function placeServices(db: Kysely<DB>, placed: readonly Positioned[], now: Date): Promise<void> {
  await sql`
    update services set position = fresh.position, updated_at = ${now} from ${toTable(placed)}
    where services.id = fresh.id`.execute(db)
}

async function placeCategories(db: Kysely<DB>, placed: readonly Positioned[]): Promise<void> {
  await sql`
    update categories set position = fresh.position from ${toTable(placed)}
    where categories.id = fresh.id`.execute(db)
}

function toTable(placed: readonly Positioned[]) {
  return sql`unnest(${placed.map(({ id }) => id)}::int[], ${placed.map(({ position }) => position)}::int[])
    as fresh (id, position)`
}
