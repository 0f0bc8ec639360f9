import { sql } from 'kysely'

import type { OrderReview } from '#contract/orders/order-review.ts'
import { money } from '#contract/base/money.ts'
import { partialRefund, undeliveredOf } from '#contract/orders/order-rules.ts'
import { toServiceType } from '#contract/catalogue/service-type-spellings.ts'
import { rulesOf } from '#contract/catalogue/service-types.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'

import { type Ending, type JudgedAnswer, type StatusAnswer, withReview } from './polling-queries.ts'

/**
 * Works out the refunds of PARTIAL and CANCELED under the orders' locks; doubtful ones go to review. Other answers
 * are returned unchanged. Call it first in the tx that writes them.
 */
export async function judgeShortEndings(tx: Tx, answers: readonly StatusAnswer[]): Promise<JudgedAnswer[]> {
  const short = answers.filter(({ word }) => word === 'PARTIAL' || word === 'CANCELED')
  const bases =
    short.length === 0
      ? []
      : await lockRefundBases(
          tx,
          short.map(({ poll }) => poll),
        )
  const basisOf = new Map(bases.map((basis) => [`${basis.user_id} ${basis.id}`, basis]))
  return answers.map((one) => {
    const { word, poll } = one
    if (word !== 'PARTIAL' && word !== 'CANCELED') return { ...one, ending: undefined }
    const basis = basisOf.get(`${poll.user_id} ${poll.order_id}`)
    if (basis === undefined) return { ...one, ending: undefined }
    const judged = judgeShortEnding(basis, one, word)
    if ('doubt' in judged) return { ...withReview(one, judged.doubt), ending: undefined }
    return { ...one, ending: judged }
  })
}

/** The ledger row stores the figures the refund was calculated from. */
function judgeShortEnding(
  basis: RefundBasis,
  { remains, charge, currency }: StatusAnswer,
  status: 'PARTIAL' | 'CANCELED',
): Ending | { doubt: OrderReview } {
  const undelivered = undeliveredOf({
    status,
    whole: wholeOf(basis),
    remains,
    charge: toUnits(charge),
    chargeBefore: toUnits(basis.open_charge) ?? (currency === 'USD' ? costOf(basis) : undefined),
  })
  if (undelivered !== 'all' && 'doubt' in undelivered) return undelivered
  const { price, refunded } = basis
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

/** The whole order as its provider counts it; undefined for a package whose number of pieces was never reported. */
function wholeOf({ service_type, quantity, pieces }: RefundBasis): number | undefined {
  if (rulesOf(toServiceType(service_type) ?? 'Default').quantity !== 'one') return quantity
  return pieces === null ? undefined : Number(pieces)
}

/** The expected charge in USD, when the provider reported none before the end. */
function costOf({ cost }: RefundBasis): bigint | undefined {
  return cost === null || cost === 0n ? undefined : cost
}

/**
 * A charge in units of 0.00000001 of its currency, truncated; undefined for none. Only used to estimate the
 * delivered part, never as money.
 */
function toUnits(charge: string | null | undefined): bigint | undefined {
  if (charge === null || charge === undefined) return undefined
  const [whole = '', fraction = ''] = charge.split('.')
  return BigInt(`${whole}${fraction.slice(0, 8).padEnd(8, '0')}`)
}

/** What a refund is calculated from. */
type RefundBasis = {
  user_id: number
  id: bigint
  price: bigint
  refunded: bigint
  quantity: number
  service_type: string
  /** Pieces in a package by the provider's count; null while unknown and for other types. */
  pieces: bigint | null
  /** The highest charge reported while the order was open, a decimal text. */
  open_charge: string | null
  /** The expected cost of the whole order, in units of USD. */
  cost: bigint | null
}

/**
 * Locks these orders in ascending order until the tx ends, and returns those still open and polled under that id.
 * Status is checked on the locked rows: as a condition it makes a planner without statistics choose an index by
 * status, and 250 orders beside 30,000 took 6 s.
 */
async function lockRefundBases(
  tx: Tx,
  polls: readonly Pick<StatusAnswer['poll'], 'user_id' | 'order_id' | 'provider_ref'>[],
): Promise<RefundBasis[]> {
  const { rows } = await sql<RefundBasis & { is_followed: boolean }>`
select orders.user_id, orders.id, price, refunded, quantity, service_type, pieces, open_charge::text as open_charge, taken.cost,
  orders.status in ('PENDING', 'PROCESSING') and orders.dispatch = 'accepted'
    and orders.provider_order is not distinct from asked.provider_ref as is_followed
from unnest(${polls.map(({ user_id }) => user_id)}::int[], ${polls.map(({ order_id }) => order_id)}::bigint[],
  ${polls.map(({ provider_ref }) => provider_ref)}::text[]) as asked (user_id, order_id, provider_ref)
join orders on orders.user_id = asked.user_id and orders.id = asked.order_id
left join order_attempts taken on taken.user_id = orders.user_id and taken.order_id = orders.id
  and taken.state = 'accepted'
order by orders.user_id, orders.id
for no key update of orders`.execute(tx)
  return rows.filter((row) => row.is_followed)
}
