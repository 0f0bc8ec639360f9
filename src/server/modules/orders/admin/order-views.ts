import { type Kysely, sql } from 'kysely'

import { AppError } from '#contract/base/errors.ts'
import { ORDER_VIEWS_MAX, type OrderView } from '#contract/orders/order-views.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'

/** The views of one member of staff, by name. */
export async function listOrderViews(db: Kysely<DB>, userId: number): Promise<OrderView[]> {
  return db
    .selectFrom('order_views')
    .select(['id', 'name', 'query'])
    .where('user_id', '=', userId)
    .orderBy(sql`lower(name)`)
    .orderBy('id')
    .execute()
}

type NewView = { userId: number; name: string; query: string }

/** Uses the lowest free number, which also enforces the limit. Throws `state_conflict` if there is none. */
export async function createOrderView(db: Kysely<DB>, { userId, name, query }: NewView): Promise<void> {
  // Of two concurrent inserts that find the same free number, one retries.
  for (let tried = 0; tried < ORDER_VIEWS_MAX; tried += 1) {
    const { rows } = await sql<{ is_written: boolean; is_full: boolean }>`
      with free as (
        select number from generate_series(1, ${sql.lit(ORDER_VIEWS_MAX)}) number
        where not exists (select from order_views where user_id = ${userId} and id = number)
        order by number limit 1
      ), written as (
        insert into order_views (user_id, id, name, query) select ${userId}, number, ${name}, ${query} from free
        on conflict do nothing returning id
      )
      select exists (select from written) as is_written, not exists (select from free) as is_full`.execute(db)
    if (rows[0]?.is_written === true) return
    if (rows[0]?.is_full === true) break
  }
  throw new AppError('state_conflict', { reason: 'views_full', max: ORDER_VIEWS_MAX })
}

type ViewChange = { userId: number; id: number; name?: string | undefined; query?: string | undefined }

/** Changes the given members. Throws `not_found`, also for another user's view. */
export async function changeOrderView(
  db: Kysely<DB>,
  { userId, id, name, query }: ViewChange,
): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('order_views')
    .set({ name: sql`coalesce(${name ?? null}, name)`, query: sql`coalesce(${query ?? null}, query)` })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) throw new AppError('not_found')
}

/** Throws `not_found`, also for another user's view. */
export async function deleteOrderView(
  db: Kysely<DB>,
  { userId, id }: { userId: number; id: number },
): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom('order_views')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (numDeletedRows !== 1n) throw new AppError('not_found')
}

/** When the user is deleted. */
export async function deleteOrderViews(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('order_views').where('user_id', '=', userId).execute()
}
