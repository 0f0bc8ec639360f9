import type { ProviderName } from '#torture/sandboxes/catalogue.ts'
import type { Accept } from '#torture/sandboxes/start-sandboxes.ts'

/** What a customer requested under one key, and the product's answer. Money in units of 0.00000001 USD. */
export type PlacedOrder = {
  key: string
  customer: string
  userId: number
  link: string
  service: string
  quantity: number
  /** When it was first requested: wall time in ms. */
  askedAt: number
  /** The key of its mass order: lines have no key. */
  mass?: string
  /** Through /api/v2, which has its own keys. */
  isByApi?: true
  /** The order, once acknowledged. */
  acknowledged?: Acknowledged
  /** The code of a refusal, and when it was answered: wall time in ms. */
  refused?: { code: string; at: number }
}

/** /api/v2 doesn't return the price. */
export type Acknowledged = { id: number; price?: bigint }

export type OpenedDeposit = {
  key: string
  userId: number
  amount: bigint
  /** The gateway's reference, once known. */
  reference?: string
}

/** A payment that staff confirm: the amount that arrived at the bank, in units. */
export type BankTransfer = {
  userId: number
  /** The transfer's reference, as typed by the customer. */
  reference: string
  arrived: bigint
  /** Whether the product has acknowledged that it was sent. */
  isSent: boolean
}
/** A staff request about a transfer; `status` is 0 without an answer. */
export type TransferAsk = {
  /** The deposit's order id. */
  orderId: string
  who: string
  what: 'credit' | 'approve' | 'reject' | 'refuse'
  amount: bigint
  status: number
  /** Acknowledged, and not just a proposal. */
  isFinal: boolean
}

export type Decision = 'exists' | 'retry' | 'refund'
/** One decision by one staff member; `shown` is the state they saw, `status` is 0 without an answer. */
export type Decided = { who: string; of: string; shown: string; what: string; status: number }
/**
 * A provider to which nothing may be sent, from the answer to the stop until its end was requested; the database's
 * ms.
 */
export type Stop = { provider: ProviderName; from: number; until: number }

/** What the clients of a run know independently of the product: its database is compared with this. */
export type ClientRecords = {
  orders: Map<string, PlacedOrder>
  deposits: Map<string, OpenedDeposit>
  /** By the deposit's reference. */
  transfers: Map<string, BankTransfer>
  transferAsks: TransferAsk[]
  /** Ids of orders whose cancellation was requested, regardless of the answer. */
  cancels: Set<number>
  /** Decisions that staff requested, by order id, regardless of the answer. */
  decisions: Map<number, Set<Decision>>
  /** Every staff decision with its answer. */
  decided: Decided[]
  stops: Stop[]
  /** Providers currently stopped by a staff member: the others do not resume them. */
  held: Set<ProviderName>
  /** Users being deleted, and deleted ones: any of their requests may be refused. */
  leaving: Set<number>
  /** When a deletion was answered, by user id: wall time in ms. */
  deleted: Map<number, number>
  /** Number of promised refills, by order id. */
  refills: Map<number, number>
  /** When services of a provider were off sale because of staff; ongoing while `until` is absent. */
  closures: { provider: ProviderName; from: number; until?: number }[]
  /** The gateway's references of deposits that staff asked to credit. */
  credits: Set<string>
  /** Provider order ids that staff released because they had been recorded by mistake; by order id. */
  released: Map<number, Accept>
  /** How often that was requested. */
  releases: Map<number, number>
  /** What no log may contain, by kind: passwords and tokens. */
  secrets: Map<string, string>
  /** Notified of each order when it is first acknowledged, with the time of the try that got the answer. */
  onAcknowledged: (listen: (askedAt: number) => void) => () => void
  acknowledge: (order: PlacedOrder, what: Acknowledged, askedAt: number) => void
  decide: (orderId: number, decision: Decision) => void
}

export function makeClientRecords(): ClientRecords {
  const listeners = new Set<(askedAt: number) => void>()
  const decisions = new Map<number, Set<Decision>>()
  return {
    orders: new Map(),
    deposits: new Map(),
    transfers: new Map(),
    transferAsks: [],
    cancels: new Set(),
    decisions,
    decided: [],
    stops: [],
    held: new Set(),
    leaving: new Set(),
    deleted: new Map(),
    refills: new Map(),
    closures: [],
    credits: new Set(),
    released: new Map(),
    releases: new Map(),
    secrets: new Map(),
    onAcknowledged: (listen) => {
      listeners.add(listen)
      return () => void listeners.delete(listen)
    },
    acknowledge: (order, what, askedAt) => {
      order.acknowledged = what
      for (const listen of listeners) listen(askedAt)
    },
    decide: (orderId, decision) => {
      const made = decisions.get(orderId) ?? new Set()
      decisions.set(orderId, made.add(decision))
    },
  }
}

/** A JSON number with at most 8 decimals, as exact units. */
export function toUnits(amount: unknown): bigint {
  return BigInt(Math.round(Number(amount) * 1e8))
}
