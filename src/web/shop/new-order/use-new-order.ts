import { useCallback, useState } from 'react'
import type { AnswerOf } from '#contract/base/endpoint.ts'
import { formatIn } from '#contract/base/format.ts'
import { type Money, ZERO } from '#contract/base/money.ts'
import { createOrder } from '#contract/orders/order-placing.ts'
import { readWhole } from '#contract/base/read-number.ts'
import { rateFor, type RateReason, rateReasonFor } from '#contract/catalogue/rate-for.ts'
import type { ExtraField } from '#contract/catalogue/service-types.ts'
import { ApiError, messageOf } from '#web/platform/api/api-error.ts'
import { call } from '#web/platform/api/call.ts'
import { loadService } from '#web/shop/new-order/service/load-service.ts'
import type { IndexedService } from '#web/parts/catalogue/search/search-services.ts'
import { forgetServiceIndex } from '#web/parts/catalogue/search/service-index.ts'
import { useLanguage } from '#web/platform/i18n/reader-language.ts'
import { newOrderText } from './texts.en.ts'
import { say } from '#web/platform/i18n/text.ts'
import { makeIntent } from '#web/platform/drafts/intent-key.ts'
import { mergeBalance, useSession } from '#web/platform/session/session.ts'
import { useSite } from '#web/platform/page/site-facts.ts'
import { loadOwnRates, useOwnRates } from '#web/parts/wallet/use-own-rates.ts'
import {
  type OrderedBy,
  type OrderFields,
  readOrder,
  shortfallOf,
  toBody,
} from '#web/parts/orders/order-form.ts'
import { useLinkDoubts } from '#web/shop/new-order/service/use-link-doubts.ts'

export type PlacedOrder = AnswerOf<typeof createOrder>['order'] & {
  balanceAfter: Money
  /** Why it differs from the catalogue's rate. */
  rateReason: RateReason | undefined
}

type Refusal = {
  message: string
  requestId?: string | undefined
  /** The price shown before, if it no longer applies. */
  oldPrice?: Money | undefined
}

/** The state of one new order, from the first keystroke to the receipt. The server decides. */
export function useNewOrder(initial: { service: IndexedService | undefined; fields: OrderFields }) {
  const language = useLanguage()
  const user = useSession()?.user
  const balance = user?.balance ?? ZERO
  const { depositMin } = useSite()
  const ownRates = useOwnRates()
  const [listed, setService] = useState(initial.service)
  const [fields, setFields] = useState(initial.fields)
  const [isChecked, setIsChecked] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const [refusal, setRefusal] = useState<Refusal>()
  const [serverErrors, setServerErrors] = useState<Readonly<Record<string, string>>>({})
  const [placed, setPlaced] = useState<PlacedOrder>()

  // The catalogue is the same for everyone; the customer's price comes from their own rates.
  const service = listed && { ...listed, rate: rateFor(listed, ownRates) }
  const quote = readOrder(language, service, fields)
  const doubts = useLinkDoubts(service, fields.link)
  const shortfall = quote.price === undefined ? undefined : shortfallOf(quote.price, balance, depositMin)

  /** Messages about the form's earlier state are removed. */
  function forgetRefusal(): void {
    setRefusal(undefined)
    setServerErrors({})
  }

  function choose(next: IndexedService): void {
    // Selecting a service sets the quantity to its min (spec §5); other fields keep their text.
    setService(next)
    setFields((old) => ({ ...old, quantity: String(Math.max(1, next.min)) }))
    forgetRefusal()
  }

  /** Another platform or category was selected: deselects a service outside it. Has a stable identity. */
  const keepOnly = useCallback((fits: (service: IndexedService) => boolean) => {
    setService((old) => (old !== undefined && fits(old) ? old : undefined))
    setRefusal(undefined)
    setServerErrors({})
  }, [])

  function change(part: Partial<OrderFields>): void {
    setFields((old) => ({ ...old, ...part }))
    forgetRefusal()
  }

  /** Switches the direction, starting from the current text: the quantity that the budget buys. */
  function orderBy(by: OrderedBy): void {
    const bought = by === 'quantity' && fields.by === 'budget' ? quote.quantity : undefined
    change({ by, ...(bought !== undefined && { quantity: formatIn(language).number(bought) }) })
  }

  /**
   * "2.5k" is expanded when the field loses focus. The order is the same, so an error stays: removing it here would
   * move the button from under the pointer that is about to click it.
   */
  function settleQuantity(): void {
    const quantity = readWhole(fields.quantity, language, 'quantity')
    if (quantity !== undefined)
      setFields((old) => ({ ...old, quantity: formatIn(language).number(quantity) }))
  }

  function changeDetail(name: ExtraField['name'], value: string): void {
    setFields((old) => ({ ...old, details: { ...old.details, [name]: value } }))
    forgetRefusal()
  }

  /** Returns whether everything was filled in; if not, messages are shown at the fields. */
  async function place(): Promise<boolean> {
    if (isBusy || placed !== undefined) return true
    setIsChecked(true)
    if (service === undefined || Object.keys(quote.errors).length > 0) return false
    setIsBusy(true)
    forgetRefusal()
    const body = toBody(service, fields, quote)
    try {
      const intent = makeIntent('new-order', user?.id ?? 0)
      const options = { idempotencyKey: intent.keyFor(body) }
      const { order, balance: left } = await call(createOrder, { body }, options)
      intent.forget()
      if (user !== undefined) mergeBalance(user.id, left)
      setPlaced({ ...order, balanceAfter: left, rateReason: rateReasonFor(service, ownRates) })
    } catch (error) {
      await refuse(error, service)
    } finally {
      setIsBusy(false)
    }
    return true
  }

  async function refuse(error: unknown, ordered: IndexedService): Promise<void> {
    const oldPrice = quote.price
    if (!(error instanceof ApiError)) return setRefusal({ message: say(newOrderText, 'placeFailed') })
    if (error.code === 'invalid_answer') return setRefusal({ message: say(newOrderText, 'unknownError') })
    if (isStale(error.code)) forgetServiceIndex()
    if (error.code === 'invalid_fields') setServerErrors(error.fields)
    const message = messageOf(error, say(newOrderText, 'placeFailed'))
    const blocked = blockedFieldOf(error.code)
    if (blocked !== undefined) setServerErrors({ [blocked]: message })
    const fresh = error.code === 'price_changed' ? await findPrice(ordered.id) : undefined
    // If this fails, only the refusal is shown, and the next attempt requests it again.
    if (fresh !== undefined) setService(fresh)
    setRefusal({
      message,
      requestId: error.status >= 500 ? error.requestId : undefined,
      oldPrice: fresh === undefined ? undefined : oldPrice,
    })
  }

  /** The current service, once the customer's own rates are loaded too. */
  async function findPrice(id: number): Promise<IndexedService | undefined> {
    const rates = loadOwnRates()
    const found = await findService(id)
    await rates
    return found
  }

  function startAnother(): void {
    setPlaced(undefined)
    setIsChecked(false)
    setFields((old) => ({ ...old, link: '', details: {} }))
  }

  return {
    balance,
    /** At the customer's own rate; `listed` is the catalogue's. */
    service,
    listed,
    fields,
    quote,
    shortfall,
    /** Why the link may not be the intended one. */
    doubts,
    refusal,
    placed,
    isBusy,
    /** Field errors: a quantity out of bounds immediately, the others after the first attempt. */
    shownErrors: {
      ...(isChecked ? quote.errors : amountErrorsOf(quote.errors, fields)),
      ...serverErrors,
    } as Readonly<Record<string, string>>, // both halves are
    choose,
    keepOnly,
    orderBy,
    renew: setService,
    change,
    changeDetail,
    settleQuantity,
    place,
    startAnother,
  }
}

/** What the operator refuses to sell for is reported at the field that contains it. */
function blockedFieldOf(code: ApiError['code']): 'link' | 'service' | undefined {
  if (code === 'link_blocked') return 'link'
  return code === 'category_blocked' ? 'service' : undefined
}

/** The shown data of the service is outdated. */
function isStale(code: ApiError['code']): boolean {
  return code === 'price_changed' || code === 'service_not_found' || code === 'service_unavailable'
}

export type NewOrder = ReturnType<typeof useNewOrder>

/** Only for text that was already typed. */
function amountErrorsOf(
  errors: Readonly<Record<string, string>>,
  { by, ...fields }: OrderFields,
): Readonly<Record<string, string>> {
  const error = errors[by]
  return fields[by] !== '' && error !== undefined ? { [by]: error } : {}
}

async function findService(id: number): Promise<IndexedService | undefined> {
  try {
    return await loadService(id)
  } catch {
    return undefined
  }
}
