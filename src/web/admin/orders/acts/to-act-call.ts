import type { Language } from '#contract/base/languages.ts'
import * as orderActions from '#contract/orders/order-actions.ts'
import type { AdminOrder } from '#contract/orders/admin-orders.ts'
import { readWhole } from '#contract/base/read-number.ts'
import { call } from '#web/platform/api/call.ts'
import { adminOrdersText } from '#web/admin/orders/texts.en.ts'
import { sayRefusedFields } from '#web/platform/i18n/say-fields.ts'
import { sayIn } from '#web/platform/i18n/text.ts'
import { type ActDraft, amountIn, wholeIn } from './say-act-effect.ts'
import type { OrderAct } from './order-acts.ts'

type Told = { order: AdminOrder; act: OrderAct; draft: ActDraft; reason: string }

/** What the action needs and the draft lacks: field → message. */
export function refuseDraft(language: Language, told: Omit<Told, 'reason'>): Record<string, string> {
  const { order, act, draft } = told
  if (toCall(language, { ...told, reason: '' }) !== undefined) return {}
  if (act === 'link') return sayRefusedFields(language, { link: { code: 'link_required' } })
  if (act === 'start') return { start_count: sayIn(language, adminOrdersText, 'startInvalid') }
  if (act === 'exists') return sayRefusedFields(language, { provider_order: { code: 'required' } })
  return act === 'refund' && draft.part === 'amount'
    ? { amount: sayIn(language, adminOrdersText, 'amountInvalid') }
    : { remains: sayIn(language, adminOrdersText, 'remainsInvalid', { quantity: String(order.quantity) }) }
}

/** The call, with the order's state as shown, or undefined if an input is missing. */
export function toCall(
  language: Language,
  { order, act, draft, reason }: Told,
): (() => Promise<unknown>) | undefined {
  const params = { id: order.id }
  const { state, attempt } = order.dispatch
  const status = order.status === 'UNKNOWN' ? undefined : order.status
  const expected = { dispatch: state, attempt, status }
  const body = { reason, expected }
  const there = draft.there.trim()
  const remains = wholeIn(language, draft.remains)
  switch (act) {
    case 'retry':
      return () =>
        call(orderActions.adminRetryOrder, {
          params,
          body: { ...body, ...(draft.isTaught && { teach: true }) },
        })
    case 'exists':
      return there === ''
        ? undefined
        : () => call(orderActions.adminCompleteOrder, { params, body: { ...body, provider_order: there } })
    case 'complete':
      return () => call(orderActions.adminCompleteOrder, { params, body })
    case 'cancel':
      return () => call(orderActions.adminCancelOrder, { params, body })
    case 'dismiss':
      return () => call(orderActions.adminDismissOrder, { params, body })
    case 'release':
      return () =>
        call(orderActions.adminReleaseOrder, {
          params,
          body: { ...body, ...(there !== '' && { provider_order: there }) },
        })
    case 'provider':
      return () =>
        call(orderActions.adminChangeProvider, { params, body: { ...body, supply_id: Number(draft.supply) } })
    case 'link': {
      const link = draft.link.trim()
      return link === ''
        ? undefined
        : () => call(orderActions.adminEditOrder, { params, body: { ...body, link } })
    }
    case 'start': {
      const start_count = readWhole(draft.startCount, language)
      return start_count === undefined
        ? undefined
        : () => call(orderActions.adminEditOrder, { params, body: { ...body, start_count } })
    }
    case 'partial':
      return remains === undefined
        ? undefined
        : () => call(orderActions.adminSetPartial, { params, body: { ...body, remains } })
    case 'refund': {
      // The amount as shown: two clicks refund one part.
      const seen = { ...body, expected_refunded: order.refunded }
      const amount = amountIn(language, draft.amount)
      if (draft.part === 'all') return () => call(orderActions.adminRefundOrder, { params, body: seen })
      if (draft.part === 'share')
        return remains === undefined
          ? undefined
          : () => call(orderActions.adminRefundOrder, { params, body: { ...seen, remains } })
      return amount === undefined
        ? undefined
        : () => call(orderActions.adminRefundOrder, { params, body: { ...seen, amount } })
    }
  }
}
