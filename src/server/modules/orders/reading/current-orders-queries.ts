import { type Kysely, sql } from 'kysely'

import { dashboardLimits } from '#contract/reports/dashboard.ts'
import { limits } from '#contract/base/limits.ts'
import type { DB } from '#server/lib/postgres/tables.ts'

import { stretch } from './newest-queries.ts'

/** Among so many of the newest stands what was ordered last, and what was delivered in part lately. */
const LOOKED_AT = { ordered: 50, partial: 20 } as const

export type CurrentPlace = 'recent' | 'active' | 'partial' | 'delivered' | 'ordered'

/**
 * Which of a customer's orders stand where on their first page. Each part is the beginning of an index, so it costs the same
 * with ten orders and with a million: statuses are read one by one, since several at once would be sorted, or sought among
 * all.
 */
export async function listCurrentPlaces(
  db: Kysely<DB>,
  userId: number,
): Promise<{ place: CurrentPlace; id: bigint }[]> {
  const newest = (status: string, count: number) =>
    stretch(userId, { of: sql`status = ${sql.lit(status)}`, count })
  const { active, refillable } = dashboardLimits
  const { rows } = await sql<{ place: CurrentPlace; id: bigint }>`
    with newest as materialized ${stretch(userId, { count: LOOKED_AT.ordered, columns: sql`id, service_id` })}
    (select 'recent' as place, id from newest order by id desc limit ${limits.recentOrders})
    union all (select 'active', id from (${newest('PENDING', active)} union all ${newest('PROCESSING', active)}) active
      order by id desc limit ${active})
    union all (select 'partial', id from ${newest('PARTIAL', LOOKED_AT.partial)} partial)
    union all (select 'delivered', id from ${newest('COMPLETED', refillable)} delivered)
    union all (select 'ordered', max(id) from newest group by service_id)`.execute(db)
  return rows
}
