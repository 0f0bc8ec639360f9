import { randomUUID } from 'node:crypto'

import { type Insertable, type InsertObject, sql } from 'kysely'

import { encodeCarried } from '#contract/base/codes.ts'
import { toStorable, toStoredDetails } from '#contract/base/stored-details.ts'
import type { Fault } from '#contract/base/faults.ts'
import { type NewOrderEvent, orderEvents } from '#contract/orders/order-events.ts'
import { type OrderEvidence, toStoredEvidence } from '#contract/orders/order-evidence.ts'
import type { OrderReview } from '#contract/orders/order-review.ts'
import type { OrderStatus } from '#contract/orders/order-statuses.ts'
import type { DB, Orders } from '#server/lib/postgres/tables.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'
import { toStoredFault } from '#server/lib/queue/stored-fault.ts'
import { toReviewColumns } from '#server/modules/orders/state/review-queries.ts'

import { groupIncidents } from './group-incidents.ts'

/** The only attempt at the provider. */
export type PastAttempt = {
  state: 'accepted' | 'rejected' | 'unknown'
  supplyId: number
  providerId: number
  providerService: string
  cost: bigint
  /** In dollars, as the provider writes it. */
  charge: string | null
  /** Null: not accepted, or no answer. */
  providerOrder: string | null
  fault: Fault | null
  evidence: readonly OrderEvidence[]
  startedAt: Date
}

export type PastOrder = {
  userId: number
  /** The customer's 1st, 2nd, … */
  seq: number
  service: { id: number; name: string; type: string; refill: boolean; cancel: boolean }
  link: string
  quantity: number
  rate: bigint
  price: bigint
  refunded: bigint
  status: OrderStatus
  dispatch: 'accepted' | 'rejected' | 'review'
  startCount: number | null
  remains: number
  review: OrderReview | null
  /** Pairs of seconds since placing and the quantity delivered. */
  samples: readonly number[]
  createdAt: Date
  attempt: PastAttempt
  events: readonly { event: NewOrderEvent; at: Date }[]
  /** A completed refill. */
  refill: { askedAt: Date; endedAt: Date } | null
}

/** When an open order is first polled. */
const FIRST_POLL_SECONDS = 5
const ANSWERED_MS = 900

/**
 * Writes the demo's past orders, oldest first, with everything that would be known about them: timelines, attempts, the
 * provider's ids, and queue entries of those that are open or in review. Nothing is sent. Returns their ids.
 */
export async function writePastOrders(tx: Tx, orders: readonly PastOrder[]): Promise<bigint[]> {
  if (orders.length === 0) return []
  const placed = await tx
    .insertInto('orders')
    .values(orders.map(toRow))
    .returning(['user_id', 'seq', 'id'])
    .execute()
  const ids = new Map(placed.map(({ user_id, seq, id }) => [`${user_id} ${seq}`, id]))
  const all = orders.map((order) => {
    const id = ids.get(`${order.userId} ${order.seq}`)
    if (id === undefined) throw new Error('an order that was just written is not there')
    return { order, id, token: randomUUID() }
  })
  await writeEvents(tx, all)
  await tx.insertInto('order_attempts').values(all.map(toAttemptRow)).execute()
  await writePlaces(tx, all)
  await writeRefills(tx, all)
  return all.map(({ id }) => id)
}

/** Groups a customer's past orders into mass orders. */
export async function writePastMassOrders(
  tx: Tx,
  ranges: readonly { userId: number; firstSeq: number; orders: number }[],
): Promise<void> {
  if (ranges.length === 0) return
  await tx
    .insertInto('mass_order_ranges')
    .values(ranges.map(({ userId, firstSeq, orders }) => ({ user_id: userId, first_seq: firstSeq, orders })))
    .execute()
}

type Written = { order: PastOrder; id: bigint; token: string }

function toRow(order: PastOrder): Insertable<Orders> {
  const { service, attempt } = order
  return {
    user_id: order.userId,
    seq: order.seq,
    service_id: service.id,
    service_name: service.name,
    service_type: service.type,
    link: order.link,
    quantity: order.quantity,
    rate: order.rate,
    price: order.price,
    refunded: order.refunded,
    status: order.status,
    start_count: order.startCount === null ? null : BigInt(order.startCount),
    remains: BigInt(order.remains),
    refill: service.refill,
    cancel: service.cancel,
    dispatch: order.dispatch,
    provider_id: order.dispatch === 'accepted' ? attempt.providerId : null,
    provider_order: order.dispatch === 'accepted' ? attempt.providerOrder : null,
    created_at: order.createdAt,
    updated_at: order.events.at(-1)?.at ?? order.createdAt,
    ...toReviewColumns(order.review),
    samples: order.samples.length === 0 ? null : [...order.samples],
  }
}

/** In time order, so that each block of the table covers a short time. */
async function writeEvents(tx: Tx, all: readonly Written[]): Promise<void> {
  const events = all
    .flatMap(({ order, id }) =>
      order.events.map(({ event, at }) => ({ userId: order.userId, id, event, at })),
    )
    .toSorted((one, other) => one.at.getTime() - other.at.getTime())
  await sql`
    insert into order_events (user_id, order_id, type, details, created_at)
    select * from unnest(${events.map(({ userId }) => userId)}::int[], ${events.map(({ id }) => id)}::bigint[],
      ${events.map(({ event }) => event.code)}::text[],
      ${events.map(({ event }) => toStoredDetails(encodeCarried(orderEvents, event)))}::jsonb[],
      ${events.map(({ at }) => at)}::timestamptz[])`.execute(tx)
}

function toAttemptRow({ order, id, token }: Written): InsertObject<DB, 'order_attempts'> {
  const { attempt } = order
  const finishedAt = new Date(attempt.startedAt.getTime() + ANSWERED_MS)
  return {
    user_id: order.userId,
    order_id: id,
    number: 1,
    token,
    state: attempt.state,
    supply_id: attempt.supplyId,
    provider_id: attempt.providerId,
    provider_service: attempt.providerService,
    cost: attempt.cost,
    charge: attempt.charge,
    charge_currency: attempt.charge === null ? null : 'USD',
    provider_order: attempt.state === 'accepted' ? attempt.providerOrder : null,
    fault: attempt.fault && toStoredFault(attempt.fault),
    evidence: JSON.stringify(attempt.evidence.map(toStoredEvidence), toStorable),
    started_at: attempt.startedAt,
    lease_until: finishedAt,
    finished_at: finishedAt,
    tx_id: sql<bigint>`pg_current_xact_id()::text::bigint`,
  }
}

/** Assigns the provider's ids to their orders; open orders are polled, and those in review wait for staff. */
async function writePlaces(tx: Tx, all: readonly Written[]): Promise<void> {
  const taken = all.flatMap(({ order: { userId, dispatch, status, createdAt, attempt }, id }) =>
    dispatch === 'accepted' && attempt.providerOrder !== null
      ? [{ userId, id, status, createdAt, providerId: attempt.providerId, ref: attempt.providerOrder }]
      : [],
  )
  if (taken.length > 0)
    await tx
      .insertInto('provider_orders')
      .values(
        taken.map(({ userId, id, providerId, ref }) => ({
          provider_id: providerId,
          provider_order: ref,
          user_id: userId,
          order_id: id,
        })),
      )
      .execute()
  const open = taken.filter(({ status }) => status === 'PENDING' || status === 'PROCESSING')
  if (open.length > 0)
    await tx
      .insertInto('poll_queue')
      .values(
        open.map(({ userId, id, providerId, ref, createdAt }) => ({
          user_id: userId,
          order_id: id,
          kind: 'order',
          provider_id: providerId,
          provider_ref: ref,
          due_at: sql<Date>`now() + make_interval(secs => ${FIRST_POLL_SECONDS})`,
          since: createdAt,
        })),
      )
      .execute()
  const undecided = all.filter(({ order }) => order.dispatch === 'review')
  if (undecided.length > 0)
    await tx
      .insertInto('dispatch_queue')
      .values(
        undecided.map(({ order: { userId, attempt }, id, token }) => ({
          user_id: userId,
          order_id: id,
          provider_id: attempt.providerId,
          supply_id: attempt.supplyId,
          due_at: attempt.startedAt,
          // As for an attempt without an answer: nothing sends it until staff decide.
          token,
          lease_until: null,
          tries: 1,
        })),
      )
      .execute()
  await sql.raw(groupIncidents).execute(tx)
}

async function writeRefills(tx: Tx, all: readonly Written[]): Promise<void> {
  const refilled = all.flatMap(({ order: { userId, refill }, id }) =>
    refill === null ? [] : [{ userId, id, refill }],
  )
  if (refilled.length === 0) return
  await tx
    .insertInto('refills')
    .values(
      refilled.map(({ userId, id, refill: { askedAt, endedAt } }) => ({
        user_id: userId,
        order_id: id,
        number: 1,
        state: 'completed',
        status_before: 'COMPLETED',
        created_at: askedAt,
        answered_at: endedAt,
        finished_at: endedAt,
      })),
    )
    .execute()
}
