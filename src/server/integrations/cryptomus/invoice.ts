import { parseMoney, type Money } from '#contract/money.ts'

/** What Cryptomus says about one invoice: only what is acted upon. */
export type Invoice = {
  uuid: string
  /** Our reference. */
  orderId: string
  /** Undefined when it is no amount of at most 8 decimals. */
  amount: Money | undefined
  currency: string
  /** The gateway's word as it came, lower case; see `invoiceStatuses` for those that are known. */
  status: string
  /** Where it is paid; undefined when it is no http(s) address. */
  url: string | undefined
  expiresAt: Date | undefined
}

/** The words of field notes 3 by what they mean for a deposit. Any other word changes nothing. */
export const invoiceStatuses = {
  open: ['check', 'process', 'confirm_check', 'wrong_amount_waiting'],
  paid: ['paid', 'paid_over'],
  closed: ['cancel', 'fail', 'system_fail'],
  /** A person decides. */
  unclear: ['wrong_amount', 'refund_process', 'refund_fail', 'refund_paid', 'locked'],
} as const

/** Reads the `result` of an answer; undefined when it is not about an invoice at all. */
export function toInvoice(result: unknown): Invoice | undefined {
  if (typeof result !== 'object' || result === null) return undefined
  const members = new Map<string, unknown>(Object.entries(result))
  const uuid = textOf(members.get('uuid'))
  const orderId = textOf(members.get('order_id'))
  const status = toStatus(textOf(members.get('payment_status')), textOf(members.get('status')))
  if (uuid === '' || orderId === '' || status === '') return undefined
  return {
    uuid,
    orderId,
    amount: parseMoney(textOf(members.get('amount'))),
    currency: textOf(members.get('currency')).toUpperCase(),
    status,
    url: toHttpUrl(textOf(members.get('url'))),
    expiresAt: toDate(members.get('expired_at')),
  }
}

/** Both names are in use for one thing; where they contradict each other, neither is believed. */
function toStatus(one: string, other: string): string {
  if (one === '' || other === '' || one === other) return (one || other).toLowerCase()
  return `${one}|${other}`
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value.trim()
  return typeof value === 'number' ? String(value) : ''
}

function toHttpUrl(text: string): string | undefined {
  const url = URL.parse(text)
  return url?.protocol === 'https:' || url?.protocol === 'http:' ? url.href : undefined
}

function toDate(seconds: unknown): Date | undefined {
  const at = Number(seconds)
  return Number.isFinite(at) && at > 0 && at < 1e11 ? new Date(at * 1000) : undefined
}
