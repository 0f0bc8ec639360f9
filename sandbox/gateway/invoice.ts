import { formatDecimal, multiplyDivide } from '#sandbox/decimal.ts'
import { exchange } from './currencies.ts'

/** The gateway's own statuses (field notes 3). Final ones can only be changed by a late payment. */
export const INVOICE_STATUSES = {
  check: { isFinal: false },
  process: { isFinal: false },
  confirm_check: { isFinal: false },
  wrong_amount_waiting: { isFinal: false },
  paid: { isFinal: true },
  paid_over: { isFinal: true },
  wrong_amount: { isFinal: true },
  cancel: { isFinal: true },
  fail: { isFinal: true },
  system_fail: { isFinal: true },
  refund_process: { isFinal: false },
  refund_fail: { isFinal: false },
  refund_paid: { isFinal: true },
  locked: { isFinal: false },
} as const

export type KnownStatus = keyof typeof INVOICE_STATUSES

export function isKnownStatus(status: string): status is KnownStatus {
  return Object.hasOwn(INVOICE_STATUSES, status)
}

/** An unknown status is not final. */
export function isFinal(status: string): boolean {
  return isKnownStatus(status) && INVOICE_STATUSES[status].isFinal
}

export type PaymentState = {
  /** One of its own statuses, or a text set by a test. */
  status: string
  /** The total paid so far, in units of 0.00000001. */
  received: bigint
  txid: string | null
  at: number
}

export type Invoice = {
  uuid: string
  orderId: string
  /** Its merchant: others can't find it. */
  merchant: string
  amount: bigint
  /** As sent: "10.28" is not answered as "10.2800". */
  amountText: string
  currency: string
  network: string
  payerCurrency: string
  address: string
  createdAt: number
  expiresAt: number
  isMultiple: boolean
  callbackUrl: string | null
  returnUrl: string | null
  successUrl: string | null
  additionalData: string | null
  payment: PaymentState
  /** What `/payment/info` shows until then, after a webhook has already reported more. */
  earlier?: { payment: PaymentState; until: number }
}

const ONE = 100_000_000n
/** The gateway's fee, in hundredths of a percent. The merchant gets less than the invoice's amount. */
const COMMISSION = 200n

/** An invoice as `/v1/payment` and `/v1/payment/info` answer it. */
export function showInvoice(
  invoice: Invoice,
  { now, baseUrl }: { now: number; baseUrl: string },
): Record<string, unknown> {
  const payment = paymentAt(invoice, now)
  const { received } = payment
  const isPaid = received > 0n
  const payer = (units: bigint): bigint => toPayer(invoice, units)
  const usd = exchange(received, { from: invoice.currency, to: 'USD' })
  return {
    uuid: invoice.uuid,
    order_id: invoice.orderId,
    amount: invoice.amountText,
    payment_amount: isPaid ? formatDecimal(payer(received), 8) : null,
    payment_amount_usd: isPaid ? formatDecimal(usd) : null,
    payer_amount: formatDecimal(payer(invoice.amount), 8),
    payer_amount_exchange_rate: formatDecimal(payer(ONE), 8),
    discount_percent: null,
    discount: '0.00000000',
    payer_currency: invoice.payerCurrency,
    currency: invoice.currency,
    comments: null,
    merchant_amount: isPaid ? formatDecimal(merchantShare(invoice, received), 8) : null,
    commission: isPaid ? formatDecimal(payer(commissionOf(received)), 8) : null,
    network: invoice.network,
    address: invoice.address,
    from: isPaid ? PAYER_ADDRESS : null,
    txid: payment.txid,
    payment_status: payment.status,
    url: `${baseUrl}/pay/${invoice.uuid}`,
    expired_at: Math.floor(invoice.expiresAt / 1000),
    status: payment.status,
    is_final: isFinal(payment.status),
    additional_data: invoice.additionalData,
    created_at: toMoscowTime(invoice.createdAt),
    updated_at: toMoscowTime(payment.at),
  }
}

/** An invoice in a webhook, without `sign`; amounts have eight decimals there. */
export function showWebhook(invoice: Invoice, payment: PaymentState): Record<string, unknown> {
  const { received, status, txid } = payment
  const payer = (units: bigint): bigint => toPayer(invoice, units)
  const usd = exchange(received, { from: invoice.currency, to: 'USD' })
  return {
    type: 'payment',
    uuid: invoice.uuid,
    order_id: invoice.orderId,
    amount: formatDecimal(invoice.amount, 8),
    payment_amount: formatDecimal(payer(received), 8),
    payment_amount_usd: formatDecimal(usd),
    merchant_amount: formatDecimal(merchantShare(invoice, received), 8),
    commission: formatDecimal(payer(commissionOf(received)), 8),
    is_final: isFinal(status),
    status,
    from: received > 0n ? PAYER_ADDRESS : null,
    wallet_address_uuid: null,
    network: invoice.network,
    currency: invoice.currency,
    payer_currency: invoice.payerCurrency,
    payer_amount: formatDecimal(payer(invoice.amount), 8),
    payer_amount_exchange_rate: formatDecimal(payer(ONE), 8),
    additional_data: invoice.additionalData,
    ...(txid !== null && { txid }),
  }
}

/** The merchant's share of the payment, in the currency of the payment. */
export function merchantShare(invoice: Invoice, received: bigint): bigint {
  return toPayer(invoice, received - commissionOf(received))
}

/** Converts an amount from the invoice's currency to the payment's. */
function toPayer({ currency, payerCurrency }: Invoice, units: bigint): bigint {
  return exchange(units, { from: currency, to: payerCurrency })
}

/** The status that `/payment/info` shows. */
function paymentAt(invoice: Invoice, now: number): PaymentState {
  return invoice.earlier && now < invoice.earlier.until ? invoice.earlier.payment : invoice.payment
}

const PAYER_ADDRESS = '0x5ba9d0b0cafe0000000000000000000000005a2d'

function commissionOf(received: bigint): bigint {
  return multiplyDivide(received, COMMISSION, 10_000n)
}

/** The gateway's own times are in UTC+3, with the offset. */
function toMoscowTime(at: number): string {
  return new Date(at + 3 * 3_600_000).toISOString().slice(0, 19) + '+03:00'
}
