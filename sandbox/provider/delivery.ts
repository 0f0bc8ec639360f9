import { multiplyDivide } from '#sandbox/decimal.ts'

export type Order = {
  id: number
  /** Wall time in ms. */
  at: number
  /** Delivery time in ms, see delivery-clock.ts. */
  startedAt: number
  service: number
  link: string
  quantity: number
  /** A package counts delivery in its own units, which its order does not mention. */
  pieces?: number
  /** The charge when accepted, in units of 0.00000001. */
  charge: bigint
  /** Its type's fields other than link and quantity. */
  fields?: Record<string, string>
  /** The duration of its delivery, and of a refill; undefined: seconds. */
  takesMs?: number
  /** Set by a control call; such an order no longer progresses. */
  moved?: Move
  /** Delivery time of the cancel request. */
  cancelAskedAt?: number
}

export type Move = {
  status: string
  remains: number | string
  startCount: number
  /** Its final cost, in units; undefined: by the delivered part. */
  charge?: string
}

export type OrderView = {
  status: string
  remains: number | string
  startCount: number
  /** Its final cost: less than the charge when it is Partial or Canceled. */
  charge: bigint
}

/** A requested cancellation takes effect after this. */
export const CANCEL_MS = 1500

/** The state of an order at a moment of delivery time. At factor 1 it starts within 2 s and completes within 10 s. */
export function viewOrder(order: Order, now: number): OrderView {
  if (order.moved) {
    const { status, remains, charge } = order.moved
    return {
      ...order.moved,
      charge: charge === undefined ? finalCharge(order, status, remains) : BigInt(charge),
    }
  }
  const canceledAt = order.cancelAskedAt === undefined ? Infinity : order.cancelAskedAt + CANCEL_MS
  const view = deliver(order, Math.min(now, canceledAt))
  if (now < canceledAt || view.status === 'Completed') return view
  return { ...view, status: 'Canceled', charge: finalCharge(order, 'Canceled', view.remains) }
}

/** The total that `remains` refers to. */
export function wholeOf({ pieces, quantity }: Order): number {
  return pieces ?? quantity
}

function deliver(order: Order, now: number): OrderView {
  const whole = wholeOf(order)
  const age = now - order.startedAt
  const { takesMs } = order
  const startsAfter = takesMs === undefined ? 600 + spread(order.id, 1000) : takesMs / 10
  const takes = takesMs === undefined ? 5400 + spread(order.id * 7, 2400) : takesMs - startsAfter
  const startCount = 100 + spread(order.id * 31, 9900)
  if (age < startsAfter) return { status: 'Pending', remains: whole, startCount: 0, charge: order.charge }
  const delivered = Math.floor((whole * (age - startsAfter)) / takes)
  if (delivered >= whole) return { status: 'Completed', remains: 0, startCount, charge: order.charge }
  return { status: 'In progress', remains: whole - delivered, startCount, charge: order.charge }
}

/** A provider keeps the money for the delivered part and refunds the rest. */
function finalCharge(order: Order, status: string, remains: number | string): bigint {
  if (!/^(partial|partially completed|cancell?ed|refunded)$/i.test(status) || typeof remains !== 'number')
    return order.charge
  const delivered = Math.max(0, wholeOf(order) - remains)
  return multiplyDivide(order.charge, BigInt(delivered), BigInt(wholeOf(order)))
}

/** The same number below `bound` for the same seed, so that a restart changes nothing. */
function spread(seed: number, bound: number): number {
  return (Math.imul(seed, 2_654_435_761) >>> 8) % bound
}
