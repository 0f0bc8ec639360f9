import { formatExact } from '#contract/base/money.ts'
import type { Order } from '#contract/orders/orders.ts'
import type { ResellerStatus } from '#contract/reseller/reseller-call.ts'
import { resellerTexts } from '#contract/reseller/reseller-errors.ts'

import { type ActRequest, findAskedOrders } from './find-asked-orders.ts'

type Shown = ResellerStatus | { error: string }

/** One order, or many by their ids. */
export async function showStatus(request: ActRequest): Promise<Shown | Record<string, Shown>> {
  const { asked, isMany } = await findAskedOrders(request)
  const shown = asked.map(({ sent, order }): [string, Shown] => [
    String(sent),
    order === undefined ? { error: resellerTexts.order } : toResellerStatus(order),
  ])
  return isMany ? Object.fromEntries(shown) : (shown[0]?.[1] ?? { error: resellerTexts.order })
}

type Figures = Pick<Order, 'status' | 'quantity' | 'price' | 'refunded' | 'start_count' | 'remains'>

/**
 * An order in the protocol's words. Clients refund their own customers by it: everything on "Canceled", the share of
 * `remains` on "Partial". So both reflect what was refunded, for any reason (reseller.md R8c, R8d).
 */
export function toResellerStatus(order: Figures): ResellerStatus {
  const { status, remains } = toEnd(order)
  return {
    charge: digits(order.price - order.refunded),
    start_count: String(order.start_count ?? 0),
    status,
    remains: String(remains),
    currency: 'USD',
  }
}

function toEnd({ status, quantity, price, refunded, remains }: Figures): {
  status: ResellerStatus['status']
  remains: number
} {
  const isWhole = refunded > 0n && refunded === price
  if (isWhole || (price === 0n && isCanceled(status))) return { status: 'Canceled', remains: quantity }
  // Clients stop polling at a final status, so a part refunded meanwhile is reported with it.
  if (status === 'PENDING') return { status: 'Pending', remains: remains ?? 0 }
  if (status === 'PROCESSING') return { status: 'In progress', remains: remains ?? 0 }
  if (refunded === 0n) return { status: 'Completed', remains: 0 }
  return { status: 'Partial', remains: Number((BigInt(quantity) * refunded) / price) }
}

function isCanceled(status: Figures['status']): boolean {
  return status === 'CANCELED' || status === 'REFUNDED' || status === 'FAILED'
}

/** "0", otherwise with a point and at least 2 decimals. */
export function digits(amount: bigint): string {
  return amount === 0n ? '0' : toPlain(amount)
}

export function toPlain(amount: bigint): string {
  return formatExact(amount).replaceAll(',', '')
}
