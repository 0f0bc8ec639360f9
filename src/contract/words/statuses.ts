import type { Language } from '#contract/base/languages.ts'
import { orderStatuses as en } from './en/statuses.ts'
import { orderStatuses as ru } from './ru/statuses.ts'
import { orderStatuses as vi } from './vi/statuses.ts'
import type { OrderStatusWords } from './words.ts'

export const orderStatusesIn: Readonly<Record<Language, OrderStatusWords>> = { en, vi, ru }
