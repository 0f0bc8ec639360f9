import { sql } from 'kysely'

import type { Context } from '#server/context.ts'
import { needsAttention } from '#server/modules/orders/state/review-queries.ts'

/** How many orders staff must look at. Counted through the list's index, up to `max`: an outage may leave 100,000. */
export async function countOrdersForAttention({ db }: Pick<Context, 'db'>, max: number): Promise<number> {
  const some = db.selectFrom('orders').select('id').where(needsAttention).orderBy('id').limit(max)
  const { count } = await db
    .selectFrom(some.as('counted'))
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}
