import { AppError, fieldsOf } from '#contract/base/errors.ts'
import { formatIn } from '#contract/base/format.ts'
import type { Language } from '#contract/base/languages.ts'
import { formatShortfall, money, type Money, UNITS_PER_USD } from '#contract/base/money.ts'
import { buyFor, type OrderDetails, priceOf, toOrderDraft } from '#contract/orders/order-rules.ts'
import { readMoney, readWhole } from '#contract/base/read-number.ts'
import type { CreateOrderBody } from '#contract/orders/order-placing.ts'
import { countItems, rulesOf, type ServiceType } from '#contract/catalogue/service-types.ts'
import { sayRefusedFields } from '#web/platform/i18n/say-fields.ts'
import { orderFormText } from './texts.en.ts'
import { sayIn } from '#web/platform/i18n/text.ts'
import { refuseAmbiguous } from '#web/ui/fields/typed-number.ts'

/** How the quantity is given: as a number, or by a budget. */
export type OrderedBy = 'quantity' | 'budget'

/** The text as typed. */
export type OrderFields = {
  link: string
  by: OrderedBy
  quantity: string
  budget: string
  details: OrderDetails
}

export type SoldService = {
  id: number
  type: ServiceType
  platform: string
  rate: Money
  min: number
  max: number
}

/** The form's result at this key press. */
export type Quote = {
  /** Undefined if it is not a whole number. */
  quantity: number | undefined
  /** Undefined without a service or a quantity to price. */
  price: Money | undefined
  /** The budget would buy more than the service's maximum. */
  isMost: boolean
  /** Field → the spec's sentence. If empty, the order can be placed. */
  errors: Readonly<Record<string, string>>
}

/** Messages and the reading of typed numbers depend on the language. */
export function readOrder(language: Language, service: SoldService | undefined, fields: OrderFields): Quote {
  if (service === undefined) {
    const errors = {
      service: sayIn(language, orderFormText, 'selectService'),
      ...(fields.link.trim() === '' && { link: sayIn(language, orderFormText, 'enterLink') }),
    }
    return { quantity: undefined, price: undefined, isMost: false, errors }
  }
  const asked = quantityOf(language, service, fields)
  const { quantity } = asked
  const errors = errorsOf(language, service, fields, quantity)
  const isPriced = quantity !== undefined && quantity > 0
  return {
    quantity,
    price: isPriced ? priceOf(service.type, service.rate, quantity) : undefined,
    isMost: asked.isMost ?? false,
    errors: asked.error === undefined ? errors : { ...without(errors, 'quantity'), [fields.by]: asked.error },
  }
}

type Asked = { quantity: number | undefined; isMost?: boolean; error?: string }

function quantityOf(language: Language, service: SoldService, fields: OrderFields): Asked {
  const { type } = service
  const rule = rulesOf(type).quantity
  if (rule === 'one') return { quantity: 1 }
  if (rule !== 'asked') return { quantity: countItems(type, rule, fields.details) }
  if (fields.by === 'budget') return boughtFor(language, service, fields.budget)
  const error = refuseAmbiguous(language, fields.quantity, { kind: 'quantity' })
  return {
    quantity: readWhole(fields.quantity, language, 'quantity'),
    ...(error !== undefined && { error }),
  }
}

function boughtFor(language: Language, service: SoldService, budget: string): Asked {
  const sum = readMoney(budget, language)
  const unclear = refuseAmbiguous(language, budget, { kind: 'money' })
  if (sum === undefined)
    return { quantity: undefined, error: unclear ?? sayIn(language, orderFormText, 'enterBudget') }
  const bought = buyFor(sum, service)
  if (bought.least === undefined) return bought
  const { quantity, price } = bought.least
  const told = { quantity, price: formatIn(language).money(price) }
  return { quantity: undefined, error: sayIn(language, orderFormText, 'budgetLeast', told) }
}

function without(errors: Readonly<Record<string, string>>, field: string): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(errors).filter(([name]) => name !== field))
}

function errorsOf(
  language: Language,
  service: SoldService,
  { link, details }: OrderFields,
  quantity: number | undefined,
): Readonly<Record<string, string>> {
  try {
    toOrderDraft(service, { link, quantity, ...details })
    return {}
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return sayRefusedFields(language, fieldsOf(error))
  }
}

/** The request: only the fields of the type, and the displayed price. */
export function toBody(service: SoldService, fields: OrderFields, quote: Quote): CreateOrderBody {
  const { extra, quantity } = rulesOf(service.type)
  return {
    service_id: service.id,
    link: fields.link.trim(),
    ...(quantity === 'asked' && { quantity: quote.quantity }),
    price: quote.price ?? null,
    ...Object.fromEntries(extra.map(({ name }) => [name, fields.details[name] ?? ''])),
  }
}

export type Shortfall = {
  /** The deposit needed: whole cents, and not below the smallest deposit. */
  deposit: Money
  required: string
  available: string
}

/** The missing amount if the balance does not cover the price (spec §5), else undefined. `depositMin`: the smallest deposit. */
export function shortfallOf(price: bigint, balance: bigint, depositMin: bigint): Shortfall | undefined {
  if (price <= balance) return undefined
  const cent = UNITS_PER_USD / 100n
  const missing = ((price - balance + cent - 1n) / cent) * cent
  return {
    deposit: money(missing > depositMin ? missing : depositMin),
    ...formatShortfall(price, balance),
  }
}
