import { type Kysely, sql } from 'kysely'

import {
  DELIVERY_ORDERS_MAX,
  DELIVERY_ORDERS_MIN,
  type ServiceOutcome,
} from '#contract/catalogue/delivery.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'
import { endings as endingStatuses } from '#server/modules/reports/counting/count-days-statement.ts'
import type { Slice } from '#server/modules/reports/counting/count-slices.ts'

/** A completion after one of these is a refill's. */
export const endings = sql.raw(endingStatuses)

/**
 * Adds the results of the slice's orders to the last ones of each service, except orders canceled before a provider
 * accepted them: they say nothing about the service, and one customer could make many. The index by time used for
 * delivery times finds the rows, and the join follows the orders' key.
 */
export async function countOutcomes(tx: Tx, { from, until }: Slice): Promise<void> {
  await sql`
    with ended as materialized (
      select user_id, order_id, id, created_at, details ->> 'to' = 'COMPLETED' as is_completed from order_events
      where type = 'status' and details ->> 'to' in ${endings} and created_at >= ${from} and created_at < ${until}
        and (details ->> 'to' <> 'CANCELED' or exists (
          select from order_attempts taker
          where taker.user_id = order_events.user_id and taker.order_id = order_events.order_id
            and taker.state = 'accepted'))
        and not exists (
          select from order_events earlier
          where earlier.user_id = order_events.user_id and earlier.order_id = order_events.order_id
            and earlier.id < order_events.id and earlier.type = 'status' and earlier.details ->> 'to' in ${endings})
    ), numbered as (
      select orders.service_id, is_completed, ended.created_at, ended.id,
        row_number() over (partition by orders.service_id order by ended.created_at desc, ended.id desc) as ago
      from ended join orders on orders.user_id = ended.user_id and orders.id = ended.order_id
    )
    insert into service_outcomes (service_id, outcomes)
    select service_id, array_agg(is_completed order by created_at, id)
    from numbered where ago <= ${DELIVERY_ORDERS_MAX} group by service_id
    on conflict (service_id) do update set outcomes = (service_outcomes.outcomes || excluded.outcomes)[
      greatest(1, cardinality(service_outcomes.outcomes) + cardinality(excluded.outcomes) - ${DELIVERY_ORDERS_MAX} + 1):]`.execute(
    tx,
  )
}

/** Those of these services with enough ended orders. By the primary key: at most three blocks per service. */
export async function readServiceOutcomes(db: Kysely<DB>, ids: readonly number[]): Promise<ServiceOutcome[]> {
  const { rows } = await sql<ServiceOutcome>`
    select service_id, cardinality(array_positions(outcomes, true)) as completed, cardinality(outcomes) as ended
    from service_outcomes
    where service_id = any (${ids}::int[]) and cardinality(outcomes) >= ${DELIVERY_ORDERS_MIN}
    order by service_id`.execute(db)
  return rows
}
