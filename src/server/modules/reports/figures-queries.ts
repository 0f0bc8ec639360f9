import { type Kysely, sql } from 'kysely'

import type { DB } from '#server/lib/postgres/tables.ts'

/** The newest orders say how soon orders start now; all of them would be read for minutes. */
const NEWEST_ORDERS = 2_000
/** Fewer than these say nothing of a platform. */
const ORDERS_MIN = 5

export type StartTime = { platform: string; seconds: number; orders: number }

/**
 * From placing to the first word of a delivery, the median by platform. Orders that never started are in none of it.
 * However many orders there are, it looks at so many, each by its key.
 */
export async function listStartTimes(db: Kysely<DB>, since: Date): Promise<StartTime[]> {
  const { rows } = await sql<StartTime>`
    with newest as (
      select user_id, id, service_id, created_at from orders order by id desc limit ${NEWEST_ORDERS}
    ), started as (
      select service_id, extract(epoch from begun.at - newest.created_at) as seconds
      from newest cross join lateral (
        select min(created_at) as at from order_events
        where order_events.user_id = newest.user_id and order_id = newest.id
          and type = 'status' and details ->> 'to' in ('PROCESSING', 'COMPLETED', 'PARTIAL')
      ) as begun
      where newest.created_at >= ${since} and begun.at >= newest.created_at
    )
    select platform, greatest(1, round(percentile_cont(0.5) within group (order by seconds)))::int as seconds,
      count(*)::int as orders
    from started join services on services.id = service_id
    group by platform having count(*) >= ${ORDERS_MIN}
    order by platform`.execute(db)
  return rows
}
