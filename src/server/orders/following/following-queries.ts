import { type Kysely, sql } from 'kysely'

import type { OrderReview } from '#contract/order-review.ts'
import type { OrderStatus } from '#contract/orders.ts'
import type { DB } from '#server/database/tables.ts'
import type { Tx } from '#server/database/transact.ts'
import type { OrderKey } from '#server/orders/state/order-queries.ts'
import { isLastingReview, toReviewColumns } from '#server/orders/state/review-queries.ts'

import { CHECK_LEASE_SECONDS } from './check-delay.ts'

/** An order whose standing at its provider is asked for now. */
export type CheckedOrder = {
  user_id: number
  id: bigint
  provider_id: number
  provider_order: string
  /** Since it was taken, or since its cancelling was asked for. */
  age_seconds: number
  quantity: number
  service_type: string
  /** Of a package, how many the provider counts in it; null while that is not known, and of anything else. */
  pieces: bigint | null
  /** The most that the provider said it charged while the order was open, a decimal text. */
  open_charge: string | null
  /** What all of it should cost us, in units of USD. */
  cost: bigint | null
}

/** Of `due`, which names the orders, and the one sending that each provider took. */
const takenBy = sql`due left join order_attempts taken
  on taken.user_id = due.user_id and taken.order_id = due.id and taken.state = 'accepted'`
const checkedColumns = sql`orders.user_id, orders.id, orders.provider_id, orders.provider_order,
  extract(epoch from now() - greatest(taken.finished_at, orders.cancel_asked_at))::float8 as age_seconds,
  orders.quantity, orders.service_type, taken.pieces, taken.open_charge, taken.cost`

/** Those that are due, the longest waiting first. Nobody else asks about them until the lease is over. */
export async function claimDueChecks(db: Kysely<DB>, limit: number): Promise<CheckedOrder[]> {
  const { rows } = await sql<CheckedOrder>`
with due as materialized (
  select user_id, id from orders
  where check_at <= now()
  order by check_at limit ${limit} for update skip locked
)
update orders set check_at = now() + make_interval(secs => ${CHECK_LEASE_SECONDS})
from ${takenBy}
where orders.user_id = due.user_id and orders.id = due.id and orders.provider_order is not null
returning ${checkedColumns}`.execute(db)
  return rows
}

/** For a customer who looks now: undefined while it was asked less than `ageSeconds` ago, or nothing is expected. */
export async function claimOwnCheck(
  db: Kysely<DB>,
  { userId, id, ageSeconds }: OrderKey & { ageSeconds: number },
): Promise<CheckedOrder | undefined> {
  const { rows } = await sql<CheckedOrder>`
with due as materialized (
  select user_id, id from orders
  where user_id = ${userId} and id = ${id} and check_at is not null and provider_order is not null
    and coalesce(checked_at < now() - make_interval(secs => ${ageSeconds}), true)
  for update
)
update orders set check_at = now() + make_interval(secs => ${CHECK_LEASE_SECONDS}), checked_at = now()
from ${takenBy}
where orders.user_id = due.user_id and orders.id = due.id
returning ${checkedColumns}`.execute(db)
  return rows[0]
}

/** Nothing was learnt of them: they are asked about again so much later. */
export async function putOffChecks(
  db: Kysely<DB>,
  { orders, seconds }: { orders: readonly CheckedOrder[]; seconds: number },
): Promise<void> {
  await sql`
with asked as materialized (
  select orders.user_id, orders.id from orders
  join unnest(${orders.map(({ user_id }) => user_id)}::int[], ${orders.map(({ id }) => id)}::bigint[]) as asked (user_id, id)
    using (user_id, id)
  where check_at is not null
  order by user_id, id for no key update of orders
)
update orders set check_at = now() + make_interval(secs => ${seconds})
from asked where orders.user_id = asked.user_id and orders.id = asked.id`.execute(db)
}

/** What a provider said of one of its orders; undefined figures leave what is known. */
export type Counters = {
  order: CheckedOrder
  startCount: number | undefined
  remains: number | undefined
  charge: string | undefined
  currency: string | undefined
  /** Whether it said that it is still at work, so that its charge is for all of it. */
  isOpen: boolean
  /** Of a package that has not begun; the first to be known stays. */
  pieces: number | undefined
  /** What a person must look at. Without one, what an earlier answer gave reason for is over. */
  review: OrderReview | undefined
  nextCheckSeconds: number
}

export type Standing = { user_id: number; id: bigint; status: OrderStatus; changed: boolean }

/**
 * Writes them all in one statement and answers how each order stands now, and whether a figure changed. The figures
 * of an order that has ended are those it ended with: what comes later changes none of them.
 */
export async function writeCounters(db: Kysely<DB>, told: readonly Counters[]): Promise<Standing[]> {
  const reviews = told.map(({ review }) => toReviewColumns(review ?? null))
  const { rows } = await sql<Standing>`
with told as (
  select * from unnest(
    ${told.map(({ order }) => order.user_id)}::int[], ${told.map(({ order }) => order.id)}::bigint[],
    ${told.map(({ startCount }) => startCount ?? null)}::bigint[], ${told.map(({ remains }) => remains ?? null)}::bigint[],
    ${reviews.map(({ review_code }) => review_code)}::text[], ${reviews.map(({ review_details }) => review_details)}::text[],
    ${told.map(({ nextCheckSeconds }) => nextCheckSeconds)}::float8[],
    ${told.map(({ charge }) => charge ?? null)}::numeric[], ${told.map(({ currency }) => currency ?? null)}::text[],
    ${told.map(({ isOpen }) => isOpen)}::boolean[], ${told.map(({ pieces }) => pieces ?? null)}::bigint[],
    ${told.map(({ order }) => order.provider_order)}::text[]
  ) as told (user_id, id, start_count, remains, review_code, review_details, delay, charge, currency, is_open, pieces, provider_order)
), before as materialized (
  select orders.user_id, orders.id, orders.start_count, orders.remains,
    orders.status in ('PENDING', 'PROCESSING') as counts, orders.status = 'PENDING' as has_not_begun
  from orders join told on orders.user_id = told.user_id and orders.id = told.id
    -- An id that was taken from the order while it was asked about says nothing of it any more.
    and orders.provider_order = told.provider_order
  order by orders.user_id, orders.id for no key update of orders
), charged as (
  update order_attempts set
    charge = coalesce(told.charge, order_attempts.charge),
    charge_currency = coalesce(told.currency, charge_currency),
    open_charge = case when told.is_open and told.charge > 0 then greatest(open_charge, told.charge) else open_charge end,
    pieces = coalesce(order_attempts.pieces, case when has_not_begun then told.pieces end)
  from told join before using (user_id, id)
  where order_attempts.user_id = told.user_id and order_id = told.id and state = 'accepted' and before.counts
    and (told.charge <> coalesce(order_attempts.charge, -1) or told.is_open and told.charge > coalesce(open_charge, 0)
      or told.pieces is not null and order_attempts.pieces is null and has_not_begun)
)
update orders set
  start_count = case when before.counts then coalesce(told.start_count, orders.start_count) else orders.start_count end,
  remains = case when before.counts then coalesce(told.remains, orders.remains) else orders.remains end,
  review_code = case when ${isLastingReview} then orders.review_code else told.review_code end,
  review_details = case when ${isLastingReview} then orders.review_details else told.review_details::jsonb end,
  checked_at = now(),
  check_at = case when orders.check_at is null then null else now() + make_interval(secs => told.delay) end,
  updated_at = case when before.counts and (coalesce(told.start_count, before.start_count) is distinct from before.start_count
    or coalesce(told.remains, before.remains) is distinct from before.remains) then tally_now() else updated_at end
from told join before using (user_id, id)
where orders.user_id = told.user_id and orders.id = told.id
returning orders.user_id, orders.id, orders.status,
  orders.start_count is distinct from before.start_count or orders.remains is distinct from before.remains as changed`.execute(
    db,
  )
  return rows
}

/** The check that follows soon will see what comes of the wish. */
const CANCEL_CHECK_SECONDS = 2

/** From now on nobody else asks, for that long. Answers when it was asked, which is whose wish it is from then on. */
export async function beginCancel(tx: Tx, { userId, id }: OrderKey, askingSeconds: number): Promise<Date> {
  const { cancel_asked_at: askedAt } = await tx
    .updateTable('orders')
    .set({
      cancel_asked_at: sql`now()`,
      cancel_awaited_until: inSeconds(askingSeconds),
      check_at: inSeconds(CANCEL_CHECK_SECONDS),
    })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returning(sql<Date>`cancel_asked_at`.as('cancel_asked_at'))
    .executeTakeFirstOrThrow()
  return askedAt
}

/**
 * How the wish stands now: awaited for so long, or no longer in the way of another. Answers false, and changes
 * nothing, when somebody has asked anew meanwhile: a late answer is not to theirs.
 */
export async function changeCancel(
  tx: Tx,
  { userId, id, askedAt }: OrderKey & { askedAt: Date },
  { awaitedSeconds }: { awaitedSeconds: number | undefined },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('orders')
    .set({ cancel_awaited_until: awaitedSeconds === undefined ? null : inSeconds(awaitedSeconds) })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('cancel_asked_at', '=', askedAt)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

function inSeconds(seconds: number) {
  return sql<Date>`now() + make_interval(secs => ${seconds})`
}
