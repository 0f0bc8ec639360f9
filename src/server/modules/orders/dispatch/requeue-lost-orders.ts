import { sql, type Kysely } from 'kysely'

import type { Context } from '#server/context.ts'
import type { DB } from '#server/lib/postgres/tables.ts'

/** Ids per statement. */
const SLICE = 20_000n

/**
 * Queues orders that are marked as queued but have no queue entry, and no attempt that is running, unknown or
 * accepted. There should be none, as every change is one tx; checked at the start and hourly.
 */
export async function requeueLostOrders(ctx: Context): Promise<false> {
  let from = await findNextIdFrom(ctx.db, 0n)
  while (from !== undefined && !ctx.stopping.aborted) {
    const count = await requeueLostRows(ctx.db, { from, to: from + SLICE })
    if (count > 0) ctx.log.error({ count, from }, 'orders that were in no queue are queued again')
    from = await findNextIdFrom(ctx.db, from + SLICE)
  }
  return false
}

/** The lowest order id at or above `from`. */
async function findNextIdFrom(db: Kysely<DB>, from: bigint): Promise<bigint | undefined> {
  const row = await db
    .selectFrom('orders')
    .select('id')
    .where('id', '>=', from)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return row?.id
}

/** Returns how many were missing. They get no supply yet; the rerouter finds one. */
async function requeueLostRows(db: Kysely<DB>, { from, to }: { from: bigint; to: bigint }): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
insert into dispatch_queue (user_id, order_id, tries)
select orders.user_id, orders.id, coalesce(max(number), 0)
from orders left join order_attempts tried on tried.user_id = orders.user_id and tried.order_id = orders.id
where orders.id >= ${from} and orders.id < ${to} and orders.status = 'PENDING' and orders.dispatch = 'queued'
  and not exists (select from dispatch_queue entry where entry.user_id = orders.user_id and entry.order_id = orders.id)
group by orders.user_id, orders.id
having bool_and(coalesce(tried.state not in ('sending', 'unknown', 'accepted'), true))
on conflict do nothing`.execute(db)
  return Number(numAffectedRows)
}
