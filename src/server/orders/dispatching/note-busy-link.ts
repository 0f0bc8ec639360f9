import { sql } from 'kysely'

import type { Context } from '#server/context.ts'

import type { Attempt } from './claim-orders.ts'

/**
 * "You have active order with this link", while no other order of ours holds that link at that service: then an
 * order of ours whose outcome is unknown was taken (field notes 2). Its id is still not known, so a person looks,
 * with that in hand. Never more than a hint: the link may have been ordered there by somebody else.
 */
export async function noteBusyLink(ctx: Context, attempt: Attempt): Promise<void> {
  const hint = `The provider says that it has an active order with this link (asked for order ${attempt.order_id}): it was probably taken`
  await sql`
with same_link as materialized (
  select tried.user_id, tried.order_id, tried.state, orders.dispatch, orders.status
  from order_attempts tried
  join orders on orders.user_id = tried.user_id and orders.id = tried.order_id
  where tried.provider_id = ${attempt.provider_id} and tried.started_at > now() - interval '30 days'
    and tried.provider_service = ${attempt.provider_service} and orders.link = ${attempt.link}
    and tried.state in ('accepted', 'unknown') and orders.status in ('PENDING', 'PROCESSING', 'REFILL')
    and not (tried.user_id = ${attempt.user_id} and tried.order_id = ${attempt.order_id})
)
update orders set dispatch = 'review', flag = ${hint}
from same_link
where orders.user_id = same_link.user_id and orders.id = same_link.order_id
  and orders.dispatch in ('unknown', 'review') and same_link.state = 'unknown'
  and not exists (select from same_link where state = 'accepted')
  and (select count(*) from same_link) = 1`.execute(ctx.db)
}
