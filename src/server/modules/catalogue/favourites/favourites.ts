import type { Kysely } from 'kysely'

import { AppError } from '#contract/base/errors.ts'
import { limits } from '#contract/base/limits.ts'
import { takeLock } from '#server/lib/postgres/advisory-locks.ts'
import type { Context } from '#server/context.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import { transact, type Tx } from '#server/lib/postgres/transact.ts'
import { filterShown } from '#server/modules/catalogue/public/shown-services.ts'

/** Ids of the favourites that can be ordered now, last starred first. */
export async function listFavourites(db: Kysely<DB>, userId: number): Promise<number[]> {
  return (await listShownStars(db, userId)).map(({ service_id: id }) => id)
}

export async function listShownStars(db: Kysely<DB>, userId: number): Promise<Star[]> {
  const stars = await listStars(db, userId)
  const shown = new Set(
    await filterShown(
      db,
      stars.map(({ service_id: id }) => id),
    ),
  )
  return stars.filter(({ service_id: id }) => shown.has(id))
}

/** Idempotent. Throws `service_not_found` for a service that is not for sale, and `favourites_full`. */
export async function starService(
  ctx: Context,
  { userId, serviceId }: { userId: number; serviceId: number },
): Promise<void> {
  await transact(ctx, async (tx, publish) => {
    await lockStars(tx, userId)
    const stars = await listStars(tx, userId)
    if (stars.some(({ service_id: id }) => id === serviceId)) return
    if ((await filterShown(tx, [serviceId])).length === 0) throw new AppError('service_not_found')
    if (stars.length >= limits.favouritesMax)
      throw new AppError('favourites_full', { max: limits.favouritesMax })
    await insertStar(tx, { userId, serviceId, now: ctx.clock() })
    publish({ topic: 'favourites', userId })
  })
}

/** Idempotent. */
export async function unstarService(
  { db, events }: Pick<Context, 'db' | 'events'>,
  star: { userId: number; serviceId: number },
): Promise<void> {
  if (await deleteStar(db, star)) events.publish({ topic: 'favourites', userId: star.userId })
}

type Star = { service_id: number; created_at: Date }

/** Last starred first, for sale or not. */
async function listStars(db: Kysely<DB>, userId: number): Promise<Star[]> {
  return db
    .selectFrom('favourites')
    .select(['service_id', 'created_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('service_id')
    .execute()
}

/** Serializes a customer's own changes, so that concurrent ones cannot exceed the maximum. */
async function lockStars(tx: Tx, userId: number): Promise<void> {
  await takeLock(tx, 'favourites of a user', userId)
}

async function insertStar(
  tx: Tx,
  { userId, serviceId, now }: { userId: number; serviceId: number; now: Date },
): Promise<void> {
  await tx
    .insertInto('favourites')
    .values({ user_id: userId, service_id: serviceId, created_at: now })
    .onConflict((conflict) => conflict.columns(['user_id', 'service_id']).doNothing())
    .execute()
}

/** False where it was not starred. */
async function deleteStar(
  db: Kysely<DB>,
  { userId, serviceId }: { userId: number; serviceId: number },
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('favourites')
    .where('user_id', '=', userId)
    .where('service_id', '=', serviceId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export async function deleteFavourites(db: Kysely<DB>, userId: number): Promise<void> {
  await db.deleteFrom('favourites').where('user_id', '=', userId).execute()
}
