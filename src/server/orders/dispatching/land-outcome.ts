import { sql } from 'kysely'

import type { Context } from '#server/context.ts'
import { type Tell, transact, type Tx } from '#server/database/transact.ts'
import type { AddOutcome } from '#server/integrations/panel-api/read-add.ts'

import { landAccepted } from './land-accepted.ts'
import { moveOrder } from '#server/orders/state/move-order.ts'
import {
  type AttemptKey,
  closeAttempt,
  isOpen,
  type LockedOrder,
  lockOrder,
  setDispatch,
} from '#server/orders/state/order-queries.ts'

/** An unknown outcome waits this long for a late reply or evidence; then a person decides. */
const UNKNOWN_SECONDS = 90

/**
 * Writes what became of one sending, fenced by its token (field notes 2). A late reply to an attempt that was
 * given up as unknown still lands, unless somebody has decided otherwise meanwhile; then it is flagged.
 */
export async function landOutcome(ctx: Context, attempt: AttemptKey, outcome: AddOutcome): Promise<void> {
  await transact(ctx, async (tx, tell) => {
    const order = await lockOrder(tx, { userId: attempt.user_id, id: attempt.order_id })
    if (order === undefined) throw new Error(`order ${attempt.order_id} is gone`)
    if (!(await isOpen(tx, attempt))) return
    if (outcome.kind === 'accepted') return landAccepted(tx, tell, { order, attempt, id: outcome.order })
    await closeAttempt(tx, attempt, { state: outcome.kind, error: outcome.error })
    const isAwaited = order.attempts === attempt.number && order.status === 'PENDING'
    if (!isAwaited || !['sending', 'unknown', 'review'].includes(order.dispatch)) return
    if (outcome.kind === 'rejected') return landRejected(tx, tell, order)
    if (outcome.kind === 'unknown') {
      if (order.dispatch !== 'sending') return
      return setDispatch(tx, order, {
        dispatch: 'unknown',
        seconds: UNKNOWN_SECONDS,
        flag: `It is not known whether the provider took it: ${outcome.error}`,
      })
    }
    return setDispatch(tx, order, {
      dispatch: 'queued',
      seconds: outcome.kind === 'refused' ? refusedDelay(order.attempts) : notSentDelay(order.attempts),
      flag: `${outcome.kind === 'refused' ? 'Refused by the provider' : 'Not sent'}: ${outcome.error}`,
    })
  })
}

/** The next supply gets its try; where there is none, the customer gets the money back. */
async function landRejected(tx: Tx, tell: Tell, order: LockedOrder): Promise<void> {
  const next = await sql`
    select from orders
    join supplies on supplies.service_id = orders.service_id and supplies.is_active
    join providers on providers.id = supplies.provider_id and providers.is_enabled
    where orders.user_id = ${order.user_id} and orders.id = ${order.id} and not exists (
      select from order_attempts tried
      where tried.user_id = orders.user_id and tried.order_id = orders.id
        and tried.supply_id = supplies.id and tried.state = 'rejected')
    limit 1`.execute(tx)
  if (next.rows.length > 0) {
    await setDispatch(tx, order, { dispatch: 'queued', seconds: 0, flag: order.flag })
    return tell({ topic: 'dispatch' })
  }
  await moveOrder(tx, tell, {
    userId: order.user_id,
    id: order.id,
    from: ['PENDING'],
    to: 'FAILED',
    set: { dispatch: 'rejected', check_at: null },
    refund: { of: 'left' },
  })
}

/** About us: an operator has to do something, so 15 s doubling to 15 min. */
function refusedDelay(attempts: number): number {
  return Math.min(15 * 2 ** Math.min(attempts - 1, 10), 900)
}

/** The line is down: 2 s doubling to 5 min. */
function notSentDelay(attempts: number): number {
  return Math.min(2 * 2 ** Math.min(attempts - 1, 10), 300)
}
