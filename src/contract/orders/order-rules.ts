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
 * What a partial delivery gives back: floor(price × remains / quantity), less what was given back before. Both
 * counts are of one measure: ours, or the provider's where it counts a package in pieces of its own.
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

/** How a provider says that an order ended short of the whole, in its own figures. */
export type ShortEnding = {
  status: 'PARTIAL' | 'CANCELED'
  /** All of it as the provider counts; undefined where that is not known (a package whose pieces were never told). */
  whole: number | undefined
  remains: number | undefined
  /** What it charges us in the end and what it said before, of one currency; undefined where it did not say. */
  charge: bigint | undefined
  chargeBefore: bigint | undefined
}

/** All of it, that share of the whole, or why a person has to say. */
export type Undelivered = 'all' | { remains: number; whole: number } | { doubt: OrderReview }

/**
 * What was not delivered. Money is given back on figures that are certain and fit each other, never on a guess:
 * a count of another measure than the whole's is a doubt, and so is a charge that tells otherwise than the count.
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

/** The word alone means all of it. Only a provider that keeps a charge for it may have delivered a part. */
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

/** Providers round what they charge: a twentieth is no difference. */
const CHARGE_TOLERANCE = 20n

function isLowered(charge: bigint | undefined, before: bigint | undefined): boolean {
  if (charge === undefined || before === undefined) return false
  return charge * CHARGE_TOLERANCE < before * (CHARGE_TOLERANCE - 1n)
}

function fits({ share, of }: { share: bigint; of: bigint }, delivered: number, whole: number): boolean {
  const difference = share * BigInt(whole) - of * BigInt(delivered)
  return (difference < 0n ? -difference : difference) * CHARGE_TOLERANCE <= of * BigInt(whole)
}

/** The type's own fields of an order, by the protocol's names. */
export type OrderDetails = Partial<Record<ExtraField['name'], string>>

/** An order that can be priced: what the customer asked for, by the rules of its type. */
export type OrderDraft = { link: string; quantity: number; details: OrderDetails }

/** What of a service decides how an order of it is read. */
export type SoldService = { type: ServiceType; platform: string; min: number; max: number }

type Typed = Omit<CreateOrderBody, 'service_id'>

/**
 * Applies spec §5 and the type's rules to what was typed, and ignores what the type does not take. Throws `invalid_fields`;
 * the quantity of a type that counts comments or names is how many there are.
 */
export function toOrderDraft(service: SoldService, typed: Typed): OrderDraft {
  const { draft, fields } = readOrder(service, typed)
  if (Object.keys(fields).length > 0) throw invalidFields(fields)
  return draft
}

/** The same, and refuses what the type does not take: who asks for 5 packages must not get one. */
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
  // A package whose bounds are one figure is ordered by that figure too.
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

/** Why a quantity can not be ordered: it is no whole number within the service's bounds. */
export function refuseQuantity(
  bounds: { min: number; max: number },
  quantity: number,
): FieldRefusal | undefined {
  const { min, max } = quantityBounds(bounds)
  if (Number.isInteger(quantity) && quantity >= min && quantity <= max) return undefined
  return { code: 'quantity_range', min, max }
}

/** At least one, also where a service's minimum is 0. */
export function quantityBounds({ min, max }: { min: number; max: number }): { min: number; max: number } {
  return { min: Math.max(1, min), max }
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

type Standing = {
  status: OrderStatus
  dispatch: DispatchState
  refill: boolean
  cancel: boolean
  cancelAsked: boolean
}

/** A refill is for what was delivered, of a service that promises it, one at a time. */
export function refuseRefill({
  status,
  refill,
  dispatch,
  hasOpenRefill,
}: Standing & { hasOpenRefill: boolean }): RefillRefusal | undefined {
  if (!refill) return 'not_offered'
  if (hasOpenRefill || status === 'REFILL') return 'under_way'
  if (status === 'PENDING' || status === 'PROCESSING') return 'not_delivered'
  if (status !== 'COMPLETED' && status !== 'PARTIAL') return 'ended'
  return dispatch === 'accepted' ? undefined : 'by_hand'
}

/** PENDING only (spec §4): before the sending at once, afterwards where the service allows it (api.md, "dispatch"). */
export function refuseCancel({ status, dispatch, cancel, cancelAsked }: Standing): CancelRefusal | undefined {
  if (status === 'PROCESSING') return 'begun'
  if (status !== 'PENDING') return 'ended'
  if (cancelAsked) return 'asked'
  if (dispatch === 'queued') return undefined
  if (dispatch !== 'accepted') return 'being_sent'
  return cancel ? undefined : 'not_offered'
}
