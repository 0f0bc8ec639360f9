import type { OrderReview } from '#contract/orders/order-review.ts'
import type { OrderStatus } from '#contract/orders/order-statuses.ts'
import type { CopiedService, CopiedSupply } from '#server/modules/catalogue/copy-catalogue.ts'
import type { CopiedOrder, CopiedRefill } from '#server/modules/orders/past/copy-past-orders.ts'

import { type Past, SLOT_MS } from './past.ts'
import { STOPPED_MS, STOPPED_PROVIDER_ID } from './shop.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** The further course of an order; what is after now has not happened yet. */
export type PlannedEnding = {
  outcome: 'accepted' | 'rejected' | 'unknown' | 'waits'
  /** Null: delivered by hand. */
  supply: CopiedSupply | null
  providerOrder: number
  /** When the provider begins; null: not yet, or never. */
  startsAt: number | null
  endsAt: number
  /** Null: it has not ended yet. */
  status: 'COMPLETED' | 'PARTIAL' | 'CANCELED' | 'REFUNDED' | 'FAILED' | null
  statusNow: OrderStatus
  dispatch: CopiedOrder['dispatch']
  undeliveredPercent: number
  /** The provider's final charge in percent of the expected cost; null: not reported. */
  chargePercent: number | null
  review: OrderReview | null
  refill: CopiedRefill | null
}

type Placed = { at: number; service: CopiedService }

export function planEnding(past: Past, placed: Placed): PlannedEnding {
  const { random, shop } = past
  const supply = pickSupply(past, placed.service)
  const endsAt = placed.at + planDuration(past)
  const isOver = endsAt < shop.now
  const open: PlannedEnding = {
    outcome: 'waits',
    supply,
    providerOrder: Number(past.lastOrderId) + 1_000_000,
    startsAt: null,
    endsAt,
    status: null,
    statusNow: 'PENDING',
    dispatch: 'queued',
    undeliveredPercent: 100,
    chargePercent: null,
    review: null,
    refill: null,
  }
  if (supply === null)
    return isOver ? endByHand(open) : { ...open, review: { code: 'no_provider', details: {} } }
  const age = shop.now - placed.at
  if (supply.providerId === STOPPED_PROVIDER_ID && age < STOPPED_MS) return open
  if (random.isOnce(age < 3 * DAY_MS ? 50 : 20_000)) return leaveUnknown(past, { ...open, endsAt: Infinity })
  if (isOver && random.isOnce(35))
    return { ...open, outcome: 'rejected', status: 'FAILED', statusNow: 'FAILED', dispatch: 'rejected' }
  return deliver(past, placed, { ...open, outcome: 'accepted', dispatch: 'accepted' })
}

/** Every 25th order is refused by the first supply. */
function pickSupply({ random }: Past, { supplies }: CopiedService): CopiedSupply | null {
  return (random.isOnce(25) ? supplies[1] : undefined) ?? supplies[0] ?? null
}

/** Mostly hours, sometimes days and rarely weeks; at least one slot. */
function planDuration({ random }: Past): number {
  const kind = random.part()
  const mean = kind < 0.8 ? 5 * HOUR_MS : kind < 0.98 ? 2 * DAY_MS : 12 * DAY_MS
  return SLOT_MS + Math.floor(Math.min(40 * DAY_MS, random.exponential() * mean))
}

function endByHand(open: PlannedEnding): PlannedEnding {
  return { ...open, status: 'COMPLETED', statusNow: 'COMPLETED', dispatch: 'rejected', undeliveredPercent: 0 }
}

/** Staff have to decide, or a late reply may still come. */
function leaveUnknown({ random }: Past, open: PlannedEnding): PlannedEnding {
  const fault = { code: 'connection_closed', details: {} }
  return random.isOnce(3)
    ? {
        ...open,
        outcome: 'unknown',
        dispatch: 'unknown',
        review: { code: 'reply_awaited', details: { fault } },
      }
    : {
        ...open,
        outcome: 'unknown',
        dispatch: 'review',
        review: { code: 'sending_unknown', details: { fault } },
      }
}

function deliver({ random, shop }: Past, { at, service }: Placed, taken: PlannedEnding): PlannedEnding {
  const startsAt = at + MINUTE_MS + random.below(SLOT_MS - 2 * MINUTE_MS)
  const charge = random.isOnce(10) ? null : random.isOnce(10) ? 101 : 100
  if (taken.endsAt >= shop.now) {
    const hasBegun = startsAt < shop.now && !random.isOnce(6)
    return { ...taken, startsAt: hasBegun ? startsAt : null, statusNow: hasBegun ? 'PROCESSING' : 'PENDING' }
  }
  const ended = { ...taken, startsAt }
  const kind = random.part()
  if (kind < 0.06)
    return { ...ended, startsAt: null, status: 'CANCELED', statusNow: 'CANCELED', chargePercent: charge && 0 }
  if (kind < 0.07)
    return {
      ...ended,
      status: 'REFUNDED',
      statusNow: 'REFUNDED',
      undeliveredPercent: 0,
      chargePercent: charge,
    }
  if (kind < 0.12 && service.type === 'Default') {
    const undelivered = 10 * (1 + random.below(8))
    return {
      ...ended,
      status: 'PARTIAL',
      statusNow: 'PARTIAL',
      undeliveredPercent: undelivered,
      chargePercent: charge && charge - undelivered,
    }
  }
  const refill = service.refill && random.isOnce(40) ? planRefill({ random, shop }, ended) : null
  return {
    ...ended,
    status: 'COMPLETED',
    statusNow: refill?.state === 'pending' ? 'REFILL' : 'COMPLETED',
    undeliveredPercent: 0,
    chargePercent: charge,
    refill,
  }
}

/** An open one is at the unreachable provider; otherwise its poll would soon be overdue. */
function planRefill(
  { random, shop }: Pick<Past, 'random' | 'shop'>,
  { endsAt, supply, providerOrder }: PlannedEnding,
) {
  const askedAt = endsAt + DAY_MS + random.below(20 * DAY_MS)
  if (askedAt > shop.now - 2 * SLOT_MS) return null
  const finishedAt = askedAt + SLOT_MS + random.below(2 * DAY_MS)
  const isOpen = finishedAt > shop.now
  if (isOpen && supply?.providerId !== STOPPED_PROVIDER_ID) return null
  const refill: CopiedRefill = {
    number: 1,
    state: isOpen ? 'pending' : random.isOnce(8) ? 'rejected' : 'completed',
    providerRefill: String(providerOrder),
    askedAt: new Date(askedAt),
    finishedAt: isOpen ? null : new Date(finishedAt),
  }
  return refill
}
