import { CompiledQuery, type Kysely, sql } from 'kysely'

import { encodeCarried } from '#contract/base/codes.ts'
import { type Money, ZERO } from '#contract/base/money.ts'
import { orderEvents } from '#contract/orders/order-events.ts'
import type { OrderReview } from '#contract/orders/order-review.ts'
import { toStoredDetails } from '#contract/base/stored-details.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'
import type { ProviderOrderStatus } from '#server/integrations/panels/read-status.ts'
import { toReviewColumns } from '#server/modules/orders/state/review-queries.ts'

import { landStatusesStatement } from './land-statuses-statement.ts'

/** An order or refill to poll. */
export type DuePoll = {
  user_id: number
  order_id: bigint
  kind: 'order' | 'refill'
  number: number
  provider_id: number
  provider_ref: string | null
  due_at: Date
  /** Since when it is polled. */
  age_seconds: number
  is_urgent: boolean
}

type QueuedPoll = DuePoll & {
  /** Seconds until it is due; negative when overdue. */
  in_seconds: number
}

/**
 * The polls of one provider: requested ones first, then by due time. `after` leaves out earlier ones: while a long
 * tx elsewhere prevents vacuum, polls done since would be scanned every time.
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
  const columns = sql`user_id, order_id, kind, number, provider_id, provider_ref, due_at, is_urgent,
    extract(epoch from now() - since)::float8 as age_seconds, extract(epoch from due_at - now())::float8 as in_seconds`
  const { rows } = await sql<QueuedPoll>`
(select ${columns} from poll_queue where provider_id = ${providerId} and is_urgent limit ${wantedMax})
union all
(select ${columns} from poll_queue
  where provider_id = ${providerId} and due_at >= coalesce(${after ?? null}::timestamptz, '-infinity')
  order by due_at limit ${limit})`.execute(db)
  return rows
}

/** The ids whose orders are in review because the provider left them out before. */
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

/** A status answer about one order; undefined figures keep the known ones. */
export type StatusAnswer = {
  poll: DuePoll & { provider_ref: string }
  /** The status in our terms; undefined when none was understood. */
  word: ProviderOrderStatus | undefined
  raw: string
  startCount: number | undefined
  remains: number | undefined
  charge: string | undefined
  currency: string | undefined
  /** A reason for review. Without one, a review that an earlier answer opened ends. */
  review: OrderReview | undefined
  nextPollSeconds: number
}

/** A review may stay open for days, so its order is polled less often. */
export function withReview(answers: StatusAnswer, review: OrderReview): StatusAnswer {
  return { ...answers, review, nextPollSeconds: Math.max(answers.nextPollSeconds, 30) }
}

/** How a PARTIAL or CANCELED order ends, worked out under the order's lock (land-statuses.ts). */
export type Ending = {
  to: 'PARTIAL' | 'CANCELED'
  /** The undelivered quantity the refund is based on; undefined keeps the provider's figure. */
  remains: number | undefined
  /** Units of USD: from 0 to what was not refunded yet. */
  refund: Money
  /** What was already refunded when the refund was worked out. */
  refundedBefore: bigint
  notification: 'order_partial' | 'order_canceled' | 'order_canceled_in_part'
}

/** Without an ending, PARTIAL and CANCELED only change figures. */
export type JudgedAnswer = StatusAnswer & { ending: Ending | undefined }

export type LandedEvent = {
  topic: 'order' | 'notification' | 'charge' | 'balance'
  user_id: number
  id: bigint
}

/** See land-statuses-statement.ts. */
export async function writeStatuses(
  db: Kysely<DB>,
  answers: readonly JudgedAnswer[],
): Promise<LandedEvent[]> {
  const reviews = answers.map(({ review }) => toReviewColumns(review ?? null))
  const { rows } = await db.executeQuery<LandedEvent>(
    CompiledQuery.raw(landStatusesStatement, [
      answers.map(({ poll }) => poll.user_id),
      answers.map(({ poll }) => poll.order_id),
      answers.map(({ poll }) => poll.provider_id),
      answers.map(({ poll }) => poll.provider_ref),
      answers.map(({ poll }) => poll.due_at),
      answers.map(({ word }) => word ?? null),
      answers.map(({ raw }) => raw),
      answers.map(({ startCount }) => startCount ?? null),
      answers.map(({ remains }) => remains ?? null),
      answers.map(({ charge }) => charge ?? null),
      answers.map(({ currency }) => currency ?? null),
      reviews.map(({ review_code: code }) => code),
      reviews.map(({ review_details: details }) => details),
      answers.map(({ nextPollSeconds }) => nextPollSeconds),
      answers.map(({ ending }) => ending?.to ?? null),
      answers.map(({ ending }) => ending?.remains ?? null),
      answers.map(({ ending }) => ending?.refund ?? 0n),
      answers.map(({ ending }) => ending?.refundedBefore ?? null),
      answers.map(({ ending }) => toRefundDetails(ending?.refund ?? ZERO)),
      answers.map(({ ending }) => ending?.notification ?? null),
    ]),
  )
  return rows
}

function toRefundDetails(amount: Money): string {
  return toStoredDetails(encodeCarried(orderEvents, { code: 'refund', details: { amount } }))
}

/** Rows locked by others for longer are postponed. */
const LOCK_MS = 500

/**
 * Must run first in the tx of `writeStatuses`. A row locked for long must not hold up the others, and joins must
 * walk primary keys in order (land-statuses-statement.ts). Only bitmap scans stay on, since they need a condition:
 * anything else may read a whole table that the planner believes to be empty, such as a queue that just filled.
 * There 500 orders beside 30,000 took 25 s.
 */
export async function prepareLanding(tx: Tx): Promise<void> {
  await sql`select set_config('lock_timeout', ${`${LOCK_MS}ms`}, true), set_config('enable_hashjoin', 'off', true),
    set_config('enable_mergejoin', 'off', true), set_config('enable_seqscan', 'off', true),
    set_config('enable_indexscan', 'off', true), set_config('enable_indexonlyscan', 'off', true),
    set_config('enable_bitmapscan', 'on', true)`.execute(tx)
}

/** Postpones polls that brought no answer, unless an earlier poll was requested meanwhile. */
export async function postponePolls(
  db: Kysely<DB>,
  { polls, seconds }: { polls: readonly DuePoll[]; seconds: number },
): Promise<void> {
  await sql`
update poll_queue set due_at = now() + make_interval(secs => ${seconds}), is_urgent = false
from unnest(${polls.map(({ user_id }) => user_id)}::int[], ${polls.map(({ order_id }) => order_id)}::bigint[],
  ${polls.map(({ kind }) => kind)}::text[], ${polls.map(({ number }) => number)}::int[],
  ${polls.map(({ due_at }) => due_at)}::timestamptz[]) as asked (user_id, order_id, kind, number, due_at)
where poll_queue.user_id = asked.user_id and poll_queue.order_id = asked.order_id
  and poll_queue.kind = asked.kind and poll_queue.number = asked.number and poll_queue.due_at = asked.due_at`.execute(
    db,
  )
}
