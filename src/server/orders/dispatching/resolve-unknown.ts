import { sql } from 'kysely'

import type { Context } from '#server/context.ts'
import { transact } from '#server/database/transact.ts'

import { type Evidence, findEvidence, type UnknownOrder } from './find-evidence.ts'
import { addOrderEvent, lockOrder, setDispatch } from '#server/orders/state/order-queries.ts'

const BATCH = 50
/** Others leave it alone while its evidence is looked for. */
const LOOKING_SECONDS = 60
const UNKNOWN_SECONDS = 90

/**
 * Sendings whose lease is over: whoever sent them is gone, and nothing is known. Should the sender live after
 * all, its late reply still lands by its token.
 */
export async function expireLeases(ctx: Context): Promise<number> {
  const { rows } = await sql`
with over as materialized (
  select user_id, id, attempts from orders
  where dispatch = 'sending' and dispatch_at <= now()
  order by dispatch_at limit ${BATCH} for update skip locked
), given_up as (
  update order_attempts set state = 'unknown', error = 'The sending ended without an answer being noted'
  from over
  where order_attempts.user_id = over.user_id and order_id = over.id and number = over.attempts and state = 'sending'
)
update orders set dispatch = 'unknown', dispatch_at = now() + make_interval(secs => ${UNKNOWN_SECONDS}),
  flag = 'It is not known whether the provider took it: the sending ended without an answer being noted'
from over where orders.user_id = over.user_id and orders.id = over.id
returning orders.id`.execute(ctx.db)
  return rows.length
}

/**
 * Unknown orders that had their time for a late reply: evidence that the provider did not take it queues it
 * again, anything else goes to a person. Never sent again, refunded or given to another provider without it.
 */
export async function resolveUnknown(ctx: Context): Promise<number> {
  const { rows } = await sql<UnknownOrder>`
with due as materialized (
  select user_id, id from orders
  where dispatch = 'unknown' and dispatch_at <= now()
  order by dispatch_at limit ${BATCH} for update skip locked
)
update orders set dispatch_at = now() + make_interval(secs => ${LOOKING_SECONDS})
from due join order_attempts using (user_id)
where orders.user_id = due.user_id and orders.id = due.id
  and order_attempts.order_id = due.id and order_attempts.number = orders.attempts
returning orders.user_id, orders.id, orders.attempts, order_attempts.provider_id, cost, balance_before, started_at`.execute(
    ctx.db,
  )
  for (const unknown of rows) await decide(ctx, unknown, await findEvidence(ctx, unknown))
  return rows.length
}

async function decide(ctx: Context, unknown: UnknownOrder, evidence: Evidence): Promise<void> {
  await transact(ctx, async (tx, tell) => {
    const key = { userId: unknown.user_id, id: unknown.id }
    const order = await lockOrder(tx, key)
    if (order?.dispatch !== 'unknown' || order.attempts !== unknown.attempts) return
    if (order.status !== 'PENDING') return
    if (evidence.says !== 'not_taken') {
      const flag = [order.flag, evidence.because].filter(Boolean).join('. ')
      return setDispatch(tx, order, { dispatch: 'review', seconds: 0, flag })
    }
    // Read by the audit too: a second sending without this line is a violation.
    await addOrderEvent(tx, key, { type: 'evidence', message: evidence.because })
    await setDispatch(tx, order, { dispatch: 'queued', seconds: 0, flag: evidence.because })
    tell({ topic: 'dispatch' })
  })
}
