import * as z from 'zod/mini'

import type { Envelope } from '#contract/base/endpoint.ts'
import type { ErrorCode } from '#contract/base/error-catalogue.ts'
import { type AppError, fieldsOf } from '#contract/base/errors.ts'

/** Exact texts: clients compare them as a whole (reseller.md R7, field notes 1). */
export const resellerTexts = {
  key: 'Invalid API key',
  request: 'Incorrect request',
  service: 'Incorrect service ID',
  order: 'Incorrect order ID',
  link: 'Incorrect link',
  funds: 'Not enough funds on balance',
  refill: 'Refill not found',
  /** Clients stop asking after this text; after any other they ask again. */
  refillOver: 'Refill days are over',
  refillNow: 'Refill is not available',
  cancel: 'Cancel is not available',
  later: 'Provider is not available. Please try again later.',
} as const

/** Temporary errors of ours: with a JSON body clients would mark an order as failed permanently (R8f). */
const troubles: ReadonlySet<ErrorCode> = new Set([
  'rate_limited',
  'daily_limit_reached',
  'maintenance',
  'unavailable',
  'internal_error',
  'provider_failed',
])

export function isTrouble({ code }: AppError): boolean {
  return troubles.has(code)
}

/** `asked`: the ordered quantity, which tells whether it was too low or too high. */
export function sayResellerError(error: AppError, asked?: number): string {
  switch (error.code) {
    case 'authentication_required':
    case 'account_blocked':
    case 'view_only':
    case 'insufficient_permissions':
      return resellerTexts.key
    case 'insufficient_balance':
    case 'balance_owed':
      return resellerTexts.funds
    case 'service_not_found':
    case 'service_unavailable':
    case 'category_blocked':
      return resellerTexts.service
    case 'order_not_found':
      return resellerTexts.order
    case 'link_blocked':
      return resellerTexts.link
    case 'refill_not_available':
      return resellerTexts.refillNow
    case 'cancel_not_available':
      return resellerTexts.cancel
    case 'provider_failed':
    case 'unavailable':
      return resellerTexts.later
    default:
      return sayFields(error, asked)
  }
}

const codes: Readonly<Record<string, string>> = {
  [resellerTexts.funds]: 'neworder.error.not_enough_funds',
  [resellerTexts.link]: 'neworder.error.link',
  [resellerTexts.service]: 'error.incorrect_service_id',
}

/** The code for an error text of a new order (reseller.md R7b); a text without a code is returned unchanged. */
export function toResellerCode(text: string): string {
  if (text.startsWith('Quantity more')) return 'neworder.error.max_quantity'
  if (text.startsWith('Quantity less')) return 'neworder.error.min_quantity'
  return codes[text] ?? text
}

function sayFields(error: AppError, asked: number | undefined): string {
  const { link, quantity, ...others } = fieldsOf(error)
  if (link !== undefined) return resellerTexts.link
  if (quantity?.code !== 'quantity_range' || Object.keys(others).length > 0) return resellerTexts.request
  return asked !== undefined && asked > quantity.max
    ? `Quantity more than maximum ${quantity.max}`
    : `Quantity less than minimal ${quantity.min}`
}

export const resellerEnvelope: Envelope = {
  statusOf: (code) => {
    if (!troubles.has(code)) return 200
    return code === 'rate_limited' || code === 'daily_limit_reached' ? 429 : 503
  },
  toBody: (error) => (isTrouble(error) ? undefined : { error: sayResellerError(error) }),
  errorSchema: z.object({ error: z.string() }),
}
