import { sayCarried } from '#contract/base/codes.ts'
import type { Language } from '#contract/base/languages.ts'
import { orderEvents } from '#contract/orders/order-events.ts'
import type { OrderEvent } from '#contract/orders/orders.ts'
import { orderEventsIn } from '#contract/words/order-events.ts'

/** From its type, for the reader. */
export function sayOrderEvent(
  language: Language,
  { type, details }: Pick<OrderEvent, 'type' | 'details'>,
): string {
  return sayCarried(orderEvents, orderEventsIn[language], { code: type, details }) ?? type
}
