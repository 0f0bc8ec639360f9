import { CompiledQuery, type Kysely, sql } from 'kysely'

import { encodeCarried } from '#contract/base/codes.ts'
import { type Money, ZERO } from '#contract/base/money.ts'
import { orderEvents } from '#contract/orders/order-events.ts'
import type { OrderReview } from '#contract/orders/order-review.ts'
import { toKeptDetails } from '#contract/base/stored-details.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'
import type { ProviderOrderStatus } from '#server/integrations/panels/read-status.ts'
import type { OrderKey } from '#server/modules/orders/state/order-queries.ts'
import { toReviewColumns } from '#server/modules/orders/state/review-queries.ts'

import { landStatusesStatement } from './land-statuses-statement.ts'

/** Something that its provider is asked about now. */
export type DuePoll = {
  user_id: number
  order_id: bigint
  kind: 'order' | 'refill'
  number: number
  provider_id: number
  provider_ref: string | null
  due_at: Date
  /** Since when an answer is awaited. */
  age_seconds: number
  is_wanted: boolean
}

export type QueuedPoll = DuePoll & {
  /** Until it is due; below 0 it is. */
  in_seconds: number
}

/**
 * One provider's, those that somebody waits for first, then those that are or will be due, the longest waiting first.
 * `after` leaves out what lies before it: where a long tx elsewhere keeps the database from cleaning up, what was
 * checked since would be looked through at every turn.
 */
export async function listPolls(
  db: Kysely<DB>,
  {
    providerId,
    after,
    limit,
    wantedMax,
  }: { providerId: number; after: Date | undefined; limit: number; wantedMax: number },
): Promise<QueuedPoll[]> {
  const columns = sql`user_id, order_id, kind, number, provider_id, provider_ref, due_at, is_wanted,
    extract(epoch from now() - since)::float8 as age_seconds, extract(epoch from due_at - now())::float8 as in_seconds`
  const { rows } = await sql<QueuedPoll>`
(select ${columns} from check_queue where provider_id = ${providerId} and is_wanted limit ${wantedMax})
union all
(select ${columns} from check_queue
  where provider_id = ${providerId} and due_at >= coalesce(${after ?? null}::timestamptz, '-infinity')
  order by due_at limit ${limit})`.execute(db)
  return rows
}

/** Those of these ids at a provider whose orders were left out before and are in review for it. */
export async function listLeftOut(
  db: Kysely<DB>,
  { providerId, ids }: { providerId: number; ids: readonly string[] },
): Promise<Set<string>> {
  const rows = await db
    .selectFrom('provider_orders as held')
    .innerJoin('orders', (join) =>
      join.onRef('orders.user_id', '=', 'held.user_id').onRef('orders.id', '=', 'held.order_id'),
    )
    .select('held.provider_order')
    .where('held.provider_id', '=', providerId)
    .where('held.provider_order', 'in', ids)
    .where('review_code', '=', 'left_out' satisfies OrderReview['code'])
    .execute()
  return new Set(rows.map(({ provider_order }) => provider_order))
}

/** What a provider said of one of its orders; undefined figures leave what is known. */
export type StatusAnswer = {
  check: DuePoll & { provider_ref: string }
  /** Its status in our terms; undefined where it said none that is understood. */
  word: ProviderOrderStatus | undefined
  raw: string
  startCount: number | undefined
  remains: number | undefined
  charge: string | undefined
  currency: string | undefined
  /** What a person must look at. Without one, what an earlier answer gave reason for is over. */
  review: OrderReview | undefined
  nextCheckSeconds: number
}

/** A review may stay open for days: its order is not asked about every few seconds. */
export function withReview(told: StatusAnswer, review: OrderReview): StatusAnswer {
  return { ...told, review, nextCheckSeconds: Math.max(told.nextCheckSeconds, 30) }
}

/** How a PARTIAL or CANCELED order ends, worked out under the order's lock (judge-short-ending.ts). */
export type Ending = {
  to: 'PARTIAL' | 'CANCELED'
  /** What was not delivered, by which the refund was worked out; undefined leaves what the provider said. */
  remains: number | undefined
  /** Of the order's price, in units of USD: 0 or more, and never more than was left. */
  refund: Money
  /** What had been refunded before, when the refund was worked out. */
  refundedBefore: bigint
  notification: 'order_partial' | 'order_canceled' | 'order_canceled_in_part'
}

/** Without an ending, PARTIAL and CANCELED change figures alone. */
export type JudgedAnswer = StatusAnswer & { ending: Ending | undefined }

export type LandedEvent = {
  topic: 'order' | 'notification' | 'charge' | 'balance'
  user_id: number
  id: bigint
}

/** See land-statuses-statement.ts. */
export async function writeStatuses(db: Kysely<DB>, told: readonly JudgedAnswer[]): Promise<LandedEvent[]> {
  const reviews = told.map(({ review }) => toReviewColumns(review ?? null))
  const { rows } = await db.executeQuery<LandedEvent>(
    CompiledQuery.raw(landStatusesStatement, [
      told.map(({ check }) => check.user_id),
      told.map(({ check }) => check.order_id),
      told.map(({ check }) => check.provider_id),
      told.map(({ check }) => check.provider_ref),
      told.map(({ check }) => check.due_at),
      told.map(({ word }) => word ?? null),
      told.map(({ raw }) => raw),
      told.map(({ startCount }) => startCount ?? null),
      told.map(({ remains }) => remains ?? null),
      told.map(({ charge }) => charge ?? null),
      told.map(({ currency }) => currency ?? null),
      reviews.map(({ review_code: code }) => code),
      reviews.map(({ review_details: details }) => details),
      told.map(({ nextCheckSeconds }) => nextCheckSeconds),
      told.map(({ ending }) => ending?.to ?? null),
      told.map(({ ending }) => ending?.remains ?? null),
      told.map(({ ending }) => ending?.refund ?? 0n),
      told.map(({ ending }) => ending?.refundedBefore ?? null),
      told.map(({ ending }) => toRefundDetails(ending?.refund ?? ZERO)),
      told.map(({ ending }) => ending?.notification ?? null),
    ]),
  )
  return rows
}

function toRefundDetails(amount: Money): string {
  return toKeptDetails(encodeCarried(orderEvents, { code: 'refund', details: { amount } }))
}

/** An order, or a customer's account, that somebody holds for longer is left for later. */
const LOCK_MS = 500

/**
 * First in the tx of `writeStatuses`. Who holds one of the rows for long must not hold up the others; and the joins are
 * walks through primary keys, in order (see land-statuses-statement.ts). A bitmap scan needs a condition: what would
 * read a whole table, by an index too, stays out also where the database believes it to be empty, as it does of a queue
 * that has just filled. There 500 orders beside 30,000 took 25 s.
 */
export async function prepareLanding(tx: Tx): Promise<void> {
  await sql`select set_config('lock_timeout', ${`${LOCK_MS}ms`}, true), set_config('enable_hashjoin', 'off', true),
    set_config('enable_mergejoin', 'off', true), set_config('enable_seqscan', 'off', true),
    set_config('enable_indexscan', 'off', true), set_config('enable_indexonlyscan', 'off', true),
    set_config('enable_bitmapscan', 'on', true)`.execute(tx)
}

/** Nothing was learnt of them: they are asked about again so much later, unless somebody wants it sooner since. */
export async function postponePolls(
  db: Kysely<DB>,
  { checks, seconds }: { checks: readonly DuePoll[]; seconds: number },
): Promise<void> {
  await sql`
update check_queue set due_at = now() + make_interval(secs => ${seconds}), is_wanted = false
from unnest(${checks.map(({ user_id }) => user_id)}::int[], ${checks.map(({ order_id }) => order_id)}::bigint[],
  ${checks.map(({ kind }) => kind)}::text[], ${checks.map(({ number }) => number)}::int[],
  ${checks.map(({ due_at }) => due_at)}::timestamptz[]) as asked (user_id, order_id, kind, number, due_at)
where check_queue.user_id = asked.user_id and check_queue.order_id = asked.order_id
  and check_queue.kind = asked.kind and check_queue.number = asked.number and check_queue.due_at = asked.due_at`.execute(
    db,
  )
}

/** By what a short ending is measured. */
export type RefundBasis = {
  user_id: number
  id: bigint
  price: bigint
  refunded: bigint
  quantity: number
  service_type: string
  /** Of a package, how many the provider counts in it; null while that is not known, and of anything else. */
  pieces: bigint | null
  /** The most that the provider said it charged while the order was open, a decimal text. */
  open_charge: string | null
  /** What all of it should cost us, in units of USD. */
  cost: bigint | null
}

/**
 * Locks these orders, in the order of their ids, until the tx ends, and answers those that are still open and followed under
 * that id. What they have to be is asked of the locked rows: as conditions, an index by status would look as good as the
 * key to a planner that believes the tables to be empty, and 250 orders beside 30,000 took 6 s.
 */
export async function lockRefundBases(
  tx: Tx,
  checks: readonly Pick<StatusAnswer['check'], 'user_id' | 'order_id' | 'provider_ref'>[],
): Promise<RefundBasis[]> {
  const { rows } = await sql<RefundBasis & { is_followed: boolean }>`
select orders.user_id, orders.id, price, refunded, quantity, service_type, pieces, open_charge::text as open_charge, taken.cost,
  orders.status in ('PENDING', 'PROCESSING') and orders.dispatch = 'accepted'
    and orders.provider_order is not distinct from asked.provider_ref as is_followed
from unnest(${checks.map(({ user_id }) => user_id)}::int[], ${checks.map(({ order_id }) => order_id)}::bigint[],
  ${checks.map(({ provider_ref }) => provider_ref)}::text[]) as asked (user_id, order_id, provider_ref)
join orders on orders.user_id = asked.user_id and orders.id = asked.order_id
left join order_attempts taken on taken.user_id = orders.user_id and taken.order_id = orders.id
  and taken.state = 'accepted'
order by orders.user_id, orders.id
for no key update of orders`.execute(tx)
  return rows.filter((row) => row.is_followed)
}

/**
 * Its customer waits: it goes before others. Answers its provider; undefined while it was asked about less than
 * `ageSeconds` ago, and where nothing is awaited of it. One that is due already is left so: it may be under way.
 */
export async function requestPoll(
  db: Kysely<DB>,
  { userId, id, ageSeconds }: OrderKey & { ageSeconds: number },
): Promise<number | undefined> {
  const { rows } = await sql<{ provider_id: number }>`
update check_queue set is_wanted = true, due_at = least(due_at, now())
where user_id = ${userId} and order_id = ${id} and kind = 'order'
  and coalesce(checked_at <= now() - make_interval(secs => ${ageSeconds}), true)
returning provider_id`.execute(db)
  return rows[0]?.provider_id
}

export async function isPollRequested(db: Kysely<DB>, { userId, id }: OrderKey): Promise<boolean> {
  const row = await db
    .selectFrom('check_queue')
    .select('is_wanted')
    .where('user_id', '=', userId)
    .where('order_id', '=', id)
    .where('kind', '=', 'order')
    .executeTakeFirst()
  return row?.is_wanted === true
}
