import type { Permission } from '#contract/base/permissions.ts'
import type { AdminOrder } from '#contract/orders/admin-orders.ts'

export const orderActs = [
  'exists',
  'retry',
  'provider',
  'link',
  'start',
  'complete',
  'partial',
  'refund',
  'cancel',
  'release',
  'dismiss',
] as const
export type OrderAct = (typeof orderActs)[number]

/** These refund money. */
const refunding: readonly OrderAct[] = ['partial', 'refund', 'cancel']

/**
 * The actions allowed for an order in its present state. The server decides; what it would certainly refuse is not
 * offered.
 */
export function actsFor(order: AdminOrder, may: (needed: Permission) => boolean): OrderAct[] {
  return orderActs.filter((act) => may(refunding.includes(act) ? 'refund' : 'orders') && isOpen(order, act))
}

function isOpen(order: AdminOrder, act: OrderAct): boolean {
  const { status, review_code: code } = order
  const { state, attempts } = order.dispatch
  const isUndecided = state === 'review' || state === 'unknown'
  const isActive = status === 'PENDING' || status === 'PROCESSING'
  const hasLeft = order.refunded < order.price
  switch (act) {
    case 'exists':
      return status === 'PENDING' && isUndecided
    case 'retry':
      return status === 'PENDING' && (isUndecided || state === 'rejected')
    case 'provider':
      return (
        status === 'PENDING' &&
        state !== 'accepted' &&
        state !== 'sending' &&
        order.supplies.some(({ fits }) => fits)
      )
    case 'link':
      return status === 'PENDING' && state === 'queued'
    case 'start':
      return (
        !['CANCELED', 'FAILED', 'REFUNDED'].includes(status) && (status !== 'PENDING' || state === 'accepted')
      )
    case 'complete':
      return isActive && (isUndecided || state === 'accepted')
    case 'partial':
      return (
        (isActive || status === 'COMPLETED') && (isUndecided || state === 'accepted') && order.quantity > 1
      )
    case 'refund':
      return hasLeft && state !== 'sending' && !['CANCELED', 'FAILED', 'REFUNDED'].includes(status)
    case 'cancel':
      return isActive && (state === 'queued' || (state === 'accepted' && order.can_cancel))
    case 'release':
      return status !== 'REFILL' && attempts.some((attempt) => attempt.provider_order !== null)
    case 'dismiss':
      return code !== null && !isUndecided
  }
}
