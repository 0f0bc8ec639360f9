import type { Money } from '#contract/base/money.ts'
import { isPackage } from '#contract/catalogue/package-types.ts'
import { toServiceType } from '#contract/catalogue/service-type-spellings.ts'
import type { Publish, Tx } from '#server/lib/postgres/transact.ts'
import { addNotification } from '#server/modules/messaging/notifications/add-notification.ts'
import { findMassOrder } from '#server/modules/orders/mass-orders/mass-order-ranges.ts'

import type { LockedOrder } from './order-queries.ts'

/** `remains`: the undelivered quantity of an order that ended short. */
export type OrderNotice =
  | {
      code:
        | 'order_completed'
        | 'order_failed'
        | 'order_partial'
        | 'order_canceled'
        | 'order_canceled_in_part'
        | 'order_refunded'
      remains?: number | undefined
    }
  | { code: 'order_refunded_in_part'; amount: Money }

/** Notifies the customer of a locked order, in the tx that ends or refunds it. */
export async function notifyOfOrder(
  tx: Tx,
  publish: Publish,
  { order, notice }: { order: LockedOrder; notice: OrderNotice },
): Promise<void> {
  const { user_id: userId, seq } = order
  const details = { order_id: Number(order.id), ...toSold(order) }
  const id = await addNotification(tx, {
    userId,
    massOrderId: await findMassOrder(tx, { userId, seq }),
    ...(notice.code === 'order_refunded_in_part'
      ? { code: notice.code, details: { ...details, amount: notice.amount } }
      : { code: notice.code, details: { ...details, ...toDelivered(details.quantity, notice.remains) } }),
  })
  publish({ topic: 'notification', userId, id: Number(id) })
}

/** What was ordered. A package has no quantity. The statement that lands statuses builds the same. */
function toSold({ service_name: service, service_type: type, quantity }: LockedOrder): {
  service: string
  quantity?: number
} {
  return isPackage(toServiceType(type) ?? 'Default') ? { service } : { service, quantity }
}

function toDelivered(quantity: number | undefined, remains: number | undefined): { delivered?: number } {
  return quantity === undefined || remains === undefined ? {} : { delivered: Math.max(0, quantity - remains) }
}
