import type { Random } from '#sandbox/provider/random.ts'
import { soldServices } from '#torture/sandboxes/catalogue.ts'

import { pickWeighted, randomFor } from './seeded-random.ts'

export type WantedOrder = { service: string; quantity: number }

/** A customer's next action. `which` picks one of the customer's orders, as a share of the list. */
export type Move =
  | { do: 'order'; order: WantedOrder }
  | { do: 'order twice at once'; order: WantedOrder }
  | { do: 'burst'; orders: WantedOrder[] }
  | { do: 'mass order'; orders: WantedOrder[] }
  | { do: 'ask again'; which: number }
  | { do: 'cancel'; which: number }
  | { do: 'refill'; which: number }
  | { do: 'pay'; amountCents: number; method: PaymentMethod; outcome: PaymentOutcome }
  | { do: 'transfer'; amountCents: number; outcome: TransferOutcome }
  | { do: 'read' }

export type PaymentOutcome = keyof typeof outcomes
export type TransferOutcome = keyof typeof transferOutcomes
/** One per gateway. */
export type PaymentMethod = keyof typeof methods
export type PlannedMove = Move & { pauseMs: number }

const moves = {
  order: 55,
  'order twice at once': 5,
  burst: 4,
  'mass order': 3,
  'ask again': 6,
  cancel: 9,
  refill: 5,
  pay: 6,
  transfer: 2,
  read: 8,
}

const methods = { cryptomus: 50, heleket: 10, payeer: 15, card: 15, btcpay: 10 }

const outcomes = {
  paid: 60,
  paid_over: 8,
  wrong_amount: 6,
  cancel: 6,
  // In progress for a while, then paid.
  'confirm_check, paid': 8,
  // Closed, and then the money arrives.
  'fail, paid': 4,
  // It is reported as paid, and less or more than the invoice arrived: percent of it.
  'paid 97': 4,
  'paid 60': 4,
  'paid 130': 4,
  // The merchant refunds it, or the gateway holds it.
  'paid, refund_process, refund_paid': 4,
  'paid, refund_process, refund_fail': 2,
  refund_paid: 2,
  'locked, paid': 3,
  locked: 2,
  // A webhook reports it, but the gateway does not know it.
  'claimed only': 4,
  nothing: 4,
}

/** The bank's data about a reported transfer. */
const transferOutcomes = { arrived: 60, 'less arrived': 15, 'nothing arrived': 10, 'one reference twice': 15 }

/** Payments that are too rare for chance in a short run are a customer's second payment. */
const secondPayments = [
  { do: 'pay', method: 'payeer', outcome: 'paid' },
  { do: 'pay', method: 'card', outcome: 'paid, refund_process, refund_fail' },
  { do: 'transfer', outcome: 'arrived' },
  { do: 'transfer', outcome: 'one reference twice' },
] as const satisfies readonly (
  | { do: 'pay'; method: PaymentMethod; outcome: PaymentOutcome }
  | { do: 'transfer'; outcome: TransferOutcome }
)[]

/** The second payment of the customer with that number. */
export function planSecondPayment(seed: number, number: number): Extract<Move, { do: 'pay' | 'transfer' }> {
  const random = randomFor(seed, `second payment of ${number}`)
  const payment = secondPayments[number % secondPayments.length] ?? secondPayments[0]
  return { ...payment, amountCents: random.int(5_000, 60_000) }
}

/** An endless list of moves: the same for the same seed and name, regardless of how slowly it is consumed. */
export function* planCustomer(seed: number, name: string): Generator<PlannedMove, never> {
  const random = randomFor(seed, name)
  for (;;) yield { ...planMove(random), pauseMs: random.int(100, 700) }
}

function planMove(random: Random): Move {
  const kind = pickWeighted(random, moves)
  switch (kind) {
    case 'order':
    case 'order twice at once':
      return { do: kind, order: planOrder(random) }
    case 'burst':
    case 'mass order':
      return { do: kind, orders: Array.from({ length: random.int(4, 10) }, () => planOrder(random)) }
    case 'ask again':
    case 'cancel':
    case 'refill':
      return { do: kind, which: random.next() }
    case 'pay':
      return {
        do: kind,
        amountCents: random.int(500, 60_000),
        method: pickWeighted(random, methods),
        outcome: pickWeighted(random, outcomes),
      }
    case 'transfer':
      return {
        do: kind,
        amountCents: random.int(500, 60_000),
        outcome: pickWeighted(random, transferOutcomes),
      }
    case 'read':
      return { do: kind }
  }
}

function planOrder(random: Random): WantedOrder {
  const { name, quantities } = random.pick(soldServices)
  return { service: name, quantity: random.pick(quantities) }
}
