import { sql, type Kysely } from 'kysely'

import type { Context } from '#server/context.ts'
import type { DB } from '#server/lib/postgres/tables.ts'

/** Orders per statement. */
const SLICE = 1_000

/**
 * Queues orders that are marked as queued but have no queue entry, and no attempt that is running, unknown or
 * accepted. There should be none, as every change is one tx; checked at the start and hourly. Only pending orders are
 * read (`orders_not_completed`), however many were ever placed.
 */
export async function requeueLostOrders(ctx: Context): Promise<false> {
  let after: bigint | null = 0n
  while (after !== null && !ctx.stopping.aborted) {
    const { count, last }: Slice = await requeueLostRows(ctx.db, after)
    if (count > 0) ctx.log.error({ count, after }, 'orders that were in no queue are queued again')
    after = last
  }
  return false
}

/** How many were missing, and the last order read; null if that was none. */
type Slice = { count: number; last: bigint | null }

/** The missing get no supply yet; the rerouter finds one. */
async function requeueLostRows(db: Kysely<DB>, after: bigint): Promise<Slice> {
  const { rows } = await sql<Slice>`
with pending as materialized (
  select user_id, id, dispatch from orders where status = 'PENDING' and id > ${after} order by id limit ${SLICE}
), requeued as (
  insert into dispatch_queue (user_id, order_id, tries)
  select pending.user_id, pending.id, coalesce(max(number), 0)
  from pending left join order_attempts tried on tried.user_id = pending.user_id and tried.order_id = pending.id
  where pending.dispatch = 'queued'
    and not exists (select from dispatch_queue entry where entry.user_id = pending.user_id and entry.order_id = pending.id)
  group by pending.user_id, pending.id
  having bool_and(coalesce(tried.state not in ('sending', 'unknown', 'accepted'), true))
  on conflict do nothing
  returning order_id
)
select (select count(*) from requeued)::int as count, max(id) as last from pending`.execute(db)
  return rows[0] ?? { count: 0, last: null }
}
