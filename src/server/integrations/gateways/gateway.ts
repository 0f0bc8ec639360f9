import type { Found } from '#contract/base/connection-test.ts'
import type { Fault } from '#contract/base/faults.ts'
import type { GatewayData } from '#contract/base/gateways/gateway-data.ts'
import type { Money } from '#contract/base/money.ts'
import type { Reach } from '#server/lib/http/outbound/allowed-addresses.ts'
import type { ObserveCalls } from '#server/lib/http/outbound/guarded-fetch.ts'

/**
 * A payment company. All of its specifics (statuses, signatures, field names, URLs) are behind this interface, in a
 * folder next to this file; payments knows no gateway by name.
 */
export interface Gateway<Field extends string = string> {
  readonly data: GatewayData
  /**
   * The base URL of its API, without a trailing slash, unless the environment sets another. Empty for software that
   * operators host themselves: then the account has a field `url`.
   */
  readonly url: string
  /**
   * Requests an invoice in USD. Never repeats a call; the caller decides about retries. If an earlier answer may have
   * been lost (`askedAt` is not `now`), looks for the existing invoice before opening another; `not_found` then means
   * that there is none, and that this attempt opened none either: the next request counts as the first.
   */
  createInvoice(account: GatewayAccount<Field>, invoice: NewInvoice): Promise<InvoiceAnswer>
  /** The state of a payment: money is only credited by this. */
  readInvoice(account: GatewayAccount<Field>, known: KnownPayment): Promise<InvoiceAnswer>
  /**
   * The payments in its own list, page by page. Each is then read separately: a list credits nothing. Absent if the
   * gateway has no list.
   */
  listPayments?(account: GatewayAccount<Field>, page: ListPage): Promise<ListAnswer>
  /** Whether it lists with this account; if absent, with any. */
  canList?(account: GatewayAccount<Field>): boolean
  readonly webhook: WebhookHandler<Field>
  /** Whether the account works, by calls without side effects; part of the connection test. */
  testAccount(account: GatewayAccount<Field>): Promise<Found[]>
}

export type GatewayAccount<Field extends string = string> = Reach & {
  /** The base URL of its API, without a trailing slash. */
  url: string
  /** By the names in `data.fields`. */
  fields: Readonly<Record<Field, string>>
  observe?: ObserveCalls | undefined
}

export type NewInvoice = {
  /** Our id of the deposit. A gateway that already knows it answers the same invoice. */
  reference: string
  amount: Money
  callbackUrl: string
  returnUrl: string
  /** When it was first requested without a definite answer, and the time of this attempt. */
  askedAt: Date
  now: Date
}

export type KnownPayment = {
  reference: string
  /** The gateway's own ids of it, as far as known. */
  ids: readonly string[]
  /** The requested amount and opening time; undefined for a payment that is not in this database. */
  amount: Money | undefined
  openedAt: Date | undefined
  /** Payments reported by signed webhooks, if the gateway can't be queried. */
  believed: readonly BelievedPayment[]
}

/** A payment reported by a signed webhook. `id` is the gateway's own and counts once. */
export type BelievedPayment = { id: string; amount: Money; currency: string }

/** `not_found` is the gateway's explicit answer; `failed` says nothing about the invoice. */
export type InvoiceAnswer = { kind: 'invoice'; invoice: Invoice } | { kind: 'not_found' } | Failed

/** `isUnsent`: nothing was sent, so the gateway has done nothing. */
export type Failed = { kind: 'failed'; fault: Fault; isUnsent?: true }

/** From `since` (inclusive) to `until`, by the gateway's time of payment or invoice. `cursor`: `next` of the previous page. */
export type ListPage = { since: Date; until: Date; cursor: string | undefined }

/** `failed` says nothing about any payment. */
export type ListAnswer =
  | { kind: 'payments'; payments: readonly ListedPayment[]; next: string | undefined }
  | Failed

/** A payment that brought money, or whose money the gateway holds or has returned. May include payments of other shops. */
export type ListedPayment = {
  /** The gateway's own id. */
  id: string
  /** Our id of the deposit; empty if there is none. */
  reference: string
  at: Date
  /** The amount paid, in USD; undefined if the list reports it differently from the answer about one payment. */
  amount: Money | undefined
  /** The gateway's own status. A change of it is a reason to read the payment again. */
  status: string
}

/** A payment as reported by the gateway. */
export type Invoice = {
  /** Our id of the deposit. */
  reference: string
  /** The gateway's own ids: the invoice's, and those of all payments to it. */
  ids: readonly string[]
  /** The requested amount; undefined if it is not an amount with at most 8 decimals. */
  amount: Money | undefined
  currency: string
  /** The amount paid so far in USD, cut to 8 decimals; and as the payer sent it, only for display. */
  arrived: Money | undefined
  arrivedAs: string | undefined
  /**
   * What the gateway has taken back so far, less what it returned: refunds, and disputes with withdrawn funds.
   * Undefined if it names no amount; then the state alone says that it was reversed.
   */
  reversed?: Money | undefined
  /** A dispute was opened or has ended. It moves no money: withdrawn funds are in `reversed`. */
  dispute?: 'open' | 'ended' | undefined
  /** Undefined for an unknown status, which changes nothing. */
  state: PaymentState | undefined
  /** If `short`: the rest can still be paid. */
  canPayRest?: boolean
  /** If `held`: it is being refunded, or the refund failed. */
  refund?: 'running' | 'failed'
  /** The gateway's own status, only shown and compared with the previous one. */
  status: string
  /** The payment page; undefined if not an http(s) URL. */
  url: string | undefined
  expiresAt: Date | undefined
}

/**
 * `open`: nothing was paid. `waiting`: a payment is in progress. `paid`, `over`: all of it, or more, was paid. `short`: too
 * little was paid. `closed`: it can no longer be paid. `held`: the gateway holds the money. `reversed`: it was returned.
 */
export const paymentStates = [
  'open',
  'waiting',
  'paid',
  'over',
  'short',
  'closed',
  'held',
  'reversed',
] as const
export type PaymentState = (typeof paymentStates)[number]

export type WebhookRequest = {
  raw: Buffer
  headers: Readonly<Record<string, string | string[] | undefined>>
  query: Readonly<Record<string, unknown>>
  /** The client's address, according to TRUST_PROXY. */
  address: string
  /** By ctx.clock: a signature may expire. */
  receivedAt: Date
}

/** The payment that a webhook is about: our reference, the gateway's id, or both. */
export type WebhookClaim = { reference?: string | undefined; id?: string | undefined }

export type WebhookAnswer = { status: number; type: string; body: string }

export interface WebhookHandler<Field extends string = string> {
  /** Max. length of its webhooks; 16 KiB by default, since anyone can have one parsed. */
  bytesMax?: number
  /** Unverified: it only selects the accounts to verify with. Undefined if it is not a webhook of this gateway. */
  read(request: WebhookRequest): WebhookClaim | undefined
  isSigned(account: GatewayAccount<Field>, request: WebhookRequest): boolean | Promise<boolean>
  /** The response that the gateway expects once the webhook is stored; by default our JSON with 200. */
  answer?(claim: WebhookClaim): WebhookAnswer
  /** The response that it expects for an invalid signature, always with 401; by default our JSON. */
  refuse?(request: WebhookRequest): Omit<WebhookAnswer, 'status'>
  /**
   * Only for gateways that can't be queried with this account: the payment that a verified webhook names, trusted once
   * per id. Everywhere else a webhook is only a reason to query.
   */
  believe?(account: GatewayAccount<Field>, raw: Buffer): BelievedPayment | undefined
}
