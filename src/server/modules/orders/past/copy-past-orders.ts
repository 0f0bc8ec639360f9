import type { Client } from 'pg'

import { encodeCarried } from '#contract/base/codes.ts'
import type { Fault } from '#contract/base/faults.ts'
import { toStoredDetails } from '#contract/base/stored-details.ts'
import { type NewOrderEvent, orderEvents } from '#contract/orders/order-events.ts'
import type { OrderReview } from '#contract/orders/order-review.ts'
import { type OrderStatus, orderStatuses } from '#contract/orders/order-statuses.ts'
import { toStoredFault } from '#server/lib/queue/stored-fault.ts'
import type { CopyTables } from '#server/lib/postgres/copy-tables.ts'
import { toReviewColumns } from '#server/modules/orders/state/review-queries.ts'

export type CopiedAttempt = {
  token: string
  state: 'accepted' | 'rejected' | 'refused' | 'unknown'
  supplyId: number
  providerId: number
  providerService: string
  cost: bigint
  /** In dollars, as the provider writes it. */
  charge: string | null
  providerOrder: string | null
  fault: Fault | null
  startedAt: Date
  finishedAt: Date
  /** The tx that wrote it. */
  txId: bigint
  /** Its request and response are still stored. */
  hasExchange: boolean
}

export type CopiedRefill = {
  number: number
  state: 'pending' | 'completed' | 'rejected'
  providerRefill: string
  askedAt: Date
  finishedAt: Date | null
}

export type CopiedOrder = {
  userId: number
  id: bigint
  /** The customer's 1st, 2nd, … */
  seq: number
  /** The first `seq` of its mass order. */
  massOrderId: number | null
  service: { id: number; name: string; type: string; refill: boolean; cancel: boolean }
  link: string
  quantity: number
  /** The fields of its type, as JSON. */
  details: string
  rate: bigint
  price: bigint
  refunded: bigint
  status: OrderStatus
  dispatch: 'queued' | 'accepted' | 'rejected' | 'unknown' | 'review'
  startCount: bigint | null
  remains: bigint
  review: OrderReview | null
  /** Pairs of seconds since placing and the quantity delivered. */
  samples: readonly number[] | null
  keyId: string | null
  idempotency: { key: string; hash: Buffer } | null
  createdAt: Date
  updatedAt: Date
  cancelAskedAt: Date | null
  attempts: readonly CopiedAttempt[]
  refill: CopiedRefill | null
  /** The next supply; null: none, or it is not sent any more. */
  next: { supplyId: number; providerId: number } | null
  /** When it is next polled or sent, or since when it is in review. */
  dueAt: Date
}

/** An order with its attempts, the provider's id, and its queue entries; its timeline is written event by event. */
export function copyPastOrder(rows: CopyTables, order: CopiedOrder): void {
  const { userId, id, service, attempts, dispatch, review } = order
  const last = attempts.at(-1)
  const taker = dispatch === 'accepted' ? last : undefined
  rows.copyInto('orders', {
    user_id: userId,
    id,
    seq: order.seq,
    service_id: service.id,
    service_name: service.name,
    service_type: service.type,
    link: order.link,
    quantity: order.quantity,
    details: order.details,
    rate: order.rate,
    price: order.price,
    refunded: order.refunded,
    status: order.status,
    start_count: order.startCount,
    remains: order.remains,
    refill: service.refill,
    cancel: service.cancel,
    cancel_asked_at: order.cancelAskedAt,
    dispatch,
    provider_id: taker?.providerId ?? null,
    provider_order: taker?.providerOrder ?? null,
    idempotency_key: order.idempotency?.key ?? null,
    request_hash: order.idempotency?.hash ?? null,
    key_id: order.keyId,
    created_at: order.createdAt,
    updated_at: order.updatedAt,
    ...toReviewColumns(review),
    samples: order.samples === null ? null : [...order.samples],
  })
  for (const [place, attempt] of attempts.entries())
    copyAttempt(rows, order, { ...attempt, number: place + 1 })
  if (taker?.providerOrder != null) copyTaken(rows, order, taker.providerOrder, taker.providerId)
  if (order.status === 'PENDING' && dispatch !== 'accepted') copyQueued(rows, order)
  if (order.refill !== null) copyRefill(rows, order, order.refill, taker?.providerId ?? 0)
}

export type CopiedMassOrder = {
  userId: number
  firstSeq: number
  orders: number
  /** Its response is still stored. */
  idempotency: { key: string; hash: Buffer } | null
  at: Date
}

export function copyMassOrder(
  rows: CopyTables,
  { userId, firstSeq, orders, idempotency, at }: CopiedMassOrder,
): void {
  rows.copyInto('mass_order_ranges', { user_id: userId, first_seq: firstSeq, orders })
  if (idempotency === null) return
  rows.copyInto('mass_orders', {
    user_id: userId,
    idempotency_key: idempotency.key,
    request_hash: idempotency.hash,
    created_at: at,
  })
}

function copyAttempt(
  rows: CopyTables,
  { userId, id, link, quantity }: CopiedOrder,
  attempt: CopiedAttempt & { number: number },
): void {
  rows.copyInto('order_attempts', {
    user_id: userId,
    order_id: id,
    number: attempt.number,
    token: attempt.token,
    state: attempt.state,
    supply_id: attempt.supplyId,
    provider_id: attempt.providerId,
    provider_service: attempt.providerService,
    cost: attempt.cost,
    charge: attempt.charge,
    charge_currency: attempt.charge === null ? null : 'USD',
    provider_order: attempt.providerOrder,
    fault: attempt.fault && toStoredFault(attempt.fault),
    started_at: attempt.startedAt,
    lease_until: attempt.finishedAt,
    finished_at: attempt.finishedAt,
    tx_id: attempt.txId,
  })
  if (!attempt.hasExchange) return
  const service = encodeURIComponent(attempt.providerService)
  rows.copyInto('attempt_exchanges', {
    user_id: userId,
    order_id: id,
    number: attempt.number,
    request: `action=add&service=${service}&link=${encodeURIComponent(link)}&quantity=${quantity}`,
    status: attempt.state === 'unknown' ? null : 200,
    answer: answerOf(attempt),
    created_at: attempt.finishedAt,
  })
}

function answerOf({ state, providerOrder }: CopiedAttempt): string | null {
  if (state === 'unknown') return null
  return JSON.stringify(
    state === 'accepted' ? { order: providerOrder } : { error: 'The service is not available' },
  )
}

function copyTaken(rows: CopyTables, order: CopiedOrder, providerOrder: string, providerId: number): void {
  const { userId, id, status } = order
  rows.copyInto('provider_orders', {
    provider_id: providerId,
    provider_order: providerOrder,
    user_id: userId,
    order_id: id,
  })
  if (status !== 'PENDING' && status !== 'PROCESSING') return
  rows.copyInto('poll_queue', {
    user_id: userId,
    order_id: id,
    kind: 'order',
    number: 0,
    provider_id: providerId,
    provider_ref: providerOrder,
    due_at: order.dueAt,
    since: order.createdAt,
  })
}

/** A queue entry to be sent, or one with the last attempt's token that waits for staff or a late reply. */
function copyQueued(rows: CopyTables, { userId, id, dispatch, attempts, next, dueAt }: CopiedOrder): void {
  rows.copyInto('dispatch_queue', {
    user_id: userId,
    order_id: id,
    provider_id: next?.providerId ?? null,
    supply_id: next?.supplyId ?? null,
    due_at: next === null ? null : dueAt,
    token: dispatch === 'queued' ? null : (attempts.at(-1)?.token ?? null),
    // The late reply is awaited far into the future, so that the entry does not become overdue while this database is used.
    lease_until: dispatch === 'unknown' ? new Date(dueAt.getTime() + LATE_REPLY_MS) : null,
    tries: attempts.length,
  })
}

const LATE_REPLY_MS = 3650 * 86_400_000

function copyRefill(
  rows: CopyTables,
  { userId, id, status, dueAt }: CopiedOrder,
  refill: CopiedRefill,
  providerId: number,
): void {
  rows.copyInto('refills', {
    user_id: userId,
    order_id: id,
    number: refill.number,
    state: refill.state,
    status_before: 'COMPLETED',
    provider_refill: refill.providerRefill,
    created_at: refill.askedAt,
    answered_at: refill.finishedAt ?? refill.askedAt,
    finished_at: refill.finishedAt,
  })
  if (status !== 'REFILL') return
  rows.copyInto('poll_queue', {
    user_id: userId,
    order_id: id,
    kind: 'refill',
    number: refill.number,
    provider_id: providerId,
    provider_ref: refill.providerRefill,
    due_at: dueAt,
    since: refill.askedAt,
  })
}

/** A view that staff saved of their order list. */
export function copyOrderView(
  rows: CopyTables,
  view: { userId: number; id: number; name: string; query: string },
): void {
  const { userId, ...own } = view
  rows.copyInto('order_views', { user_id: userId, ...own })
}

/** Nearly all of millions of events are one of these. */
const statusDetails = new Map(orderStatuses.map((to) => [to, JSON.stringify({ to })]))

export function copyOrderEvent(
  rows: CopyTables,
  { userId, id, event, at }: { userId: number; id: bigint; event: NewOrderEvent; at: Date },
): void {
  const details =
    (event.code === 'status' ? statusDetails.get(event.details.to) : undefined) ??
    toStoredDetails(encodeCarried(orderEvents, event))
  rows.copyInto('order_events', { user_id: userId, order_id: id, type: event.code, details, created_at: at })
}

/** Services ordered by API are known up to this order. */
export async function endApiServices(client: Client, lastOrderId: bigint): Promise<void> {
  await client.query('update api_services_progress set read_up_to = $1, seen_up_to = $1, seen_at = now()', [
    lastOrderId,
  ])
}
