import type { OrderReview } from '#contract/order-review.ts'
import { undeliveredOf } from '#contract/order-rules.ts'
import { toServiceType } from '#contract/service-type-spellings.ts'
import { rulesOf } from '#contract/service-types.ts'
import type { PanelOrder } from '#server/integrations/panel-api/read-status.ts'
import type { Move } from '#server/orders/state/move-order.ts'

import type { Measure } from './following-queries.ts'

/** Where it goes, with its refund, or why a person has to say. */
export type ShortEnding = { move: Omit<Move, 'userId' | 'id'> } | { doubt: OrderReview }

/** The row keeps the figures that its refund was worked out from. */
export function judgeShortEnding(
  measure: Measure,
  { remains, charge, currency }: PanelOrder,
  status: 'PARTIAL' | 'CANCELED',
): ShortEnding {
  const undelivered = undeliveredOf({
    status,
    whole: wholeOf(measure),
    remains,
    charge: toUnits(charge),
    chargeBefore: toUnits(measure.open_charge) ?? (currency === 'USD' ? costOf(measure) : undefined),
  })
  if (undelivered !== 'all' && 'doubt' in undelivered) return undelivered
  const move = { from: ['PENDING', 'PROCESSING'], to: status } as const
  if (undelivered === 'all') return { move: { ...move, refund: { of: 'left' } } }
  return {
    move: {
      ...move,
      set: { remains: BigInt(undelivered.remains) },
      refund: { of: 'undelivered', ...undelivered },
    },
  }
}

/** All of the order as its provider counts; undefined for a package whose pieces it never told. */
function wholeOf({ service_type, quantity, pieces }: Measure): number | undefined {
  if (rulesOf(toServiceType(service_type) ?? 'Default').quantity !== 'one') return quantity
  return pieces === null ? undefined : Number(pieces)
}

/** What it should have been charged in USD, where the provider said nothing of a charge before the end. */
function costOf({ cost }: Measure): bigint | undefined {
  return cost === null || cost === 0n ? undefined : cost
}

/** A charge in units of 0.00000001 of its currency, cut; undefined for none. Evidence of a part, never money. */
function toUnits(charge: string | null | undefined): bigint | undefined {
  if (charge === null || charge === undefined) return undefined
  const [whole = '', fraction = ''] = charge.split('.')
  return BigInt(`${whole}${fraction.slice(0, 8).padEnd(8, '0')}`)
}
