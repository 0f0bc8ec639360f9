import { type Money, money, ZERO } from '#contract/base/money.ts'
import { partialRefund } from '#contract/orders/order-rules.ts'
import type { Order } from '#contract/orders/orders.ts'
import type { OrderStatus } from '#contract/orders/order-statuses.ts'

/** The initial balance of a test key; the cost of its stored orders is subtracted. */
export const TEST_BALANCE: Money = money(100_000_000_000n)
/** The newest orders of each customer are stored, for this many days. Few, since every call computes the balance from them. */
export const TEST_ORDERS_MAX = 100
export const TEST_ORDER_DAYS = 7

/**
 * The outcome of a test key's order, by the last digit of its quantity. `refused`: `add` answers that the balance is too low.
 * `trouble`: nothing is placed, and `add` is 503. `lost`: it is placed, and `add` is 503 as if the answer had been lost.
 */
export const testOutcomes = [
  'completed',
  'completed',
  'partial',
  'canceled',
  'refused',
  'slow',
  'endless',
  'trouble',
  'lost',
  'refunded_later',
] as const
export type TestOutcome = (typeof testOutcomes)[number]

export function testOutcomeOf(quantity: number): TestOutcome {
  return testOutcomes[quantity % 10] ?? 'completed'
}

/** Seconds after placing. */
export const testSeconds = {
  begins: 5,
  ends: 20,
  slowBegins: 60,
  slowEnds: 600,
  refunds: 60,
} as const

type TestOrder = { quantity: number; price: Money; createdAt: Date; canceledAt: Date | null }
type Figures = Pick<Order, 'price' | 'refunded' | 'start_count' | 'remains'> & { status: OrderStatus }

/** The link's counter at the start. */
const START_COUNT = 100

/** The state of a test order at a time. A partial refund is half of the order. */
export function testFiguresAt(order: TestOrder, now: Date): Figures {
  const { quantity, price, canceledAt } = order
  const outcome = testOutcomeOf(quantity)
  const age = (now.getTime() - order.createdAt.getTime()) / 1000
  const isSlow = outcome === 'slow'
  const [begins, ends] = isSlow
    ? [testSeconds.slowBegins, testSeconds.slowEnds]
    : [testSeconds.begins, testSeconds.ends]
  const begun = { price, refunded: ZERO, start_count: START_COUNT }
  if (canceledAt !== null)
    return { ...begun, status: 'CANCELED', refunded: price, start_count: null, remains: quantity }
  if (age < begins) return { ...begun, status: 'PENDING', start_count: null, remains: quantity }
  const share = Math.min((age - begins) / (ends - begins), outcome === 'endless' ? 0.5 : 1)
  if (age < ends || outcome === 'endless')
    return { ...begun, status: 'PROCESSING', remains: quantity - Math.floor(quantity * share) }
  if (outcome === 'canceled') return { ...begun, status: 'CANCELED', refunded: price, remains: quantity }
  const half = Math.floor(quantity / 2)
  const refunded = partialRefund({ price, refunded: 0n, quantity, remains: half })
  if (outcome === 'partial') return { ...begun, status: 'PARTIAL', refunded, remains: half }
  const isRefunded = outcome === 'refunded_later' && age >= testSeconds.refunds
  return { ...begun, status: 'COMPLETED', refunded: isRefunded ? refunded : ZERO, remains: 0 }
}

export type TestRefillState = 'asking' | 'pending' | 'completed'

/** The state of a refill of a test order at a time. */
export function testRefillAt(askedAt: Date, now: Date): TestRefillState {
  const age = (now.getTime() - askedAt.getTime()) / 1000
  if (age < testSeconds.begins) return 'asking'
  return age < testSeconds.ends ? 'pending' : 'completed'
}
