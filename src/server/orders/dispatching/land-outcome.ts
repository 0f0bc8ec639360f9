import { sql } from 'kysely'

import type { Context } from '#server/context.ts'
import { type Tell, transact, type Tx } from '#server/database/transact.ts'
import type { AddOutcome } from '#server/integrations/panel-api/read-add.ts'

import { claimProviderOrder, hasUntriedSupply } from './dispatching-queries.ts'
import { moveOrder } from '#server/orders/state/move-order.ts'
import {
  type AttemptKey,
  closeAttempt,
  flagOrder,
  isOpen,
  type LockedOrder,
  lockOrder,
  setDispatch,
  updateOrder,
} from '#server/orders/state/order-queries.ts'

/** After the acceptance, so that the first check comes within 2 s (api.md, "Starting it"). */
const FIRST_CHECK_SECONDS = 1

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

/**
 * The provider took it under `id`. An id that another order holds already is no proof of anything: a person
 * looks. An order that was decided on meanwhile (sent again, refunded) keeps that, and says what came late.
 */
async function landAccepted(
  tx: Tx,
  tell: Tell,
  { order, attempt, id }: { order: LockedOrder; attempt: AttemptKey; id: string },
): Promise<void> {
  const isAwaited =
    order.attempts === attempt.number && order.status === 'PENDING' && order.dispatch !== 'accepted'
  const isOurs = await claimProviderOrder(tx, order, { providerId: attempt.provider_id, id })
  if (!isOurs) {
    const error = `The provider answered with its order ${id}, which belongs to another order`
    await closeAttempt(tx, attempt, { state: 'unknown', error })
    if (isAwaited && order.dispatch !== 'queued')
      await setDispatch(tx, order, { dispatch: 'review', seconds: 0, flag: error })
    return
  }
  if (!isAwaited) {
    const error = `Taken by the provider as its order ${id} after this was decided otherwise`
    await closeAttempt(tx, attempt, { state: 'unknown', error, providerOrder: id })
    return flagOrder(tx, order, `Sending ${attempt.number}: ${error}`)
  }
  await closeAttempt(tx, attempt, { state: 'accepted', error: null, providerOrder: id })
  await acceptOrder(tx, tell, order, { providerId: attempt.provider_id, id })
}

/** The order is with the provider from now on; its claim on the id was made in the same tx. */
export async function acceptOrder(
  tx: Tx,
  tell: Tell,
  order: Pick<LockedOrder, 'user_id' | 'id'>,
  { providerId, id }: { providerId: number; id: string },
): Promise<void> {
  const key = { userId: order.user_id, id: order.id }
  await updateOrder(tx, key, {
    dispatch: 'accepted',
    dispatch_at: sql`now()`,
    provider_id: providerId,
    provider_order: id,
    check_at: sql<Date>`now() + make_interval(secs => ${FIRST_CHECK_SECONDS})`,
    flag: null,
    updated_at: sql`tally_now()`,
  })
  tell({ topic: 'order', ...key, id: Number(order.id) })
}

/** The next supply gets its try; where there is none, the customer gets the money back. */
async function landRejected(tx: Tx, tell: Tell, order: LockedOrder): Promise<void> {
  if (await hasUntriedSupply(tx, order)) {
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
