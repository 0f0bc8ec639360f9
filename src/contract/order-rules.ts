import { invalidFields } from './errors.ts'
import { limits } from './limits.ts'
import { money, type Money, ZERO } from './money.ts'
import type { CreateOrderBody } from './order-placing.ts'
import type { DispatchState, OrderStatus } from './orders.ts'
import { linesOf, rulesOf, type ExtraField, type ServiceType } from './service-types.ts'

/**
 * rate × quantity / 1000 (spec §5), or the rate itself for a package. `rate` has at most 4 decimals, so
 * nothing is ever rounded (field notes 4).
 */
export function priceOf(type: ServiceType, rate: bigint, quantity: number): Money {
  return money(rulesOf(type).rateIsPrice ? rate : (rate * BigInt(quantity)) / 1000n)
}

/** What a partial delivery gives back: floor(price × remains / quantity), less what was given back before. */
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

/** The type's own fields of an order, by the protocol's names. */
export type OrderDetails = Partial<Record<ExtraField['name'], string>>

/** An order that can be priced: what the customer asked for, by the rules of its type. */
export type OrderDraft = { link: string; quantity: number; details: OrderDetails }

type SoldService = { type: ServiceType; min: number; max: number }

/**
 * Applies spec §5 and the type's rules to what was typed. Throws `invalid_fields` with the spec's sentences;
 * the quantity of a type that counts lines is the number of lines.
 */
export function toOrderDraft(service: SoldService, body: Omit<CreateOrderBody, 'service_id'>): OrderDraft {
  const fields: Record<string, string> = {}
  const typeRules = rulesOf(service.type)
  const link = body.link ?? ''
  if (typeRules.link && link === '') fields['link'] = 'Please enter a link'
  else if (link.length > limits.linkMax) fields['link'] = `Please use at most ${limits.linkMax} characters`

  const details: OrderDetails = {}
  for (const { name, kind, label } of typeRules.extra) {
    const value = typedText(body[name], kind)
    if (value === '') fields[name] = `Please fill in: ${label}`
    else if (kind === 'number' && !/^\d{1,4}$/.test(value)) fields[name] = 'Please enter a number'
    else details[name] = value
  }

  const quantity = quantityOf(typeRules.quantity, body.quantity, details)
  if (typeRules.quantity !== 'one' && fields[typeRules.quantity] === undefined) {
    const said = quantityError(service, quantity)
    if (said !== undefined) fields['quantity'] = said
  }
  if (Object.keys(fields).length > 0) throw invalidFields(fields)
  return { link, quantity, details }
}

/** The spec's sentence when a quantity is out of bounds, else undefined. */
export function quantityError(
  { min, max }: { min: number; max: number },
  quantity: number,
): string | undefined {
  const least = Math.max(1, min)
  if (Number.isInteger(quantity) && quantity >= least && quantity <= max) return undefined
  return `Quantity must be between ${least} and ${max}`
}

function typedText(value: string | number | null | undefined, kind: ExtraField['kind']): string {
  const text = String(value ?? '')
  return kind === 'lines' ? linesOf(text).join('\n') : text.trim()
}

function quantityOf(
  rule: 'asked' | 'one' | 'comments' | 'usernames',
  asked: number | undefined,
  details: OrderDetails,
): number {
  if (rule === 'one') return 1
  if (rule === 'asked') return asked ?? Number.NaN
  return linesOf(details[rule] ?? '').length
}

const activeStatuses: readonly OrderStatus[] = ['PENDING', 'PROCESSING']

/** Pending and processing orders count as active (spec §4). */
export function isActive(status: OrderStatus): boolean {
  return activeStatuses.includes(status)
}

type Standing = {
  status: OrderStatus
  dispatch: DispatchState
  refill: boolean
  cancel: boolean
  cancelAsked: boolean
}

/** A refill is for what was delivered, of a service that promises it, one at a time. */
export function canRefill({ status, refill, dispatch }: Standing): boolean {
  return refill && dispatch === 'accepted' && (status === 'COMPLETED' || status === 'PARTIAL')
}

/** PENDING only (spec §4): before the sending at once, afterwards where the service allows it (api.md, "dispatch"). */
export function canCancel({ status, dispatch, cancel, cancelAsked }: Standing): boolean {
  if (status !== 'PENDING' || cancelAsked) return false
  return dispatch === 'queued' || (dispatch === 'accepted' && cancel)
}
