import { sayCarried } from '#contract/codes.ts'
import { orderEvents } from '#contract/order-events.ts'
import type { OrderEvent } from '#contract/orders.ts'
import { orderEvents as words } from '#contract/words/en/order-events.ts'

/** From its type, for the reader. */
export function sayOrderEvent({ type, details }: Pick<OrderEvent, 'type' | 'details'>): string {
  return sayCarried(orderEvents, words, { code: type, details }) ?? type
}
