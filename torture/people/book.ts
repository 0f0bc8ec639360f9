import type { ProviderName } from '#torture/world/catalogue.ts'
import type { Accept } from '#torture/world/start-world.ts'

/** What a customer asked for under one key, and what the product said of it. Money in units of 0.00000001 USD. */
export type PlacedOrder = {
  key: string
  customer: string
  userId: number
  link: string
  service: string
  quantity: number
  /** When it was asked for first: wall time in ms. */
  askedAt: number
  /** The key of the mass order that it is a line of: then it has none of its own. */
  mass?: string
  /** The order, once it was acknowledged. */
  acknowledged?: { id: number; price: bigint }
  /** The code of a refusal, and when it was answered: wall time in ms. */
  refused?: { code: string; at: number }
}

export type OpenedDeposit = {
  key: string
  userId: number
  amount: bigint
  /** The gateway's name for it, once it is known. */
  reference?: string
}

export type Decision = 'exists' | 'retry' | 'refund'
/** One word of one member of staff; `shown` names the state that they had before them, `status` is 0 without an answer. */
export type Decided = { who: string; of: string; shown: string; what: string; status: number }
/** A provider to which nothing may be sent, from the answer to the stop until its end was asked for; the database's ms. */
export type Stop = { provider: ProviderName; from: number; until: number }

/** All that the people of a run know by themselves: what the product's database is held against. */
export type Book = {
  orders: Map<string, PlacedOrder>
  deposits: Map<string, OpenedDeposit>
  /** Ids of orders for which a cancel was asked, whatever was answered. */
  cancels: Set<number>
  /** What staff asked for, by the order's id, whatever was answered. */
  decisions: Map<number, Set<Decision>>
  /** Everything that staff decided, as it was answered. */
  decided: Decided[]
  stops: Stop[]
  /** Providers that staff have stopped for the moment: nobody resumes them. */
  held: Set<ProviderName>
  /** Who is being deleted, or was: they may be refused anything. */
  leaving: Set<number>
  /** When somebody's deletion was answered, by their id: wall time in ms. */
  deleted: Map<number, number>
  /** How many refills of an order were promised, by its id. */
  refills: Map<number, number>
  /** When services of a provider were not on sale, as far as staff did that; open while `until` is absent. */
  closures: { provider: ProviderName; from: number; until?: number }[]
  /** The gateway's names of deposits that staff wanted to be credited. */
  credits: Set<string>
  /** Numbers of providers that staff took away from an order, which had been given them by mistake; by the order's id. */
  released: Map<number, Accept>
  /** How often that was asked for. */
  releases: Map<number, number>
  /** What no log may hold, by what it is: passwords and tokens. */
  secrets: Map<string, string>
  /** Hears of each order when it is acknowledged for the first time, by a try that was made at `askedAt`. */
  onAcknowledged: (listen: (askedAt: number) => void) => () => void
  acknowledge: (order: PlacedOrder, what: { id: number; price: bigint }, askedAt: number) => void
  decide: (orderId: number, decision: Decision) => void
}

export function openBook(): Book {
  const listeners = new Set<(askedAt: number) => void>()
  const decisions = new Map<number, Set<Decision>>()
  return {
    orders: new Map(),
    deposits: new Map(),
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

/** A number of JSON with at most 8 decimals, as exact units. */
export function toUnits(amount: unknown): bigint {
  return BigInt(Math.round(Number(amount) * 1e8))
}
