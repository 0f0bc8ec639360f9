import { type Money, money, UNITS_PER_USD } from '#contract/base/money.ts'
import { bonusFor } from '#contract/payments/bonus.ts'
import type { Settings } from '#contract/settings/settings-sections.ts'
import { makeRandom, type Random } from '#sandbox/provider/random.ts'

import { demoPeople } from './demo-people.ts'
import { type PlannedOrder, refundOf } from './demo-plan.ts'

export type PlannedDeposit = {
  customer: number
  amount: Money
  bonus: Money
  method: DemoMethod
  reference: string
  createdAt: number
  endedAt: number
  isPaid: boolean
}

/** A change of a balance, oldest first; an order is identified by its index. */
export type PlannedMove =
  | { kind: 'deposit'; at: number; deposit: PlannedDeposit }
  | { kind: 'order' | 'refund'; at: number; order: number; amount: Money }

export type DemoMethod = { gateway: string; paymentMethod: string }

/** The shop's main gateway, and others that customers use. */
export type DemoMethods = { main: DemoMethod; others: readonly DemoMethod[] }

/** In dollars (spec §9), repeated by frequency. */
const amounts = [10, 25, 25, 50, 50, 50, 100, 100, 200]
const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/**
 * The deposits that the orders need: a customer with too little pays some minutes before. Some deposits are never paid.
 * `moves` has everything by time.
 */
export function planMoney(
  orders: readonly PlannedOrder[],
  { bonuses, methods, now }: Omit<Made, 'random'> & { now: number },
): { moves: PlannedMove[]; unpaid: PlannedDeposit[] } {
  const random = makeRandom(34)
  const made = { random, bonuses, methods }
  const numbered = orders.map((order, place) => ({ order, place }))
  const moves = demoPeople.flatMap((_, customer) =>
    planAccount({
      made,
      customer,
      now,
      own: numbered.filter(({ order }) => order.customer === customer),
    }),
  )
  const unpaid = [2.2, 5.6, 9.1, 14.7, 21.3].map((daysAgo, nth) => {
    const createdAt = now - daysAgo * DAY_MS
    const deposit = makeDeposit(made, { customer: 1 + nth * 2, createdAt, dollars: 50 })
    return { ...deposit, endedAt: createdAt + 60 * MINUTE_MS, isPaid: false }
  })
  return { moves: moves.toSorted((one, other) => one.at - other.at), unpaid }
}

type Made = { random: Random; bonuses: Settings['bonuses']; methods: DemoMethods }
type Account = { made: Made; customer: number; now: number; own: { order: PlannedOrder; place: number }[] }

/** One customer's moves, by time. */
function planAccount({ made, customer, now, own }: Account): PlannedMove[] {
  const registeredAt = now - (demoPeople[customer]?.registered ?? 0) * DAY_MS
  const moves: PlannedMove[] = customer === 0 ? planDemoDeposits(made, now) : []
  const later = own.flatMap(({ order, place }): PlannedMove[] => {
    const amount = refundOf(order)
    const charge = { kind: 'order', at: order.createdAt, order: place, amount: order.price } as const
    return amount === 0n ? [charge] : [charge, { kind: 'refund', at: order.endsAt, order: place, amount }]
  })
  let balance = 0n
  let lastAt = registeredAt
  const done: PlannedMove[] = []
  for (const move of [...moves, ...later].toSorted((one, other) => one.at - other.at)) {
    if (move.kind === 'order' && balance < move.amount) {
      const at = Math.max(lastAt + 1, move.at - made.random.int(4, 40) * MINUTE_MS)
      const deposit = makeDeposit(made, {
        customer,
        createdAt: at - 1,
        dollars: dollarsFor(made.random, move.amount, customer),
      })
      // Just before the order that it pays for, if the customer had other activity until then.
      const paid = { ...deposit, endedAt: Math.min(at + 3 * MINUTE_MS, move.at - 1) }
      done.push({ kind: 'deposit', at: paid.endedAt, deposit: paid })
      balance += paid.amount + paid.bonus
    }
    done.push(move)
    lastAt = move.at
    balance += changeOf(move)
  }
  return done
}

function changeOf(move: PlannedMove): bigint {
  if (move.kind === 'deposit') return move.deposit.amount + move.deposit.bonus
  return move.kind === 'refund' ? move.amount : -move.amount
}

/** $500 a month ago, and $100 every ten days. */
function planDemoDeposits(made: Made, now: number): PlannedMove[] {
  return [30, 20, 10, 0].map((daysAgo) => {
    const endedAt = now - daysAgo * DAY_MS - 700 * MINUTE_MS
    const dollars = daysAgo === 30 ? 500 : 100
    const deposit = makeDeposit(made, { customer: 0, createdAt: endedAt - 4 * MINUTE_MS, dollars })
    return { kind: 'deposit', at: endedAt, deposit: { ...deposit, endedAt, method: made.methods.main } }
  })
}

/** Customers who order a lot deposit more at once. */
function dollarsFor(random: Random, needed: bigint, customer: number): number {
  const usual = (demoPeople[customer]?.busy ?? 0) >= 6 ? 200 : random.pick(amounts)
  const least = Math.ceil(Number(needed / (UNITS_PER_USD / 100n)) / 100)
  return least <= usual ? usual : Math.ceil(least / 50) * 50
}

function makeDeposit(
  { random, bonuses, methods: { main, others } }: Made,
  { customer, createdAt, dollars }: { customer: number; createdAt: number; dollars: number },
): PlannedDeposit {
  const amount = money(BigInt(dollars) * UNITS_PER_USD)
  return {
    customer,
    amount,
    bonus: bonusFor(amount, bonuses),
    method:
      random.next() < 0.55
        ? main
        : (others[(customer + random.int(0, 1)) % Math.max(1, others.length)] ?? main),
    // As long as real references.
    reference: Array.from({ length: 24 }, () => letters[random.int(0, letters.length - 1)]).join(''),
    createdAt,
    endedAt: createdAt,
    isPaid: true,
  }
}
