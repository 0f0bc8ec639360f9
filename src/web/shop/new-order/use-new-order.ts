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
  /** Why it was not the catalogue's rate. */
  rateReason: RateReason | undefined
}

type Refusal = {
  message: string
  requestId?: string | undefined
  /** The price that was shown, when it is not the service's any more. */
  oldPrice?: Money | undefined
}

/** The state of one new order, from the first key to the receipt. The server decides; nothing is taken for granted. */
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

  // The catalogue is one for all; what this customer pays is their own rule.
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
    // Choosing a service sets the quantity to its min (spec §5); what is typed elsewhere stays.
    setService(next)
    setFields((old) => ({ ...old, quantity: String(Math.max(1, next.min)) }))
    forgetRefusal()
  }

  /** Another platform or category was chosen: a service that is not of it is not what is ordered. The same function always. */
  const keepOnly = useCallback((fits: (service: IndexedService) => boolean) => {
    setService((old) => (old !== undefined && fits(old) ? old : undefined))
    setRefusal(undefined)
    setServerErrors({})
  }, [])

  function change(part: Partial<OrderFields>): void {
    setFields((old) => ({ ...old, ...part }))
    forgetRefusal()
  }

  /** The other way round, starting from the current text: the quantity that the budget buys. */
  function orderBy(by: OrderedBy): void {
    const bought = by === 'quantity' && fields.by === 'budget' ? quote.quantity : undefined
    change({ by, ...(bought !== undefined && { quantity: formatIn(language).number(bought) }) })
  }

  /**
   * "2.5k" is shown in full when the field is left. The order is the same, so an error stays: removing it here would
   * move the button from under the pointer that left the field for it.
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

  /** Returns whether everything was filled in; if not, the sentences stand at their fields. */
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
    // Where it cannot be asked for, the refusal alone is shown, and the next try asks again.
    if (fresh !== undefined) setService(fresh)
    setRefusal({
      message,
      requestId: error.status >= 500 ? error.requestId : undefined,
      oldPrice: fresh === undefined ? undefined : oldPrice,
    })
  }

  /** The service as it is now, once the customer's own rule is here too. */
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
    /** At this customer's rate; `listed` is as the catalogue has it. */
    service,
    listed,
    fields,
    quote,
    shortfall,
    /** Why the link may not be the one that is meant. */
    doubts,
    refusal,
    placed,
    isBusy,
    /** The errors at the fields: a quantity out of bounds at once, the others after the first try. */
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

/** What the operator does not sell for is reported at the field that named it. */
function blockedFieldOf(code: ApiError['code']): 'link' | 'service' | undefined {
  if (code === 'link_blocked') return 'link'
  return code === 'category_blocked' ? 'service' : undefined
}

/** What was shown of the service is not so any more. */
function isStale(code: ApiError['code']): boolean {
  return code === 'price_changed' || code === 'service_not_found' || code === 'service_unavailable'
}

export type NewOrder = ReturnType<typeof useNewOrder>

/** For text that was typed already. */
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
