import type { OrderReview } from '#contract/order-review.ts'
import { undeliveredOf } from '#contract/order-rules.ts'
import type { OrderStatus } from '#contract/orders.ts'
import { rulesOf, toServiceType } from '#contract/service-types.ts'
import type { PanelOrder, PanelOrderAnswer } from '#server/integrations/panel-api/read-status.ts'
import type { Move } from '#server/orders/state/move-order.ts'

import type { CheckedOrder } from './following-queries.ts'

/** What an answer means for an order: where it goes, what a person should look at, how many pieces a package has. */
export type Judgement = {
  move?: Omit<Move, 'userId' | 'id'>
  review?: OrderReview
  pieces?: number
}

const open: readonly OrderStatus[] = ['PENDING', 'PROCESSING']

/** From which statuses a provider's word leads to which; refunds come with it. Never from a final one. */
export function judgeAnswer(order: CheckedOrder, answer: PanelOrderAnswer | undefined): Judgement {
  if (answer === undefined) return { review: { code: 'left_out', details: {} } }
  if ('error' in answer) return { review: { code: 'told_error', details: { error: answer.error } } }
  switch (answer.status) {
    case undefined:
      return { review: { code: 'unknown_status', details: { status: answer.raw } } }
    case 'PENDING':
      // Again after it was under way, it says nothing new.
      return answer.remains !== undefined && answer.remains > 0 && isPackage(order)
        ? { pieces: answer.remains }
        : {}
    case 'PROCESSING':
      return { move: { from: ['PENDING'], to: 'PROCESSING' } }
    case 'COMPLETED':
      return { move: { from: open, to: 'COMPLETED', set: { check_at: null } } }
    default:
      return judgeShortEnding(order, answer, answer.status)
  }
}

/** The row keeps the figures that its refund was worked out from. */
function judgeShortEnding(
  order: CheckedOrder,
  { remains, charge, currency }: PanelOrder,
  status: 'PARTIAL' | 'CANCELED',
): Judgement {
  const undelivered = undeliveredOf({
    status,
    whole: wholeOf(order),
    remains,
    charge: toUnits(charge),
    chargeBefore: toUnits(order.open_charge) ?? (currency === 'USD' ? costOf(order) : undefined),
  })
  if (undelivered !== 'all' && 'doubt' in undelivered) return { review: undelivered.doubt }
  const move = { from: open, to: status, set: { check_at: null } }
  return undelivered === 'all'
    ? { move: { ...move, refund: { of: 'left' } } }
    : {
        move: {
          ...move,
          set: { ...move.set, remains: BigInt(undelivered.remains) },
          refund: { of: 'undelivered', ...undelivered },
        },
      }
}

function isPackage({ service_type }: CheckedOrder): boolean {
  return rulesOf(toServiceType(service_type) ?? 'Default').quantity === 'one'
}

/** All of the order as its provider counts; undefined for a package whose pieces it never told. */
function wholeOf(order: CheckedOrder): number | undefined {
  if (!isPackage(order)) return order.quantity
  return order.pieces === null ? undefined : Number(order.pieces)
}

/** What it should have been charged in USD, where the provider said nothing of a charge before the end. */
function costOf({ cost }: CheckedOrder): bigint | undefined {
  return cost === null || cost === 0n ? undefined : cost
}

/** A charge in units of 0.00000001 of its currency, cut; undefined for none. Evidence of a part, never money. */
function toUnits(charge: string | null | undefined): bigint | undefined {
  if (charge === null || charge === undefined) return undefined
  const [whole = '', fraction = ''] = charge.split('.')
  return BigInt(`${whole}${fraction.slice(0, 8).padEnd(8, '0')}`)
}
