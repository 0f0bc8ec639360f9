import type { Found } from '#contract/base/connection-test.ts'
import type { Fault } from '#contract/base/faults.ts'
import type { GatewayData } from '#contract/base/gateways/gateway-data.ts'
import type { Money } from '#contract/base/money.ts'
import type { Reach } from '#server/lib/http/outbound/allowed-addresses.ts'
import type { ObserveCalls } from '#server/lib/http/outbound/guarded-fetch.ts'

/**
 * A payment company. Everything that is its own (statuses, signatures, field names, addresses) is behind this, in a folder beside
 * this file; payments knows no gateway by name.
 */
export interface Gateway<Field extends string = string> {
  readonly data: GatewayData
  /**
   * The base address of its API, unless the environment names another. Without a slash at the end. Empty for software that operators
   * host themselves: then the account has a field `url`.
   */
  readonly url: string
  /**
   * Asks for an invoice in USD. Never repeats a call; the caller decides whether to ask again. Where an earlier answer may have been
   * lost (`askedAt` is not `now`), the invoice that exists is found before another is opened; `not_found` then says that there is none,
   * and that this try opened none either: it is asked for again as at first.
   */
  createInvoice(account: GatewayAccount<Field>, invoice: NewInvoice): Promise<InvoiceAnswer>
  /** The state of a payment: the only thing that money is credited by. */
  readInvoice(account: GatewayAccount<Field>, known: KnownPayment): Promise<InvoiceAnswer>
  /**
   * The payments in its own list, a page at a time. They are asked about one by one then: a list credits nothing. Absent at a gateway
   * without a list.
   */
  listPayments?(account: GatewayAccount<Field>, page: ListPage): Promise<ListAnswer>
  /** Whether it lists with this account; where this is absent, with any. */
  canList?(account: GatewayAccount<Field>): boolean
  readonly webhook: WebhookHandler<Field>
  /** Whether the account works, by calls without side effects: a part of the connection test. */
  testAccount(account: GatewayAccount<Field>): Promise<Found[]>
}

export type GatewayAccount<Field extends string = string> = Reach & {
  /** The base address of its API, without a slash at the end. */
  url: string
  /** By the names in `data.fields`. */
  fields: Readonly<Record<Field, string>>
  observe?: ObserveCalls | undefined
}

export type NewInvoice = {
  /** Our id of the deposit. A gateway that knows it already answers the same invoice. */
  reference: string
  amount: Money
  callbackUrl: string
  returnUrl: string
  /** When it was first asked for without a definite answer, and the time of this try. */
  askedAt: Date
  now: Date
}

export type KnownPayment = {
  reference: string
  /** The gateway's own ids of it, as far as they are known. */
  ids: readonly string[]
  /** What was asked for, and when it was opened; undefined for a payment that is not in this database. */
  amount: Money | undefined
  openedAt: Date | undefined
  /** What signed webhooks said of its payments, where the gateway is one that can't be asked. */
  believed: readonly BelievedPayment[]
}

/** A payment by the word of a signed webhook. `id` is the gateway's own and counts once. */
export type BelievedPayment = { id: string; amount: Money; currency: string }

/** `not_found` is the gateway's explicit answer; `failed` says nothing about the invoice. */
export type InvoiceAnswer = { kind: 'invoice'; invoice: Invoice } | { kind: 'not_found' } | Failed

/** `isUnsent`: nothing was sent, so that the gateway has done nothing. */
export type Failed = { kind: 'failed'; fault: Fault; isUnsent?: true }

/** From `since` to before `until`, by the gateway's own time of a payment or of its invoice. `cursor`: `next` of the page before. */
export type ListPage = { since: Date; until: Date; cursor: string | undefined }

/** `failed` says nothing about any payment. */
export type ListAnswer =
  | { kind: 'payments'; payments: readonly ListedPayment[]; next: string | undefined }
  | Failed

/** A payment that brought money, or whose money the gateway holds or has paid back. Payments of other shops may be among them. */
export type ListedPayment = {
  /** The gateway's own id of it. */
  id: string
  /** Our id of the deposit; empty if it names none. */
  reference: string
  at: Date
  /** What was paid, in USD; undefined where the list says it in another way than the answer about one payment. */
  amount: Money | undefined
  /** In the gateway's own words. A change of them is a reason to ask again. */
  status: string
}

/** What a gateway says of a payment. */
export type Invoice = {
  /** Our id of the deposit. */
  reference: string
  /** The gateway's own ids of it: of the invoice, and of every payment to it. */
  ids: readonly string[]
  /** What was asked for; undefined if it is not an amount with at most 8 decimals. */
  amount: Money | undefined
  currency: string
  /** What was paid so far in USD, cut to 8 decimals; and as the payer sent it, only for display. */
  arrived: Money | undefined
  arrivedAs: string | undefined
  /**
   * What the gateway took back of it until now, less what it returned: refunds, and disputes whose funds were withdrawn. Undefined if it
   * names no amount; then the state alone says that it was paid back.
   */
  reversed?: Money | undefined
  /** A dispute was opened or has ended. Nothing moves by it: money that was withdrawn is in `reversed`. */
  dispute?: 'open' | 'ended' | undefined
  /** Undefined for a status that is not known: it changes nothing. */
  state: PaymentState | undefined
  /** Where it is `short`: the rest can still be paid. */
  canPayRest?: boolean
  /** Where it is `held`: it is being paid back, or could not be. */
  refund?: 'running' | 'failed'
  /** The gateway's own status, which is only shown and compared with the one before. */
  status: string
  /** Where it is paid; undefined if not an http(s) address. */
  url: string | undefined
  expiresAt: Date | undefined
}

/**
 * `open`: nothing was paid. `waiting`: a payment is on its way. `paid`, `over`: all of it, or more, was paid. `short`: too little was.
 * `closed`: it can't be paid any more. `held`: the gateway keeps the money back. `reversed`: it was paid back.
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
  /** The client's address, by TRUST_PROXY. */
  address: string
  /** By ctx.clock: a signature may expire. */
  receivedAt: Date
}

/** Which payment a webhook is about: our reference, or the gateway's id, or both. */
export type WebhookClaim = { reference?: string | undefined; id?: string | undefined }

export type WebhookAnswer = { status: number; type: string; body: string }

export interface WebhookHandler<Field extends string = string> {
  /** How long its webhooks may be; 16 KiB by default, since anybody can have one parsed. */
  bytesMax?: number
  /** Not verified: it only selects the accounts to verify with. Undefined if it is no webhook of this gateway. */
  read(request: WebhookRequest): WebhookClaim | undefined
  isSigned(account: GatewayAccount<Field>, request: WebhookRequest): boolean | Promise<boolean>
  /** What the gateway expects once the webhook is stored; by default JSON of ours with 200. */
  answer?(claim: WebhookClaim): WebhookAnswer
  /** What it expects where the signature doesn't hold, always with 401; by default JSON of ours. */
  refuse?(request: WebhookRequest): Omit<WebhookAnswer, 'status'>
  /**
   * Only for a gateway that can't be asked with this account: the payment that a verified webhook names, which is believed, once per its
   * id. Everywhere else a webhook is only a reason to ask.
   */
  believe?(account: GatewayAccount<Field>, raw: Buffer): BelievedPayment | undefined
}
