import { sql } from 'kysely'

import type { Context } from '#server/context.ts'
import { allowSeconds } from '#server/lib/postgres/statement-limits.ts'
import { transact } from '#server/lib/postgres/transact.ts'

/** A million queued orders, as behind an unavailable provider, take longer to read than an ordinary statement may. */
const SECONDS_MAX = 60

/**
 * Queues orders that are marked as queued but have no queue entry, and no attempt that is running, unknown or accepted.
 * There should be none, as every change is one tx; checked at the start and hourly. They get no supply yet; the
 * rerouter finds one.
 *
 * A single statement, which reads only pending orders (`orders_not_completed`): in slices by id the planner would scan
 * all orders from the first one on.
 */
export async function requeueLostOrders(ctx: Context): Promise<false> {
  const { rows } = await transact(ctx, async (tx) => {
    await sql.raw(allowSeconds(SECONDS_MAX)).execute(tx)
    return requeued.execute(tx)
  })
  if (rows.length > 0) ctx.log.error({ count: rows.length }, 'orders that were in no queue are queued again')
  return false
}

const requeued = sql<{ order_id: bigint }>`
with lost as materialized (
  select user_id, id from orders where status = 'PENDING' and dispatch = 'queued'
    and not exists (select from dispatch_queue entry where entry.user_id = orders.user_id and entry.order_id = orders.id)
)
insert into dispatch_queue (user_id, order_id, tries)
select lost.user_id, lost.id, coalesce(max(number), 0)
from lost left join order_attempts tried on tried.user_id = lost.user_id and tried.order_id = lost.id
group by lost.user_id, lost.id
having bool_and(coalesce(tried.state not in ('sending', 'unknown', 'accepted'), true))
on conflict do nothing
returning order_id`
