import type { OrderReview } from '#contract/orders/order-review.ts'
import { money } from '#contract/base/money.ts'
import { partialRefund, undeliveredOf } from '#contract/orders/order-rules.ts'
import { toServiceType } from '#contract/catalogue/service-type-spellings.ts'
import { rulesOf } from '#contract/catalogue/service-types.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'

import {
  type Ending,
  type JudgedAnswer,
  lockRefundBases,
  type RefundBasis,
  type StatusAnswer,
  withReview,
} from './polling-queries.ts'

/**
 * What PARTIAL and CANCELED give back, worked out for all of them under their locks; what cannot be said for certain goes to
 * review. Everything else is answered as it came. Call it first in the tx that writes.
 */
export async function judgeShortEndings(tx: Tx, told: readonly StatusAnswer[]): Promise<JudgedAnswer[]> {
  const short = told.filter(({ word }) => word === 'PARTIAL' || word === 'CANCELED')
  const measures =
    short.length === 0
      ? []
      : await lockRefundBases(
          tx,
          short.map(({ check }) => check),
        )
  const measureOf = new Map(measures.map((measure) => [`${measure.user_id} ${measure.id}`, measure]))
  return told.map((one) => {
    const { word, check } = one
    if (word !== 'PARTIAL' && word !== 'CANCELED') return { ...one, ending: undefined }
    const measure = measureOf.get(`${check.user_id} ${check.order_id}`)
    if (measure === undefined) return { ...one, ending: undefined }
    const judged = judgeShortEnding(measure, one, word)
    if ('doubt' in judged) return { ...withReview(one, judged.doubt), ending: undefined }
    return { ...one, ending: judged }
  })
}

/** The row stores the figures that its refund was worked out from. */
function judgeShortEnding(
  measure: RefundBasis,
  { remains, charge, currency }: StatusAnswer,
  status: 'PARTIAL' | 'CANCELED',
): Ending | { doubt: OrderReview } {
  const undelivered = undeliveredOf({
    status,
    whole: wholeOf(measure),
    remains,
    charge: toUnits(charge),
    chargeBefore: toUnits(measure.open_charge) ?? (currency === 'USD' ? costOf(measure) : undefined),
  })
  if (undelivered !== 'all' && 'doubt' in undelivered) return undelivered
  const { price, refunded } = measure
  const refund =
    undelivered === 'all'
      ? money(price - refunded)
      : partialRefund({ price, refunded, quantity: undelivered.whole, remains: undelivered.remains })
  const isAllBack = refunded + refund === price
  return {
    to: status,
    remains: undelivered === 'all' ? undefined : undelivered.remains,
    refund,
    refundedBefore: refunded,
    notification:
      status === 'PARTIAL' ? 'order_partial' : isAllBack ? 'order_canceled' : 'order_canceled_in_part',
  }
}

/** All of the order as its provider counts; undefined for a package whose pieces it never told. */
function wholeOf({ service_type, quantity, pieces }: RefundBasis): number | undefined {
  if (rulesOf(toServiceType(service_type) ?? 'Default').quantity !== 'one') return quantity
  return pieces === null ? undefined : Number(pieces)
}

/** What it should have been charged in USD, where the provider said nothing of a charge before the end. */
function costOf({ cost }: RefundBasis): bigint | undefined {
  return cost === null || cost === 0n ? undefined : cost
}

/** A charge in units of 0.00000001 of its currency, cut; undefined for none. Evidence of a part, never money. */
function toUnits(charge: string | null | undefined): bigint | undefined {
  if (charge === null || charge === undefined) return undefined
  const [whole = '', fraction = ''] = charge.split('.')
  return BigInt(`${whole}${fraction.slice(0, 8).padEnd(8, '0')}`)
}
