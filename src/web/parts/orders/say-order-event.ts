import { sayCarried } from '#contract/base/codes.ts'
import type { Language } from '#contract/base/languages.ts'
import { orderEvents } from '#contract/orders/order-events.ts'
import type { OrderEvent } from '#contract/orders/orders.ts'
import { orderEvents as en } from '#contract/words/en/order-events.ts'
import { orderEvents as ru } from '#contract/words/ru/order-events.ts'
import { orderEvents as vi } from '#contract/words/vi/order-events.ts'
import type { OrderEventWords } from '#contract/words/words.ts'

/** From its type, for the reader. */
export function sayOrderEvent(
  language: Language,
  { type, details }: Pick<OrderEvent, 'type' | 'details'>,
): string {
  return sayCarried(orderEvents, orderEventsIn[language], { code: type, details }) ?? type
}

const orderEventsIn: Readonly<Record<Language, OrderEventWords>> = { en, vi, ru }
