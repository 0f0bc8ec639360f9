import type { Fault } from '#contract/base/faults.ts'
import type { Reach } from '#server/lib/http/outbound/allowed-addresses.ts'
import type { GuardedAnswer, GuardedRequest, ObserveCalls } from '#server/lib/http/outbound/guarded-fetch.ts'

/**
 * A provider's API, in our terms: only `dialects/` knows the names of its calls, members, words and errors. Read-only
 * calls never throw; those that change something are one HTTP request, never repeated.
 */
export interface Panel {
  /** The services offered. Rates are per 1,000 regardless of the panel's unit; a package has a price. */
  services(account: PanelAccount): Promise<PanelAnswer<PanelServiceList>>
  /** The list at a URL without a configured provider, by GET. */
  servicesAt(
    url: string,
    reach: Reach,
  ): Promise<PanelAnswer<PanelServiceList> | Exclude<GuardedAnswer, { kind: 'answered' }>>
  balance(account: PanelAccount): Promise<PanelAnswer<PanelBalance>>
  /** Sends one order (field notes 2). */
  add(account: PanelAccount, order: OrderToAdd, options?: AddOptions): Promise<AddOutcome>
  /** What `add` sends, without the key; for staff to read. */
  describeAdd(order: OrderToAdd): { name: string; value: string }[]
  /** Statuses of up to `PANEL_IDS_MAX` orders. An id that the response leaves out is not in the map. */
  orders(account: PanelAccount, ids: readonly string[]): Promise<PanelAnswer<Map<string, PanelOrderAnswer>>>
  /** One order, by the call that every panel supports. Undefined: the response says nothing about it. */
  order(account: PanelAccount, id: string): Promise<PanelAnswer<PanelOrderAnswer | undefined>>
  requestRefill(account: PanelAccount, order: string): Promise<RefillOutcome>
  refills(account: PanelAccount, ids: readonly string[]): Promise<PanelAnswer<Map<string, PanelRefill>>>
  refill(account: PanelAccount, id: string): Promise<PanelAnswer<PanelRefill | undefined>>
  /** Requests the cancellation of one order. Undefined: the response says neither yes nor no. */
  requestCancel(account: PanelAccount, id: string): Promise<PanelAnswer<PanelCancel | undefined>>
  /**
   * Whether a panel that refuses our key in a POST form accepts it in the query string: some only read GET. Only used by the
   * connection test to explain the refusal: a key in a URL ends up in logs, and proxies may repeat a GET.
   */
  acceptsKeyByGet(account: PanelAccount): Promise<boolean>
}

/** Address and credentials of a provider. */
export type PanelAccount = Reach & {
  /** As typed by the operator. */
  apiUrl: string
  key: string
  /** Number of pieces a listed rate is for; default 1,000. */
  ratePer?: 1 | 1000 | undefined
  observe?: ObserveCalls | undefined
}

/**
 * Why a read-only call failed. `isDown`: the provider seems unreachable. `about`: what it refuses our account for.
 * `isAboutOneId`: it is about one id and says nothing about others.
 */
export type PanelFailure = {
  ok: false
  fault: Fault
  isDown: boolean
  about?: Refusal | undefined
  isAboutOneId?: true | undefined
}
export type PanelAnswer<Value> = { ok: true; value: Value } | PanelFailure

/** The sentence of a refusal that cannot be recognized again: a breakdown, or no reason given. */
export const NO_REASON = '-'

/** Ids in one call (field notes 1). */
export const PANEL_IDS_MAX = 100
/**
 * Limit for every response except a list of services: a hundred orders take about 15 kB. Parsing the worst response
 * of this size takes about 60 ms on the event loop.
 */
export const ANSWER_BYTES_MAX = 256 * 1024

/** A service in a provider's list. `rate` is a decimal text in its currency, per 1,000 or for a package. */
export type PanelService = {
  service: string
  name: string
  category: string
  type: string
  rate: string
  min: number
  max: number
  refill: boolean
  cancel: boolean
  dripfeed: boolean
  description: string
  averageTime: string | undefined
}

/** A row that cannot be used: the reason, its id, and the text found instead. */
export type UnreadRow = {
  reason: 'not_a_service' | 'no_id' | 'no_name' | 'no_rate' | 'no_range' | 'repeated_id'
  service: string | null
  word: string
}
export type PanelServiceList = { services: PanelService[]; unread: UnreadRow[] }

export type PanelBalance = { balance: string; currency: string | undefined }

export type OrderToAdd = {
  provider_service: string
  service_type: string
  link: string
  quantity: number
  details: Readonly<Record<string, string>>
}

/** Time limits of the request and a last check before its first byte (lib/http/outbound/guarded-fetch.ts). */
export type AddOptions = Pick<GuardedRequest, 'signal' | 'refuseStart'> & {
  timeoutMs?: number | undefined
  /** Called with request and response, unless nothing was sent. */
  onExchange?: ((exchange: AddExchange) => void) | undefined
  /** Whether staff taught that this refusal in unknown words means "not accepted" at this provider. */
  isTaught?: ((sentence: string) => Promise<boolean>) | undefined
}

/** Request and response of one `add`, with secrets removed and both cut to a maximum length; for staff to read. */
export type AddExchange = {
  request: string
  /** Undefined when no response arrived. */
  answer: { status: number; body: string } | undefined
}

/**
 * Why a panel refuses our account or the call, regardless of the request: none of these says anything about an accepted
 * order.
 */
export type Refusal = 'funds' | 'key' | 'address' | 'rate' | 'link_in_use'

/** Outcome of one `add`, exactly those of field notes 2. */
export type AddOutcome =
  | { kind: 'accepted'; order: string }
  /** Certainly not accepted, because of the order itself. */
  | { kind: 'rejected'; fault: Fault }
  /**
   * Certainly not accepted, because of our account (funds, key, address, call rate) or because the link is in use.
   */
  | { kind: 'refused'; fault: Fault; about: Refusal }
  /** No byte was sent. */
  | { kind: 'not_sent'; fault: Fault }
  /**
   * The order may have been accepted. `order` is an id that came together with an error; `sentence` is a refusal in
   * unknown words (`toSentence`), absent when the response was lost.
   */
  | { kind: 'unknown'; fault: Fault; order?: string; sentence?: string }

/**
 * A provider's order status in our terms. Its "refunded" counts as canceled: what was not delivered is refunded.
 */
export type ProviderOrderStatus = 'PENDING' | 'PROCESSING' | 'COMPLETED' | 'PARTIAL' | 'CANCELED'

export type PanelOrder = {
  /** Undefined for an unknown word: the old status stays and the order goes to review. Never read as canceled. */
  status: ProviderOrderStatus | undefined
  /** As written by the provider. */
  raw: string
  startCount: number | undefined
  remains: number | undefined
  /** The charge in its currency, a decimal text. */
  charge: string | undefined
  currency: string | undefined
}
export type PanelOrderAnswer = PanelOrder | { fault: Fault }

/** Outcome of one refill request: a single HTTP request, like an `add`. */
export type RefillOutcome =
  /** `refill` is undefined if the provider returned no id. */
  | { kind: 'accepted'; refill: string | undefined }
  | { kind: 'rejected' | 'not_sent' | 'unknown'; fault: Fault }

export type PanelRefillState = 'pending' | 'completed' | 'rejected'
/** `state` is undefined for an unknown word. */
export type PanelRefill = { state: PanelRefillState | undefined; raw: string } | { fault: Fault }

/** `asked`: the request was accepted, which does not mean the order is canceled yet. */
export type PanelCancel = { kind: 'asked' | 'refused' }
