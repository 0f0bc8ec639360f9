import { type Kysely, sql } from 'kysely'

import type { BodyOf } from '#contract/base/endpoint.ts'
import { AppError, invalidFields } from '#contract/base/errors.ts'
import type { placeService as endpoint } from '#contract/catalogue/sort-order.ts'
import { takeLock } from '#server/lib/postgres/advisory-locks.ts'
import type { Context } from '#server/context.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'
import { type By, transactAsStaff } from '#server/modules/audit-log/transact-as-staff.ts'

import { findCategoryId } from './service-queries.ts'

type MoveRequest = { id: number; to: BodyOf<typeof endpoint> }

/** Moves a service within its category. Throws `service_not_found`, also if the neighbour no longer exists. */
export async function placeService(ctx: Context, by: By, { id, to }: MoveRequest): Promise<void> {
  await transactAsStaff(ctx, by, async (tx, publish, record) => {
    const home = await findCategoryId(tx, id)
    if (home === undefined) throw new AppError('service_not_found')
    await lockCategory(tx, home)
    const moved = rearrange(await listPlacedServices(tx, home), { id, to })
    if (moved === undefined) throw new AppError('service_not_found')
    if (moved.placed.length > 0) await placeServices(tx, moved.placed, ctx.clock())
    record({ action: 'service.place', id, before: { place: moved.from }, after: { place: moved.to } })
    publish({ topic: 'catalogue' })
  })
}

/** Moves a category within its platform. Throws `not_found`, also if the neighbour no longer exists. */
export async function placeCategory(ctx: Context, by: By, { id, to }: MoveRequest): Promise<void> {
  await transactAsStaff(ctx, by, async (tx, publish, record) => {
    await lockCategories(tx)
    const category = await lockCategory(tx, id)
    if (category === undefined) throw new AppError('not_found')
    const moved = rearrange(await listPlacedCategories(tx, category.platform), { id, to })
    if (moved === undefined) throw new AppError('not_found')
    if (moved.placed.length > 0) await placeCategories(tx, moved.placed)
    record({ action: 'category.place', id, before: { place: moved.from }, after: { place: moved.to } })
    publish({ topic: 'catalogue' })
  })
}

/** Puts a new service below another one in its category, and locks that category. */
export async function placeBelow(
  tx: Tx,
  { id, after, categoryId, now }: { id: number; after: number; categoryId: number; now: Date },
): Promise<void> {
  await lockCategory(tx, categoryId)
  const moved = rearrange(await listPlacedServices(tx, categoryId), { id, to: { after } })
  if (moved !== undefined && moved.placed.length > 0) await placeServices(tx, moved.placed, now)
}

/** Renumbers from 1; returns only the rows whose position changes. Undefined: the row or the neighbour is not among them. */
function rearrange(rows: readonly Positioned[], { id, to }: MoveRequest) {
  const from = rows.findIndex((row) => row.id === id)
  const moved = rows[from]
  if (moved === undefined) return undefined
  const others = rows.toSpliced(from, 1)
  const at = placeAmong(others, { from, to })
  if (at === undefined) return undefined
  const placed = others
    .toSpliced(at, 0, moved)
    .map((row, index) => ({ ...row, place: index + 1 }))
    .filter(({ position, place }) => position !== place)
    .map(({ id: own, place }) => ({ id: own, position: place }))
  return { placed, from: from + 1, to: at + 1 }
}

/** Throws `invalid_fields` unless exactly one of `move`, `before` and `after` is given. */
function placeAmong(
  others: readonly Positioned[],
  { from, to: { move, before, after } }: { from: number; to: MoveRequest['to'] },
): number | undefined {
  if ([move, before, after].filter((way) => way !== undefined).length !== 1)
    throw invalidFields({ move: { code: 'required' } })
  const last = others.length
  if (move !== undefined)
    return { first: 0, up: Math.max(0, from - 1), down: Math.min(last, from + 1), last }[move]
  const neighbour = others.findIndex((row) => row.id === (before ?? after))
  if (neighbour === -1) return undefined
  return before === undefined ? neighbour + 1 : neighbour
}

/** Serializes moves within a category. */
export async function lockCategory(tx: Tx, id: number) {
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

/** In catalogue order. */
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
