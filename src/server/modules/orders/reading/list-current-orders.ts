import { type Kysely, sql } from 'kysely'

import { limits } from '#contract/base/limits.ts'
import { dashboardDays, dashboardLimits } from '#contract/reports/dashboard.ts'
import type { Order, OrderCounts } from '#contract/orders/orders.ts'
import { filterShown } from '#server/modules/catalogue/public/shown-services.ts'
import type { Context } from '#server/context.ts'
import type { DB } from '#server/lib/postgres/tables.ts'

import { findOrders } from './get-order.ts'
import { newestRange } from './newest-queries.ts'
import { findCounts } from './reading-queries.ts'

const DAY_MS = 86_400_000
/** How many of the newest orders are read for "ordered recently" and "partly delivered recently". */
const ORDERS_READ = { ordered: 50, partial: 20 } as const

export type CurrentOrders = {
  counts: OrderCounts
  recent: Order[]
  active: Order[]
  partial: Order[]
  refillable: number
  again: Order[]
}

/** The orders on a customer's dashboard, newest first in each group. */
export async function listCurrentOrders({ db, clock }: Context, userId: number): Promise<CurrentOrders> {
  const counts = await findCounts(db, userId)
  const grouped = await listGroupedIds(db, userId)
  const ids = [...new Set(grouped.map(({ id }) => Number(id)))]
  const orders = ids.length === 0 ? [] : (await findOrders(db, { userId, ids })).toReversed()
  const ordersOf = (group: OrderGroup): Order[] => {
    const named = new Set(grouped.filter((one) => one.group === group).map(({ id }) => Number(id)))
    return orders.filter(({ id }) => named.has(id))
  }
  const since = (days: number) => new Date(clock().getTime() - days * DAY_MS)
  const ordered = ordersOf('ordered')
  const services = ordered.map(({ service_id: id }) => id)
  const shown = new Set(await filterShown(db, services))
  return {
    counts,
    recent: ordersOf('recent'),
    active: ordersOf('active'),
    partial: ordersOf('partial')
      .filter((order) => order.updated_at >= since(dashboardDays.partial))
      .slice(0, dashboardLimits.partial),
    refillable: ordersOf('delivered').filter(
      (order) => order.can_refill && order.updated_at >= since(dashboardDays.refillable),
    ).length,
    again: ordered.filter(({ service_id: id }) => shown.has(id)).slice(0, dashboardLimits.again),
  }
}

type OrderGroup = 'recent' | 'active' | 'partial' | 'delivered' | 'ordered'

/**
 * Each group is the start of an index range, so the cost is the same with ten orders and with a million. Statuses are
 * read one by one: several at once would be sorted.
 */
export async function listGroupedIds(
  db: Kysely<DB>,
  userId: number,
): Promise<{ group: OrderGroup; id: bigint }[]> {
  const newest = (status: string, count: number) =>
    newestRange(userId, { of: sql`status = ${sql.lit(status)}`, count })
  const { active, refillable } = dashboardLimits
  const { rows } = await sql<{ group: OrderGroup; id: bigint }>`
    with newest as materialized ${newestRange(userId, { count: ORDERS_READ.ordered, columns: sql`id, service_id` })}
    (select 'recent' as "group", id from newest order by id desc limit ${limits.recentOrders})
    union all (select 'active', id from (${newest('PENDING', active)} union all ${newest('PROCESSING', active)}) active
      order by id desc limit ${active})
    union all (select 'partial', id from ${newest('PARTIAL', ORDERS_READ.partial)} partial)
    union all (select 'delivered', id from ${newest('COMPLETED', refillable)} delivered)
    union all (select 'ordered', max(id) from newest group by service_id)`.execute(db)
  return rows
}
