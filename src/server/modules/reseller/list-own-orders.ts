import { RESELLER_ORDERS_MAX, type ResellerOrder } from '#contract/reseller/reseller-call.ts'

import type { ActRequest } from './find-asked-orders.ts'
import { incorrect } from './read-ids.ts'
import { toResellerStatus } from './show-status.ts'

/**
 * The customer's newest orders, newest first: after a timeout of `add` a client can check whether the order was placed.
 * Our addition to the protocol.
 */
export async function listOwnOrders({ shop, fields }: ActRequest): Promise<ResellerOrder[]> {
  const { since, limit, link } = fields
  const filter = {
    since: readTime(since),
    limit: readLimit(limit),
    link: link?.trim() === '' ? undefined : link?.trim(),
  }
  // No order has such a link, and PostgreSQL refuses NUL.
  if (filter.link !== undefined && /\p{Cc}/u.test(filter.link)) return []
  const orders = await shop.listNewest(filter)
  return orders.map((order) => ({
    order: order.id,
    service: order.service_id,
    link: order.link,
    quantity: String(order.quantity),
    ...toResellerStatus(order),
    created: Math.floor(order.created_at.getTime() / 1000),
  }))
}

/** Unix seconds, or ISO 8601: in UTC unless it has an offset. */
function readTime(sent: number | string | undefined): Date | undefined {
  const text = String(sent ?? '').trim()
  if (text === '') return undefined
  const isIso = /^\d{4}-\d\d-\d\d(?:[T ][\d:.]+(?:Z|[+-]\d\d:?\d\d)?)?$/.test(text)
  const hasZone = /[T ].*(?:Z|[+-]\d\d:?\d\d)$/.test(text) || text.length === 10
  const time = /^\d{1,12}(?:\.\d+)?$/.test(text)
    ? new Date(Number(text) * 1000)
    : new Date(isIso ? `${text}${hasZone ? '' : 'Z'}` : Number.NaN)
  if (Number.isNaN(time.getTime())) throw incorrect()
  return time
}

function readLimit(sent: number | string | undefined): number {
  const text = String(sent ?? '').trim()
  if (text === '') return RESELLER_ORDERS_MAX
  const limit = /^\d{1,3}$/.test(text) ? Number(text) : 0
  if (limit < 1 || limit > RESELLER_ORDERS_MAX) throw incorrect()
  return limit
}
