import { formatIn } from '#contract/base/format.ts'
import type { Language } from '#contract/base/languages.ts'
import { type Money, money } from '#contract/base/money.ts'
import type { AdminOrder } from '#contract/orders/admin-orders.ts'
import { partialRefund, priceOf } from '#contract/orders/order-rules.ts'
import { readMoney, readWhole } from '#contract/base/read-number.ts'
import { adminOrdersText } from '#web/admin/orders/texts.en.ts'
import { sayIn } from '#web/platform/i18n/text.ts'
import type { OrderAct } from './order-acts.ts'

/** The inputs of an action; each action uses its own. */
export type ActDraft = {
  part: 'all' | 'amount' | 'share'
  amount: string
  remains: string
  supply: string
  there: string
  link: string
  startCount: string
  /** The provider's answer counts as a refusal from now on. */
  isTaught: boolean
}

type Told = { order: AdminOrder; act: OrderAct; draft: ActDraft }

/**
 * The effect of an action on the money, in a sentence, computed with the server's rules. Undefined until there is a
 * figure.
 */
export function sayActEffect(language: Language, told: Told): string | undefined {
  const { order, act } = told
  const { user_email: email } = order
  const format = formatIn(language)
  const left = money(order.price - order.refunded)
  switch (act) {
    case 'complete':
    case 'cancel':
      return sayIn(language, adminOrdersText, `does_${act}`, { amount: format.money(left) })
    case 'partial':
    case 'refund': {
      const due = dueOf(language, told, left)
      if (due === undefined) return undefined
      const key = act === 'partial' ? 'does_partial' : due === left ? 'does_refund' : 'does_refund_part'
      const effect = sayIn(language, adminOrdersText, key, { amount: format.money(due), email })
      return isUnseenByApi(order)
        ? `${effect} ${sayIn(language, adminOrdersText, 'refund_unseen_by_api')}`
        : effect
    }
    case 'provider':
      return sayNextProvider(language, told)
    default:
      return sayIn(language, adminOrdersText, `does_${act}`)
  }
}

/** Panels that order through the API poll an order until it is completed, and never again (reseller.md R8d). */
function isUnseenByApi({ api_key: key, status }: AdminOrder): boolean {
  return key !== null && status === 'COMPLETED'
}

/** The refund; undefined if nothing is typed yet, or if the server would refuse it. */
function dueOf(language: Language, { order, act, draft }: Told, left: Money): Money | undefined {
  if (act === 'refund' && draft.part === 'all') return left
  if (act === 'refund' && draft.part === 'amount') {
    const amount = amountIn(language, draft.amount)
    return amount === undefined || amount > left ? undefined : amount
  }
  const remains = wholeIn(language, draft.remains)
  if (remains === undefined || remains > order.quantity) return undefined
  return partialRefund({ ...order, remains })
}

/** The provider may have accepted an unconfirmed order: staff who send it again are warned about a second charge. */
function sayNextProvider(language: Language, { order, draft }: Told): string | undefined {
  const supply = order.supplies.find(({ id }) => String(id) === draft.supply)
  if (supply === undefined) return undefined
  const { provider } = supply
  const amount = formatIn(language).money(priceOf(order.service_type, supply.cost, order.quantity))
  const { state } = order.dispatch
  const key = state === 'review' || state === 'unknown' ? 'does_provider_in_doubt' : 'does_provider'
  return sayIn(language, adminOrdersText, key, { provider, amount })
}

export function amountIn(language: Language, text: string): Money | undefined {
  const amount = readMoney(text, language)
  return amount !== undefined && amount > 0n ? amount : undefined
}

export function wholeIn(language: Language, text: string): number | undefined {
  const count = readWhole(text, language)
  return count === 0 ? undefined : count
}
