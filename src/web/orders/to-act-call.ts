import type { Language } from '#contract/languages.ts'
import type { Money } from '#contract/money.ts'
import * as desk from '#contract/order-acts.ts'
import { call } from '#web/api/call.ts'
import { type ActDraft, amountIn, wholeIn } from './say-act-effect.ts'
import type { OrderAct } from './order-acts.ts'

type Told = { id: number; act: OrderAct; draft: ActDraft; reason: string; refunded: Money }

/** The call, or undefined where something that it needs is missing. */
export function toCall(
  language: Language,
  { id, act, draft, reason, refunded }: Told,
): (() => Promise<unknown>) | undefined {
  const params = { id }
  const there = draft.there.trim()
  const remains = wholeIn(language, draft.remains)
  switch (act) {
    case 'retry':
      return () => call(desk.adminRetryOrder, { params, body: { reason } })
    case 'exists':
      return there === ''
        ? undefined
        : () => call(desk.adminCompleteOrder, { params, body: { provider_order: there, reason } })
    case 'complete':
      return () => call(desk.adminCompleteOrder, { params, body: { reason } })
    case 'cancel':
      return () => call(desk.adminCancelOrder, { params, body: { reason } })
    case 'dismiss':
      return () => call(desk.adminDismissOrder, { params, body: { reason } })
    case 'release':
      return () =>
        call(desk.adminReleaseOrder, {
          params,
          body: { reason, ...(there !== '' && { provider_order: there }) },
        })
    case 'provider':
      return () =>
        call(desk.adminChangeProvider, { params, body: { supply_id: Number(draft.supply), reason } })
    case 'partial':
      return remains === undefined
        ? undefined
        : () => call(desk.adminSetPartial, { params, body: { remains, reason } })
    case 'refund': {
      // As it was shown: pressed twice it is one part.
      const seen = { expected_refunded: refunded, reason }
      const amount = amountIn(language, draft.amount)
      if (draft.part === 'all') return () => call(desk.adminRefundOrder, { params, body: { reason } })
      if (draft.part === 'share')
        return remains === undefined
          ? undefined
          : () => call(desk.adminRefundOrder, { params, body: { remains, ...seen } })
      return amount === undefined
        ? undefined
        : () => call(desk.adminRefundOrder, { params, body: { amount, ...seen } })
    }
  }
}
