import type { Language } from '#contract/languages.ts'
import { orderEvents as en } from './en/order-events.ts'
import type { OrderEventWords } from './words.ts'

export const orderEventsIn: Readonly<Record<Language, OrderEventWords>> = { en }
