import { dashboardDays, dashboardLimits } from '#contract/reports/dashboard.ts'
import type { Order, OrderCounts } from '#contract/orders/orders.ts'
import { keepShown } from '#server/modules/catalogue/public/keep-shown.ts'
import type { Context } from '#server/context.ts'

import { type CurrentPlace, listCurrentPlaces } from './current-orders-queries.ts'
import { findOrders } from './find-orders.ts'
import { findCounts } from './reading-queries.ts'

const DAY_MS = 86_400_000

export type CurrentOrders = {
  counts: OrderCounts
  recent: Order[]
  active: Order[]
  partial: Order[]
  refillable: number
  again: Order[]
}

/** What of a customer's orders they want to know first, newest first in each part. */
export async function listCurrentOrders({ db, clock }: Context, userId: number): Promise<CurrentOrders> {
  const counts = await findCounts(db, userId)
  const places = await listCurrentPlaces(db, userId)
  const ids = [...new Set(places.map(({ id }) => Number(id)))]
  const orders = ids.length === 0 ? [] : (await findOrders(db, { userId, ids })).toReversed()
  const at = (place: CurrentPlace): Order[] => {
    const named = new Set(places.filter((one) => one.place === place).map(({ id }) => Number(id)))
    return orders.filter(({ id }) => named.has(id))
  }
  const since = (days: number) => new Date(clock().getTime() - days * DAY_MS)
  const ordered = at('ordered')
  const services = ordered.map(({ service_id: id }) => id)
  const shown = new Set(await keepShown(db, services))
  return {
    counts,
    recent: at('recent'),
    active: at('active'),
    partial: at('partial')
      .filter((order) => order.updated_at >= since(dashboardDays.partial))
      .slice(0, dashboardLimits.partial),
    refillable: at('delivered').filter(
      (order) => order.can_refill && order.updated_at >= since(dashboardDays.refillable),
    ).length,
    again: ordered.filter(({ service_id: id }) => shown.has(id)).slice(0, dashboardLimits.again),
  }
}
