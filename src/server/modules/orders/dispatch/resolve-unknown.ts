import { type Kysely, sql } from 'kysely'
import * as z from 'zod/mini'

import { sentFault } from '#contract/base/codes.ts'
import type { OrderEvidence } from '#contract/orders/order-evidence.ts'
import type { OrderReview } from '#contract/orders/order-review.ts'
import { fromStoredDetails } from '#contract/base/stored-details.ts'
import type { Context } from '#server/context.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import { toStoredFault } from '#server/lib/queue/stored-fault.ts'
import { transact, type Tx } from '#server/lib/postgres/transact.ts'
import {
  type LockedOrder,
  lockOrder,
  type OrderKey,
  setDispatch,
} from '#server/modules/orders/state/order-queries.ts'
import { replaceOpenReview } from '#server/modules/orders/state/review-queries.ts'
import { holdForReview } from '#server/modules/orders/state/queue-queries.ts'

import { addEvidence, gatherEvidence, readSnapshot, type UnknownAttempt } from './gather-evidence.ts'
import { UNKNOWN_SECONDS } from './land-outcome.ts'

const BATCH = 50
/** During this time other processes skip it, while its evidence is gathered. */
const GATHERING_SECONDS = 60

/**
 * Attempts whose lease has expired: the sender is gone, and the outcome becomes unknown. If the sender lives after
 * all, its late response is still applied by its token. Returns whether there may be more.
 */
export async function expireLeases(ctx: Context): Promise<boolean> {
  const keys = await listOverdue(ctx.db, 'sending', BATCH)
  for (const key of keys)
    await transact(ctx, async (tx) => {
      if ((await lockOrder(tx, key))?.dispatch === 'sending') await markUnknown(tx, key, UNKNOWN_SECONDS)
    })
  return keys.length === BATCH
}

/**
 * Sends unknown orders to review once their time for a late response is up, with the evidence found. Never sends an
 * order again, refunds it or reroutes it. Returns whether there may be more.
 */
export async function resolveUnknown(ctx: Context): Promise<boolean> {
  const keys = await listOverdue(ctx.db, 'unknown', BATCH)
  const claimed: UnknownAttempt[] = []
  for (const key of keys) {
    const unknown = await reserveUnknown(ctx.db, key, GATHERING_SECONDS)
    if (unknown !== undefined) claimed.push(unknown)
  }
  const byProvider = Map.groupBy(claimed, ({ provider_id }) => provider_id)
  await Promise.all(
    [...byProvider].map(async ([providerId, own]) => {
      const snapshot = await readSnapshot(ctx, providerId)
      for (const unknown of own)
        await sendToReview(ctx, unknown, await gatherEvidence(ctx, unknown, snapshot))
    }),
  )
  return keys.length === BATCH
}

async function sendToReview(
  ctx: Context,
  unknown: UnknownAttempt,
  evidence: readonly OrderEvidence[],
): Promise<void> {
  const key: OrderKey = { userId: unknown.user_id, id: unknown.order_id }
  await transact(ctx, async (tx) => {
    const order = await lockOrder(tx, key)
    if (order?.dispatch !== 'unknown' || order.attempts !== unknown.number) return
    await addEvidence(tx, unknown, evidence)
    await setDispatch(tx, order, { dispatch: 'review', ...toUnknownReview(order) })
    await holdForReview(tx, key)
  })
}

/** The awaited response did not come. Any other review reason stays. */
function toUnknownReview({ review_code: code, review_details }: LockedOrder): { review?: OrderReview } {
  if (code !== null && code !== 'reply_awaited') return {}
  const { fault } = fromStoredDetails(review_details)
  const known = z.safeParse(sentFault, fault).data ?? { code: 'sending_cut_short', details: {} }
  return { review: { code: 'sending_unknown', details: { fault: known } } }
}

/** Orders whose running or unknown attempt has timed out, longest waiting first. */
async function listOverdue(db: Kysely<DB>, state: 'sending' | 'unknown', limit: number): Promise<OrderKey[]> {
  const rows = await db
    .selectFrom('dispatch_queue')
    .innerJoin('orders', (join) =>
      join
        .onRef('orders.user_id', '=', 'dispatch_queue.user_id')
        .onRef('orders.id', '=', 'dispatch_queue.order_id'),
    )
    .select(['orders.user_id', 'orders.id'])
    .where('token', 'is not', null)
    .where('lease_until', '<=', sql<Date>`now()`)
    .where('orders.dispatch', '=', state === 'sending' ? 'queued' : 'unknown')
    .orderBy('lease_until')
    .limit(limit)
    .execute()
  return rows.map(({ user_id: userId, id }) => ({ userId, id }))
}

/** Marks the attempt unknown when its lease has expired by the database's clock. Call it under the order's lock. */
async function markUnknown(tx: Tx, { userId, id }: OrderKey, unknownSeconds: number): Promise<void> {
  const fault = { code: 'sending_cut_short', details: {} } as const
  const { review_code, review_details } = replaceOpenReview({ code: 'reply_awaited', details: { fault } })
  await sql`
with given_up as (
  update dispatch_queue set lease_until = now() + make_interval(secs => ${unknownSeconds})
  where user_id = ${userId} and order_id = ${id} and token is not null and lease_until <= now()
  returning user_id, order_id, tries
), flagged as (
  update orders set dispatch = 'unknown', review_code = ${review_code}, review_details = ${review_details}
  from given_up where orders.user_id = given_up.user_id and orders.id = given_up.order_id
)
update order_attempts set state = 'unknown', fault = ${toStoredFault(fault)}::jsonb
from given_up
where order_attempts.user_id = given_up.user_id and order_attempts.order_id = given_up.order_id
  and number = tries and state = 'sending'`.execute(tx)
}

/** Reserves the attempt for `seconds`; undefined when another process was faster. */
async function reserveUnknown(
  db: Kysely<DB>,
  { userId, id }: OrderKey,
  seconds: number,
): Promise<UnknownAttempt | undefined> {
  const { rows } = await sql<UnknownAttempt>`
update dispatch_queue entry set lease_until = now() + make_interval(secs => ${seconds})
from order_attempts tried
where entry.user_id = ${userId} and entry.order_id = ${id} and entry.token is not null and entry.lease_until <= now()
  and tried.user_id = entry.user_id and tried.order_id = entry.order_id and tried.number = entry.tries
returning tried.user_id, tried.order_id, tried.number, tried.token, tried.provider_id, cost,
  trim_scale(balance_before)::text as balance_before, balance_before_at, started_at, finished_at`.execute(db)
  return rows[0]
}
