import { AppError, fieldsOf } from '#contract/errors.ts'
import type { Language } from '#contract/languages.ts'
import { formatShortfall, money, type Money, UNITS_PER_USD } from '#contract/money.ts'
import { type OrderDetails, priceOf, toOrderDraft } from '#contract/order-rules.ts'
import type { CreateOrderBody } from '#contract/order-placing.ts'
import { countItems, rulesOf, type ServiceType } from '#contract/service-types.ts'
import { sayRefusedFields } from '#web/messages/say-fields.ts'
import { newOrderText } from '#web/messages/new-order.ts'
import { sayIn } from '#web/messages/text.ts'
import { parseQuantity } from './parse-quantity.ts'

/** What is typed, as it is typed. */
export type OrderFields = { link: string; quantity: string; details: OrderDetails }

export type SoldService = {
  id: number
  type: ServiceType
  platform: string
  rate: Money
  min: number
  max: number
}

/** What the form amounts to at this key press. */
export type Quote = {
  /** Undefined while it is no whole number. */
  quantity: number | undefined
  /** Undefined while there is no service or no quantity to price. */
  price: Money | undefined
  /** Field → the spec's sentence. Without any the order can be placed. */
  errors: Readonly<Record<string, string>>
  /** Spec §5: without service, quantity or link there is nothing to submit. */
  isComplete: boolean
}

/** The sentences are for the reader, and so is what a typed figure means. */
export function readOrder(language: Language, service: SoldService | undefined, fields: OrderFields): Quote {
  const hasLink = fields.link.trim() !== ''
  if (service === undefined) {
    const errors = {
      service: sayIn(language, newOrderText, 'selectService'),
      ...(hasLink ? {} : { link: sayIn(language, newOrderText, 'enterLink') }),
    }
    return { quantity: undefined, price: undefined, errors, isComplete: false }
  }
  const quantity = quantityOf(language, service.type, fields)
  const errors = errorsOf(language, service, fields, quantity)
  const isPriced = quantity !== undefined && quantity > 0
  return {
    quantity,
    price: isPriced ? priceOf(service.type, service.rate, quantity) : undefined,
    errors,
    isComplete: isPriced && (hasLink || !rulesOf(service.type).link),
  }
}

function quantityOf(
  language: Language,
  type: ServiceType,
  { quantity, details }: OrderFields,
): number | undefined {
  const rule = rulesOf(type).quantity
  if (rule === 'one') return 1
  return rule === 'asked' ? parseQuantity(language, quantity) : countItems(type, rule, details)
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

/** The request: only what the type asks for, and the price that was shown. */
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
  /** What a deposit must bring: whole cents, and not below the smallest deposit. */
  deposit: Money
  required: string
  available: string
}

/** What is missing when the balance does not cover the price (spec §5), else undefined. `depositMin`: the smallest deposit. */
export function shortfallOf(price: bigint, balance: bigint, depositMin: bigint): Shortfall | undefined {
  if (price <= balance) return undefined
  const cent = UNITS_PER_USD / 100n
  const missing = ((price - balance + cent - 1n) / cent) * cent
  return {
    deposit: money(missing > depositMin ? missing : depositMin),
    ...formatShortfall(price, balance),
  }
}
