import { parseDecimal } from '#sandbox/decimal.ts'
import { exchange, findWayFault, isCurrency } from './currencies.ts'
import type { Invoice } from './invoice.ts'

export type Payment = Omit<
  Invoice,
  'uuid' | 'merchant' | 'address' | 'createdAt' | 'expiresAt' | 'payment' | 'earlier'
> & {
  lifetimeSeconds: number
}
type Errors = Record<string, string[]>

const LIFETIME_DEFAULT = 3600
const URL_LENGTH_MAX = 255
const ADDITIONAL_DATA_LENGTH_MAX = 255

/** The body of `/v1/payment`, or its errors, by field or as a whole, in the gateway's format. */
export function readPayment(
  members: Record<string, unknown>,
): { payment: Payment } | { errors: Errors } | { message: string } {
  const errors: Errors = {}
  const amountText = typeof members['amount'] === 'number' ? String(members['amount']) : members['amount']
  const amount = typeof amountText === 'string' ? parseDecimal(amountText) : undefined
  if (typeof amountText !== 'string' || amountText === '') errors['amount'] = ['validation.required']
  else if (amount === undefined) errors['amount'] = ['validation.numeric']
  else if (amount <= 0n) errors['amount'] = ['validation.min.numeric']

  const { order_id: orderId, currency } = members
  if (orderId === undefined || orderId === '') errors['order_id'] = ['validation.required']
  else if (typeof orderId !== 'string' || !/^[\w-]{1,128}$/.test(orderId))
    errors['order_id'] = ['validation.alpha_dash']
  if (currency === undefined || currency === '') errors['currency'] = ['validation.required']
  else if (!isCurrency(currency)) errors['currency'] = ['validation.in']

  const lifetimeSeconds = toWhole(members['lifetime'] ?? LIFETIME_DEFAULT)
  if (lifetimeSeconds === undefined || lifetimeSeconds < 300 || lifetimeSeconds > 43_200)
    errors['lifetime'] = ['validation.between.numeric']

  const callbackUrl = readUrl(members, 'url_callback', errors)
  const returnUrl = readUrl(members, 'url_return', errors)
  const successUrl = readUrl(members, 'url_success', errors)
  // Examples of the gateway's own client write networks in capitals.
  const network = (readText(members, 'network', errors) ?? 'bsc').toLowerCase()
  const payerCurrency = (readText(members, 'to_currency', errors) ?? 'USDT').toUpperCase()
  const additionalData = readText(members, 'additional_data', errors)

  if (
    Object.keys(errors).length > 0 ||
    amount === undefined ||
    typeof amountText !== 'string' ||
    lifetimeSeconds === undefined
  )
    return { errors }
  // Both were found to be strings above, or there would be errors.
  const texts = { orderId: String(orderId), currency: String(currency) }
  const payerAmount = exchange(amount, { from: texts.currency, to: payerCurrency })
  const message = findWayFault({ currency: payerCurrency, network, amount: payerAmount })
  if (message !== undefined) return { message }
  const isMultiple = members['is_payment_multiple'] !== false
  const urls = { callbackUrl, returnUrl, successUrl }
  return {
    payment: {
      ...texts,
      ...urls,
      amount,
      amountText,
      network,
      payerCurrency,
      additionalData,
      isMultiple,
      lifetimeSeconds,
    },
  }
}

/** A whole number, even as a string: PHP clients send either. */
function toWhole(value: unknown): number | undefined {
  const text = typeof value === 'number' || typeof value === 'string' ? String(value) : ''
  return /^\d{1,9}$/.test(text) ? Number(text) : undefined
}

function readUrl(members: Record<string, unknown>, name: string, errors: Errors): string | null {
  const value = members[name] ?? null
  if (value === null) return null
  const url = typeof value === 'string' && value.length <= URL_LENGTH_MAX ? URL.parse(value) : null
  // Normalized by the URL parser: plain ASCII, so that it can be sent as a Location.
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return url.href
  errors[name] = ['validation.url']
  return null
}

function readText(members: Record<string, unknown>, name: string, errors: Errors): string | null {
  const value = members[name] ?? null
  if (value === null) return null
  if (typeof value === 'string' && value.length <= ADDITIONAL_DATA_LENGTH_MAX && value.isWellFormed())
    return value
  errors[name] = ['validation.string']
  return null
}
