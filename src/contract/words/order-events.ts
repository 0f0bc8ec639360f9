import type { Language } from '#contract/base/languages.ts'
import { orderEvents as en } from './en/order-events.ts'
import { orderEvents as ru } from './ru/order-events.ts'
import { orderEvents as vi } from './vi/order-events.ts'
import type { OrderEventWords } from './words.ts'

export const orderEventsIn: Readonly<Record<Language, OrderEventWords>> = { en, vi, ru }
