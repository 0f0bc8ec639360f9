import { AppError } from '#contract/base/errors.ts'
import type { Order, OrderInFull } from '#contract/orders/orders.ts'
import type { Context } from '#server/context.ts'

import { findDeliveryRow, findOrderRow, listEventRows } from './reading-queries.ts'
import { checkOrderNow } from '#server/modules/orders/polling/poll-now.ts'
import { toCustomersEvents, toExpectation, toOrder, toRefusals, toSamples } from './to-order.ts'
import type { OrderKey } from '#server/modules/orders/state/order-queries.ts'

/** What the provider said this recently is new enough for a customer who presses Refresh Status. */
const FRESH_SECONDS = 3
/** A slow provider does not keep a customer waiting; its answer lands all the same. */
const PATIENCE_MS = 3000

/** Another's is `order_not_found`, like one that does not exist. */
export async function getOrder(ctx: Context, key: OrderKey): Promise<OrderInFull> {
  const row = await findOrderRow(ctx.db, key)
  if (row === undefined) throw new AppError('order_not_found')
  const [events, told] = await Promise.all([listEventRows(ctx.db, key), findDeliveryRow(ctx.db, key)])
  return {
    ...toOrder(row),
    ...toRefusals(row),
    events: toCustomersEvents(events),
    samples: toSamples(row, told?.samples ?? []),
    expected: toExpectation(told?.delivery, row.quantity),
  }
}

/** How it stands now: the provider is asked first where that was not done just before. Whoever leaves is not waited with. */
export async function refreshOrder(ctx: Context, key: OrderKey, left: AbortSignal): Promise<Order> {
  const signal = AbortSignal.any([left, AbortSignal.timeout(PATIENCE_MS)])
  await checkOrderNow(ctx, { ...key, ageSeconds: FRESH_SECONDS, signal })
  const row = await findOrderRow(ctx.db, key)
  if (row === undefined) throw new AppError('order_not_found')
  return toOrder(row)
}
