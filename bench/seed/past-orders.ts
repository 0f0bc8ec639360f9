import { money } from '#contract/base/money.ts'
import type { OrderStatus } from '#contract/orders/order-statuses.ts'
import { postingKinds } from '#server/modules/ledger/posting-kinds.ts'
import { copyPastEmail } from '#server/modules/messaging/emails/copy-past-emails.ts'
import { copyPastNotification } from '#server/modules/messaging/notifications/write-past-notifications.ts'
import {
  type CopiedAttempt,
  type CopiedOrder,
  copyMassOrder,
  copyOrderEvent,
  copyPastOrder,
} from '#server/modules/orders/past/copy-past-orders.ts'

import { BIG_CUSTOMER_ID, hasKey, OWNER_ID, seededEmail, seededKeyId } from './known-accounts.ts'
import { depositFor } from './past-deposits.ts'
import { discountOf, pickCustomer, readsNotifications } from './past-customers.ts'
import { type Past, schedule, SLOT_MS } from './past.ts'
import { planAttempts, type Sale } from './plan-attempts.ts'
import { planEnding, type PlannedEnding } from './plan-ending.ts'

const DAY_MS = 86_400_000
/** Settings of retention, by default. */
const KEPT_MS = 90 * DAY_MS
/** Idempotency keys. */
const MONTH_MS = 30 * DAY_MS
const SAMPLES = 5

/** `orders`: the number of orders placed at once. */
export function placePastOrders(past: Past, at: number, orders: number): void {
  const { rows, ledger, shop, random } = past
  const userId = pickCustomer(shop, at, random)
  const firstSeq = ledger.ordersOf(userId) + 1
  for (let nth = 0; nth < orders; nth += 1)
    placePastOrder(past, planSale(past, { userId, at, massOrderId: orders === 1 ? null : firstSeq }))
  if (orders === 1) return
  const idempotency =
    shop.now - at < MONTH_MS ? { key: random.hex(4), hash: Buffer.from(random.hex(8), 'hex') } : null
  copyMassOrder(rows, { userId, firstSeq, orders, idempotency, at: new Date(at) })
}

/** Written in its current state, including later events. */
function placePastOrder(past: Past, sale: Sale): void {
  const { rows, ledger, days, shop } = past
  const { userId, service, price, at } = sale
  if (ledger.balanceOf(userId) < price) depositFor(past, { userId, price, at })
  past.lastOrderId += 1n
  const id = past.lastOrderId
  const ending = planEnding(past, { at, service })
  const seq = ledger.countOrder(userId, ending.statusNow)
  ledger.post({ userId, kind: postingKinds.order, amount: price, at: new Date(at), orderId: id })
  days.count({ at: new Date(at), userId, serviceId: service.id, orders: 1n, sold: price })
  const attempts = planAttempts(past, sale, ending)
  const order = toOrder(past, { ...sale, id, seq, ending, attempts })
  copyPastOrder(rows, order)
  const taker = attempts.at(-1)
  if (taker?.state === 'accepted')
    days.countTaken({ ...taker, at: taker.finishedAt, userId, serviceId: service.id, price })
  const discount = discountOf(userId)
  const details = discount > 0 ? { discount_percent: discount / 100 } : {}
  copyOrderEvent(rows, { userId, id, event: { code: 'created', details }, at: new Date(at) })
  const note = (to: OrderStatus, moment: number) =>
    copyOrderEvent(rows, { userId, id, event: { code: 'status', details: { to } }, at: new Date(moment) })
  if (ending.startsAt !== null) note('PROCESSING', ending.startsAt)
  if (ending.status !== null && ending.endsAt < shop.now)
    schedule(past, { at: ending.endsAt, happen: () => endOrder(past, order, ending) })
  const { refill } = order
  if (refill === null) return
  schedule(past, { at: refill.askedAt.getTime(), happen: () => note('REFILL', refill.askedAt.getTime()) })
  const { finishedAt } = refill
  if (finishedAt !== null)
    schedule(past, { at: finishedAt.getTime(), happen: () => note('COMPLETED', finishedAt.getTime()) })
}

function planSale({ shop, random }: Past, placed: Pick<Sale, 'userId' | 'at' | 'massOrderId'>): Sale {
  const { userId } = placed
  const service = shop.services[Math.floor(shop.services.length * random.part() ** 2)]
  if (service === undefined) throw new Error('the shop sells nothing')
  const discount = BigInt(discountOf(userId))
  const rate =
    discount === 0n
      ? service.rate
      : (((service.rate / 10_000n) * (10_000n - discount) + 9_999n) / 10_000n) * 10_000n
  const isPackage = service.type === 'Package'
  const comments =
    service.type === 'Custom Comments' ? Array.from({ length: 10 }, () => `Nice one ${random.hex(2)}`) : []
  const quantity = isPackage ? 1 : comments.length > 0 ? comments.length : 100 * (1 + random.below(60))
  // A third is for links that the customer ordered for before.
  const post = random.isOnce(3) ? `p${userId}x${random.below(20)}` : random.hex(2)
  return {
    ...placed,
    service,
    quantity,
    details: comments.length > 0 ? JSON.stringify({ comments: comments.join('\n') }) : '{}',
    rate,
    price: isPackage ? rate : (rate * BigInt(quantity)) / 1_000n,
    link: `https://www.${service.platform.toLowerCase()}.com/p/${post}/`,
  }
}

type Planned = Sale & { id: bigint; seq: number; ending: PlannedEnding; attempts: CopiedAttempt[] }

function toOrder({ random, shop }: Past, { ending, attempts, ...sale }: Planned): CopiedOrder {
  const { userId, at, quantity, price } = sale
  const isEnded = ending.endsAt < shop.now
  const undelivered = isEnded
    ? BigInt(Math.floor((quantity * ending.undeliveredPercent) / 100))
    : BigInt(quantity)
  const isApi = hasKey(userId)
  const remains = ending.startsAt === null || isEnded ? undelivered : BigInt(Math.ceil(quantity / 2))
  return {
    ...sale,
    refunded: isEnded ? refundOf(ending, price, quantity, undelivered) : 0n,
    status: ending.statusNow,
    dispatch: ending.dispatch,
    startCount: ending.startsAt === null ? null : BigInt(random.below(100_000)),
    remains,
    review: ending.review,
    samples:
      ending.startsAt === null
        ? null
        : toSamples({
            from: ending.startsAt - at,
            until: Math.min(ending.endsAt, shop.now) - at,
            delivered: quantity - Number(remains),
          }),
    keyId: isApi ? seededKeyId(userId) : null,
    idempotency:
      isApi && shop.now - at < MONTH_MS
        ? { key: `v2 ${random.hex(4)}`, hash: Buffer.from(random.hex(8), 'hex') }
        : null,
    createdAt: new Date(at),
    updatedAt: new Date(isEnded ? ending.endsAt : (ending.startsAt ?? at)),
    cancelAskedAt:
      ending.status === 'CANCELED' ? new Date(Math.min(shop.now, ending.endsAt - SLOT_MS / 2)) : null,
    attempts,
    refill: ending.refill,
    next:
      ending.supply === null || ending.dispatch === 'rejected'
        ? null
        : { supplyId: ending.supply.id, providerId: ending.supply.providerId },
    dueAt: new Date(shop.now - random.below(SLOT_MS)),
  }
}

/** Seconds since placing and the quantity delivered by then, at a steady rate. */
function toSamples({ from, until, delivered }: { from: number; until: number; delivered: number }): number[] {
  const samples: number[] = []
  for (let nth = 0; nth <= SAMPLES; nth += 1)
    samples.push(
      Math.round((from + ((until - from) * nth) / SAMPLES) / 1_000),
      Math.round((delivered * nth) / SAMPLES),
    )
  return samples
}

function refundOf({ status }: PlannedEnding, price: bigint, quantity: number, undelivered: bigint): bigint {
  if (status === 'PARTIAL') return (price * undelivered) / BigInt(quantity)
  return status === 'CANCELED' || status === 'REFUNDED' || status === 'FAILED' ? price : 0n
}

const notices = {
  COMPLETED: 'order_completed',
  PARTIAL: 'order_partial',
  CANCELED: 'order_canceled',
  FAILED: 'order_failed',
  REFUNDED: 'order_refunded',
} as const

function endOrder(past: Past, order: CopiedOrder, ending: PlannedEnding): void {
  const { rows, ledger, days } = past
  const { userId, id, refunded, attempts } = order
  const { status } = ending
  if (status === null) return
  const at = new Date(ending.endsAt)
  const own = { userId, id, at }
  copyOrderEvent(rows, { ...own, event: { code: 'status', details: { to: status } } })
  if (status !== 'CANCELED' || order.dispatch === 'accepted')
    past.deliveries.count(order.service.id, toRun(order, ending))
  const last = attempts.at(-1)
  const taker = last?.state === 'accepted' ? last : undefined
  const fact = { at, userId, serviceId: order.service.id }
  if (taker !== undefined && ending.chargePercent !== null) {
    const cost = (taker.cost * BigInt(ending.chargePercent)) / 100n - taker.cost
    days.count({ ...fact, providerId: taker.providerId, cost })
  }
  if (refunded > 0n) {
    copyOrderEvent(rows, { ...own, event: { code: 'refund', details: { amount: money(refunded) } } })
    ledger.post({
      userId,
      kind: postingKinds.refund,
      amount: refunded,
      at,
      orderId: id,
      ...(status === 'REFUNDED' && { actorId: OWNER_ID }),
    })
    days.count({ ...fact, providerId: taker?.providerId ?? 0, refunded })
  }
  if (status === 'REFUNDED')
    past.actions.push({
      actorId: OWNER_ID,
      action: 'order.refund',
      id,
      after: JSON.stringify({ refunded: String(refunded) }),
      reason: 'Nothing was delivered',
      at,
    })
  notify(past, order, { code: notices[status], at: ending.endsAt })
}

function toRun({ quantity, createdAt }: CopiedOrder, { status, startsAt, endsAt }: PlannedEnding) {
  if (status !== 'COMPLETED') return undefined
  const toSeconds = (at: number) => Math.round((at - createdAt.getTime()) / 1_000)
  return { quantity, begins: toSeconds(startsAt ?? endsAt), ends: toSeconds(endsAt) }
}

function notify(
  { rows, shop, random }: Past,
  { userId, id, service, quantity, remains, status, massOrderId }: CopiedOrder,
  { code, at }: { code: (typeof notices)[keyof typeof notices]; at: number },
): void {
  const age = shop.now - at
  const isReader = readsNotifications(userId) || userId === BIG_CUSTOMER_ID
  if (age > KEPT_MS && isReader) return
  const delivered = status === 'PARTIAL' ? { delivered: quantity - Number(remains) } : {}
  copyPastNotification(rows, {
    notice: {
      userId,
      code,
      details: { order_id: Number(id), service: service.name, quantity, ...delivered },
    },
    massOrderId,
    isRead: isReader && age > DAY_MS,
    at: new Date(at),
  })
  if (age < KEPT_MS && random.isOnce(4))
    copyPastEmail(rows, {
      userId,
      event: `orders:${id}`,
      receiver: seededEmail(userId),
      kind: 'order_updates',
      details: { [code]: 1 + random.below(9) },
      at: new Date(at),
      isFailed: random.isOnce(300),
    })
}
