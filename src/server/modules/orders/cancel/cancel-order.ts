import { sql } from 'kysely'

import { AppError } from '#contract/base/errors.ts'
import type { ExpectedState } from '#contract/orders/order-actions.ts'
import { refuseCancel } from '#contract/orders/order-rules.ts'
import type { Context } from '#server/context.ts'
import { panel } from '#server/integrations/panels/panel-client.ts'
import { type Publish, transact, type Tx } from '#server/lib/postgres/transact.ts'
import { type By, transactAsStaff } from '#server/modules/audit-log/transact-as-staff.ts'
import { moveOrder } from '#server/modules/orders/state/move-order.ts'
import { addOrderEvent, lockOrder, type OrderKey } from '#server/modules/orders/state/order-queries.ts'
import { pollIn } from '#server/modules/orders/state/poll-queue-queries.ts'
import {
  requireExpectedState,
  toAuditedOrder,
  toStaffEvent,
} from '#server/modules/orders/state/staff-action.ts'
import { getProviderAccount } from '#server/modules/providers/accounts/provider-account.ts'
import { withProviderSlot } from '#server/modules/providers/pacing/provider-slots.ts'

/** Longer than a request takes. After that the process counts as dead, and the cancellation can be requested again. */
const REQUEST_SECONDS = 60
/** A provider that accepted the request cancels within hours or has forgotten it; then it can be requested again. */
const TAKEN_SECONDS = 6 * 3600
/** The status poll that shows the outcome comes after this time. */
const POLL_AFTER_SECONDS = 2

type CancelOptions = {
  by?: By | undefined
  reason?: string | undefined
  expected?: ExpectedState | undefined
}

/**
 * Cancels an order. Queued: immediately, with the refund; a claim for sending needs the same queue entry, so only one
 * of them wins. At a provider: sends a cancel request, one at a time, and a status poll brings the outcome; repeating
 * it is harmless. In any other state, or if the provider refuses: `cancel_not_available`.
 */
export async function cancelOrder(
  ctx: Context,
  { userId, id, by, reason, expected }: OrderKey & CancelOptions,
): Promise<'canceled' | 'asked'> {
  const key = { userId, id }
  const request = await transactAsStaff(ctx, by, async (tx, publish, record) => {
    const order = await lockOrder(tx, key)
    if (order === undefined) throw new AppError('order_not_found')
    await requireExpectedState(tx, order, expected)
    if (refuseCancel({ ...order, cancelAsked: order.is_cancel_awaited }) !== undefined)
      throw new AppError('cancel_not_available')
    if (by !== undefined) await addOrderEvent(tx, key, toStaffEvent('cancel', { by, reason }))
    record({ action: 'order.cancel', id, before: toAuditedOrder(order), reason })
    if (order.dispatch === 'queued') {
      const move = { ...key, from: ['PENDING'], to: 'CANCELED', dispatchFrom: ['queued'] } as const
      const set = { dispatch: 'rejected' } as const
      const canceling = { ...move, set, refund: { of: 'left' }, actorId: by?.actorId } as const
      await moveOrder(tx, publish, canceling).catch(refuseClaimed)
      return undefined
    }
    const { provider_id: providerId, provider_order: providerOrder } = order
    if (providerId === null || providerOrder === null) throw new AppError('cancel_not_available')
    const askedAt = await beginCancelRequest(tx, key)
    publish({ topic: 'order', userId, id: Number(id) })
    return { ...key, askedAt, providerId, providerOrder }
  })
  if (request === undefined) return 'canceled'
  const answer = await askProvider(ctx, request)
  await transact(ctx, (tx, publish) => landAnswer(tx, publish, { request, answer }))
  if (answer === 'refused') throw new AppError('cancel_not_available')
  if (answer === 'failed') throw new AppError('provider_failed', { reason: 'unreachable' })
  return 'asked'
}

/** The order was claimed for sending meanwhile. */
function refuseClaimed(error: unknown): never {
  if (error instanceof AppError && error.code === 'state_conflict') throw new AppError('cancel_not_available')
  throw error
}

type CancelRequest = OrderKey & { askedAt: Date; providerId: number; providerOrder: string }

/**
 * `unclear`: an answer that is neither yes nor no, so the provider may have accepted the request. `failed`: the
 * provider was not reached or the connection broke. In both cases a status poll shows the outcome.
 */
type Answer = 'taken' | 'unclear' | 'refused' | 'failed'

async function askProvider(ctx: Context, { providerId, providerOrder }: CancelRequest): Promise<Answer> {
  try {
    const account = await getProviderAccount(ctx, providerId)
    const answer = await withProviderSlot(ctx, providerId, () => panel.requestCancel(account, providerOrder))
    if (!answer.ok) return 'failed'
    if (answer.value === undefined) return 'unclear'
    return answer.value.kind === 'asked' ? 'taken' : 'refused'
  } catch (error) {
    if (error instanceof AppError) return 'failed'
    throw error
  }
}

/** How long an answer blocks another request. After an unclear one it may be repeated soon. */
const awaitedSeconds = {
  taken: TAKEN_SECONDS,
  unclear: REQUEST_SECONDS,
  refused: undefined,
  failed: undefined,
} as const satisfies Record<Answer, number | undefined>

async function landAnswer(
  tx: Tx,
  publish: Publish,
  { request, answer }: { request: CancelRequest; answer: Answer },
): Promise<void> {
  if (!(await endCancelRequest(tx, request, awaitedSeconds[answer]))) return
  if (answer === 'taken' || answer === 'unclear')
    await addOrderEvent(tx, request, { code: 'cancel', details: {} })
  publish({ topic: 'order', userId: request.userId, id: Number(request.id) })
}

/** Blocks other requests while this one runs. The time it returns identifies the request. */
export async function beginCancelRequest(tx: Tx, { userId, id }: OrderKey): Promise<Date> {
  const { cancel_asked_at: askedAt } = await tx
    .updateTable('orders')
    .set({
      cancel_asked_at: sql`now()`,
      cancel_awaited_until: inSeconds(REQUEST_SECONDS),
    })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returning(sql<Date>`cancel_asked_at`.as('cancel_asked_at'))
    .executeTakeFirstOrThrow()
  await pollIn(tx, { userId, id }, { seconds: POLL_AFTER_SECONDS, isNew: true })
  return askedAt
}

/** Returns false and changes nothing if there is a newer request: a late answer does not belong to that one. */
async function endCancelRequest(
  tx: Tx,
  { userId, id, askedAt }: CancelRequest,
  seconds: number | undefined,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('orders')
    .set({ cancel_awaited_until: seconds === undefined ? null : inSeconds(seconds) })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('cancel_asked_at', '=', askedAt)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

function inSeconds(seconds: number) {
  return sql<Date>`now() + make_interval(secs => ${seconds})`
}
