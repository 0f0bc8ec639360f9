import { ATTENTION_COUNTED_MAX, type AttentionCode } from '#contract/operations/attention.ts'
import { adminDashboardText } from './texts.en.ts'
import type { Say } from '#web/platform/i18n/text.ts'

/** Of what is not counted to its end: so many or more. */
const manyOf = {
  orders: 'ordersMany',
  deposits: 'depositsMany',
  tickets: 'ticketsMany',
  contact: 'contactMany',
} as const

/** How many of it wait for a person. */
export function sayWaiting(t: Say<typeof adminDashboardText>, code: AttentionCode, count: number): string {
  if (count < ATTENTION_COUNTED_MAX) return t(code, { count })
  if (code === 'orders' || code === 'deposits' || code === 'tickets' || code === 'contact')
    return t(manyOf[code], { count })
  return t(code, { count })
}
