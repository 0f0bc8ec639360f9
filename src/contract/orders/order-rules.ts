import { invalidFields } from '#contract/base/errors.ts'
import type { FieldRefusal, FieldRefusals } from '#contract/base/field-codes.ts'
import { limits } from '#contract/base/limits.ts'
import { isLink } from './links.ts'
import { money, type Money, ZERO } from '#contract/base/money.ts'
import type { CreateOrderBody } from './order-placing.ts'
import type { OrderReview } from './order-review.ts'
import type { cancelRefusals, refillRefusals } from './orders.ts'
import type { DispatchState, OrderStatus } from './order-statuses.ts'
import {
  countItems,
  type ExtraField,
  extraNames,
  itemsOf,
  rulesOf,
  type ServiceType,
} from '#contract/catalogue/service-types.ts'

/**
 * rate × quantity / 1000 (spec §5), or the rate itself for a package. `rate` has at most 4 decimals, so
 * nothing is ever rounded (field notes 4).
 */
export function priceOf(type: ServiceType, rate: bigint, quantity: number): Money {
  return money(rulesOf(type).rateIsPrice ? rate : (rate * BigInt(quantity)) / 1000n)
}

/**
 * The refund of a partial delivery: floor(price × remains / quantity) less earlier refunds. Both counts are in the same unit:
 * ours, or the provider's for a package that it counts in pieces.
 */
export function partialRefund({
  price,
  refunded,
  quantity,
  remains,
}: {
  price: bigint
  refunded: bigint
  quantity: number
  remains: number
}): Money {
  const undelivered = BigInt(Math.min(Math.max(remains, 0), quantity))
  const owed = (price * undelivered) / BigInt(quantity) - refunded
  return owed > 0n ? money(owed) : ZERO
}

/** An order that ended short, in the provider's figures. */
export type ShortEnding = {
  status: 'PARTIAL' | 'CANCELED'
  /** The whole quantity in the provider's count; undefined if unknown (a package whose pieces were never reported). */
  whole: number | undefined
  remains: number | undefined
  /** The final and the earlier charge in one currency; undefined if not reported. */
  charge: bigint | undefined
  chargeBefore: bigint | undefined
}

/** Everything, a share of the whole, or the reason for review. */
export type Undelivered = 'all' | { remains: number; whole: number } | { doubt: OrderReview }

/**
 * What was not delivered. Refunds need certain and consistent figures: a count in another unit than the whole, or a
 * charge that contradicts the count, goes to review.
 */
export function undeliveredOf(ending: ShortEnding): Undelivered {
  return ending.status === 'PARTIAL' ? undeliveredOfPartial(ending) : undeliveredOfCanceled(ending)
}

function undeliveredOfPartial({ whole, remains, charge, chargeBefore }: ShortEnding): Undelivered {
  if (remains === undefined) return doubt('partial_without_remains')
  if (remains === 0)
    return isLowered(charge, chargeBefore) ? doubt('partial_nothing_remains') : { remains, whole: whole ?? 1 }
  if (whole === undefined || remains > whole) return foreignMeasure('partial', remains)
  return { remains, whole }
}

/** "Canceled" alone means nothing was delivered. Only with a charge may there have been a partial delivery. */
function undeliveredOfCanceled({ whole, remains, charge, chargeBefore }: ShortEnding): Undelivered {
  if (charge === undefined || charge <= 0n || remains === whole) return 'all'
  if (remains === undefined)
    return isLowered(charge, chargeBefore) ? doubt('canceled_without_remains') : 'all'
  if (whole === undefined || remains > whole) return foreignMeasure('canceled', remains)
  if (remains === 0) return doubt('canceled_nothing_remains')
  if (chargeBefore !== undefined && !fits({ share: charge, of: chargeBefore }, whole - remains, whole))
    return { doubt: { code: 'canceled_charge_unfit', details: { remains, whole } } }
  return { remains, whole }
}

function doubt(code: Extract<OrderReview, { details: Record<string, never> }>['code']): Undelivered {
  return { doubt: { code, details: {} } }
}

function foreignMeasure(status: string, remains: number): Undelivered {
  return { doubt: { code: 'foreign_measure', details: { status, remains } } }
}

/** Providers round charges: a difference of 1/20 is ignored. */
const CHARGE_TOLERANCE = 20n

function isLowered(charge: bigint | undefined, before: bigint | undefined): boolean {
  if (charge === undefined || before === undefined) return false
  return charge * CHARGE_TOLERANCE < before * (CHARGE_TOLERANCE - 1n)
}

function fits({ share, of }: { share: bigint; of: bigint }, delivered: number, whole: number): boolean {
  const difference = share * BigInt(whole) - of * BigInt(delivered)
  return (difference < 0n ? -difference : difference) * CHARGE_TOLERANCE <= of * BigInt(whole)
}

/** The type's own fields, by the names of the panel protocol. */
export type OrderDetails = Partial<Record<ExtraField['name'], string>>

/** A valid order, ready to be priced. */
export type OrderDraft = { link: string; quantity: number; details: OrderDetails }

/** What validates an order of a service. */
export type SoldService = { type: ServiceType; platform: string; min: number; max: number }

type Typed = Omit<CreateOrderBody, 'service_id'>

/**
 * Applies spec §5 and the rules of the service's type; ignores fields that the type doesn't take. For types that count comments
 * or names the quantity is their number. Throws `invalid_fields`.
 */
export function toOrderDraft(service: SoldService, typed: Typed): OrderDraft {
  const { draft, fields } = readOrder(service, typed)
  if (Object.keys(fields).length > 0) throw invalidFields(fields)
  return draft
}

/** The same, but refuses fields that the type doesn't take: a request for 5 packages must not place one. */
export function toExactDraft(service: SoldService, typed: Typed): OrderDraft {
  const { draft, fields } = readOrder(service, typed)
  const refused = { ...refuseUntaken(service, typed, draft), ...fields }
  if (Object.keys(refused).length > 0) throw invalidFields(refused)
  return draft
}

function refuseUntaken(
  { type, min, max }: SoldService,
  typed: Typed,
  { quantity }: OrderDraft,
): FieldRefusals {
  const fields: FieldRefusals = {}
  const { quantity: rule, extra } = rulesOf(type)
  const asked = typed.quantity
  // If a package's minimum and maximum are the same, that quantity is accepted too.
  if (rule === 'one' && asked !== undefined && asked !== 1 && !(min === max && asked === max))
    fields['quantity'] = { code: 'quantity_one' }
  if (rule !== 'one' && rule !== 'asked' && asked !== undefined && asked !== quantity)
    fields['quantity'] = { code: 'quantity_counted', count: quantity }
  for (const name of extraNames)
    if (!extra.some((one) => one.name === name) && String(typed[name] ?? '').trim() !== '')
      fields[name] = { code: 'field_not_taken' }
  return fields
}

function readOrder(service: SoldService, body: Typed): { draft: OrderDraft; fields: FieldRefusals } {
  const fields: FieldRefusals = {}
  const typeRules = rulesOf(service.type)
  const link = (body.link ?? '').trim()
  if (link.length > limits.linkMax) fields['link'] = { code: 'too_long', max: limits.linkMax }
  else if (link === '' ? typeRules.link : !isLink(link, service.platform))
    fields['link'] = { code: 'link_required' }

  const details: OrderDetails = {}
  for (const { name, kind, meaning } of typeRules.extra) {
    const value = typedText(body[name], kind)
    if (value === '') fields[name] = { code: 'detail_required', detail: meaning }
    else if (kind === 'number' && !/^\d{1,4}$/.test(value)) fields[name] = { code: 'number_required' }
    else details[name] = value
  }

  const quantity = quantityOf(service.type, body.quantity, details)
  if (typeRules.quantity !== 'one' && fields[typeRules.quantity] === undefined) {
    const refusal = refuseQuantity(service, quantity)
    if (refusal !== undefined) fields['quantity'] = refusal
  }
  return { draft: { link, quantity, details }, fields }
}

/** Undefined for a whole number within the service's bounds. */
export function refuseQuantity(
  bounds: { min: number; max: number },
  quantity: number,
): FieldRefusal | undefined {
  const { min, max } = quantityBounds(bounds)
  if (Number.isInteger(quantity) && quantity >= min && quantity <= max) return undefined
  return { code: 'quantity_range', min, max }
}

/** At least 1, also if a service's minimum is 0. */
export function quantityBounds({ min, max }: { min: number; max: number }): { min: number; max: number } {
  return { min: Math.max(1, min), max }
}

type PricedService = { type: ServiceType; rate: bigint; min: number; max: number }

/** What a sum buys: a quantity (`isMost`: the service's maximum), or nothing if even the smallest (`least`) costs more. */
export type Bought =
  | { quantity: number; isMost: boolean; least?: undefined }
  | { quantity?: undefined; least: { quantity: number; price: Money } }

/** The largest quantity within the service's bounds that costs at most `sum`; for types that take a quantity. */
export function buyFor(sum: bigint, { type, rate, ...service }: PricedService): Bought {
  const { min, max } = quantityBounds(service)
  const least = priceOf(type, rate, min)
  if (least > sum) return { least: { quantity: min, price: least } }
  const most = BigInt(max)
  // Inverts `priceOf`, which rounds down: the largest quantity whose rounded price is not above the sum.
  const affordable = rate > 0n ? ((sum + 1n) * 1000n - 1n) / rate : most
  return affordable < most ? { quantity: Number(affordable), isMost: false } : { quantity: max, isMost: true }
}

function typedText(value: string | number | null | undefined, kind: ExtraField['kind']): string {
  const text = String(value ?? '')
  return kind === 'lines' || kind === 'list' ? itemsOf(kind, text).join('\n') : text.trim()
}

function quantityOf(type: ServiceType, asked: number | undefined, details: OrderDetails): number {
  const rule = rulesOf(type).quantity
  if (rule === 'one') return 1
  return rule === 'asked' ? (asked ?? Number.NaN) : countItems(type, rule, details)
}

export type RefillRefusal = (typeof refillRefusals)[number]
export type CancelRefusal = (typeof cancelRefusals)[number]

type ActionState = {
  status: OrderStatus
  dispatch: DispatchState
  refill: boolean
  cancel: boolean
  cancelAsked: boolean
}

/** Refills are for delivered orders of services that offer them, one at a time. */
export function refuseRefill({
  status,
  refill,
  dispatch,
  hasOpenRefill,
}: ActionState & { hasOpenRefill: boolean }): RefillRefusal | undefined {
  if (!refill) return 'not_offered'
  if (hasOpenRefill || status === 'REFILL') return 'under_way'
  if (status === 'PENDING' || status === 'PROCESSING') return 'not_delivered'
  if (status !== 'COMPLETED' && status !== 'PARTIAL') return 'ended'
  return dispatch === 'accepted' ? undefined : 'by_hand'
}

/** PENDING only (spec §4): always before it is sent, afterwards if the service allows it (api.md, "dispatch"). */
export function refuseCancel({
  status,
  dispatch,
  cancel,
  cancelAsked,
}: ActionState): CancelRefusal | undefined {
  if (status === 'PROCESSING') return 'begun'
  if (status !== 'PENDING') return 'ended'
  if (cancelAsked) return 'asked'
  if (dispatch === 'queued') return undefined
  if (dispatch !== 'accepted') return 'being_sent'
  return cancel ? undefined : 'not_offered'
}
