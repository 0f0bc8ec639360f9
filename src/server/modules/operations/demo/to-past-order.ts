import type { Fault } from '#contract/base/faults.ts'
import { money, parseMoney } from '#contract/base/money.ts'
import type { NewOrderEvent } from '#contract/orders/order-events.ts'
import type { OrderEvidence } from '#contract/orders/order-evidence.ts'
import type { OrderStatus } from '#contract/orders/order-statuses.ts'
import type { PastOrder } from '#server/modules/orders/past/write-past-orders.ts'

import { type PlannedOrder, refundOf } from './demo-plan.ts'
import type { Taken } from './sandbox-history.ts'

/** The time from placing an order to sending it. */
const SENT_MS = 1500
const DAY_MS = 86_400_000
const SAMPLES = 6
const noAnswer: Fault = { code: 'connection_closed', details: {} }
const refused: Fault = { code: 'said', details: { error: 'Link is private or does not exist' } }

/** The rows of a planned order, the user's `seq`th. `taken`: the sandbox provider's answer about it. */
export function toPastOrder(
  planned: PlannedOrder,
  {
    userId,
    seq,
    providerId,
    taken,
    now,
  }: { userId: number; seq: number; providerId: number; taken: Taken | undefined; now: number },
): PastOrder {
  const { service, link, quantity, price } = planned
  const status = statusOf(planned, taken)
  const refunded = refundOf(planned)
  const isOpen = planned.ending === 'open'
  const isUndecided = planned.ending === 'review'
  const remains = isOpen && taken !== undefined ? taken.remains : isUndecided ? quantity : planned.undelivered
  const hasBegun = status !== 'PENDING' && status !== 'FAILED'
  const endedAt = isOpen ? now : planned.endsAt
  return {
    userId,
    seq,
    service,
    link,
    quantity,
    rate: service.rate,
    price,
    refunded,
    status,
    dispatch: isUndecided ? 'review' : status === 'FAILED' ? 'rejected' : 'accepted',
    startCount: hasBegun ? (taken?.start_count ?? planned.startCount) : null,
    remains,
    review: isUndecided ? { code: 'sending_unknown', details: { fault: noAnswer } } : null,
    samples:
      hasBegun && status !== 'CANCELED' ? toSamples(planned, { endedAt, delivered: quantity - remains }) : [],
    createdAt: new Date(planned.createdAt),
    attempt: toAttempt(planned, { providerId, taken }),
    events: toEvents(planned, { status, hasBegun, refunded }),
    refill: planned.isRefilled
      ? { askedAt: new Date(planned.endsAt + DAY_MS), endedAt: new Date(planned.endsAt + 1.2 * DAY_MS) }
      : null,
  }
}

function statusOf({ ending }: PlannedOrder, taken: Taken | undefined): OrderStatus {
  if (ending === 'review') return 'PENDING'
  if (ending !== 'open') return ending
  if (taken?.status === 'Pending') return 'PENDING'
  return 'PROCESSING'
}

function toAttempt(
  { service, quantity, createdAt, ending }: PlannedOrder,
  { providerId, taken }: { providerId: number; taken: Taken | undefined },
): PastOrder['attempt'] {
  const cost = (service.cost_rate * BigInt(quantity)) / 1000n
  const startedAt = new Date(createdAt + SENT_MS)
  const sent = {
    supplyId: service.supply_id,
    providerId,
    providerService: service.provider_service,
    cost,
    startedAt,
    charge: null,
    providerOrder: null,
    evidence: [],
  }
  if (ending === 'FAILED') return { ...sent, state: 'rejected', fault: refused }
  if (ending === 'review')
    return { ...sent, state: 'unknown', fault: noAnswer, evidence: toEvidence({ cost, startedAt, taken }) }
  return {
    ...sent,
    state: 'accepted',
    fault: null,
    charge: taken?.charge ?? null,
    providerOrder: taken === undefined ? null : String(taken.order),
  }
}

/** One of the two exists at the provider, under an unknown id. */
function toEvidence({
  cost,
  startedAt,
  taken,
}: {
  cost: bigint
  startedAt: Date
  taken: Taken | undefined
}): OrderEvidence[] {
  if (taken === undefined) return []
  const charge = parseMoney(taken.charge) ?? money(0n)
  const difference = charge > cost ? charge - cost : cost - charge
  return [
    {
      code: 'unclaimed_order',
      provider_order: String(taken.order),
      status: taken.status,
      charge: taken.charge,
      currency: 'USD',
      charge_fits: difference <= cost / 50n,
      read_at: new Date(startedAt.getTime() + 95_000),
    },
  ]
}

function toEvents(
  { createdAt, beginsAt, endsAt, ending, isRefilled }: PlannedOrder,
  { status, hasBegun, refunded }: { status: OrderStatus; hasBegun: boolean; refunded: PastOrder['refunded'] },
): PastOrder['events'] {
  const events: { event: NewOrderEvent; at: number }[] = [
    { event: { code: 'created', details: {} }, at: createdAt },
  ]
  const move = (to: OrderStatus, at: number) =>
    events.push({ event: { code: 'status', details: { to } }, at })
  if (hasBegun) move('PROCESSING', beginsAt)
  if (ending !== 'open' && ending !== 'review') move(status, endsAt)
  if (refunded > 0n)
    events.push({ event: { code: 'refund', details: { amount: money(refunded) } }, at: endsAt })
  if (isRefilled) {
    move('REFILL', endsAt + DAY_MS)
    move('COMPLETED', endsAt + 1.2 * DAY_MS)
    events.push({ event: { code: 'refill', details: { ending: 'completed' } }, at: endsAt + 1.2 * DAY_MS })
  }
  return events.map(({ event, at }) => ({ event, at: new Date(at) }))
}

/** Seconds since placing and the quantity delivered by then, at a steady rate. */
function toSamples(
  { createdAt, beginsAt }: PlannedOrder,
  { endedAt, delivered }: { endedAt: number; delivered: number },
): number[] {
  return Array.from({ length: SAMPLES }, (_, nth) => {
    const share = nth / (SAMPLES - 1)
    const seconds = Math.round((beginsAt + (endedAt - beginsAt) * share - createdAt) / 1000)
    return [seconds, Math.round(delivered * share)]
  }).flat()
}
