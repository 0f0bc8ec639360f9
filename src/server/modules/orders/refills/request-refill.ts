import { AppError } from '#contract/base/errors.ts'
import { refuseRefill } from '#contract/orders/order-rules.ts'
import type { Context } from '#server/context.ts'
import { type Publish, transact, type Tx } from '#server/lib/postgres/transact.ts'
import { type By, transactAsStaff } from '#server/modules/audit-log/transact-as-staff.ts'
import { toAuditedOrder } from '#server/modules/orders/state/staff-action.ts'
import { panel } from '#server/integrations/panels/panel-client.ts'
import type { RefillOutcome } from '#server/integrations/panels/panel.ts'
import { toOwnFault } from '#server/modules/providers/breakers/sending-breaker.ts'
import { getProviderAccount } from '#server/modules/providers/accounts/provider-account.ts'
import { withProviderSlot } from '#server/modules/providers/pacing/provider-slots.ts'

import { moveOrder } from '#server/modules/orders/state/move-order.ts'
import { lockOrder, type OrderKey, setReview } from '#server/modules/orders/state/order-queries.ts'

import { changeRefill, type Ended, insertRefill, type RefillKey, type StillOpen } from './refills-queries.ts'

/** Longer than the request may take; past it the outcome is `unknown`. */
export const ASKING_SECONDS = 60
const FIRST_POLL_SECONDS = 2
/** After an unknown outcome another refill can be requested a day later. */
export const UNKNOWN_SECONDS = 86_400

type RefillRequest = RefillKey & {
  providerId: number
  providerOrder: string
  statusBefore: 'COMPLETED' | 'PARTIAL'
}

/**
 * Sends a refill request to the order's provider. At most one is open per order; it is committed before the HTTP
 * request, which is never repeated. Refusals: order_not_found, refill_not_available, provider_failed.
 */
export async function requestRefill(
  ctx: Context,
  { by, ...key }: OrderKey & { by?: By | undefined },
): Promise<void> {
  const refill = await beginRefill(ctx, key, by)
  const outcome = await askProvider(ctx, refill)
  await transact(ctx, (tx, publish) => landRefill(tx, publish, { refill, outcome }))
  if (outcome.kind === 'rejected') throw new AppError('refill_not_available')
  if (outcome.kind === 'not_sent') throw new AppError('provider_failed', { reason: 'unreachable' })
  if (outcome.kind === 'unknown') throw new AppError('provider_failed', { reason: 'refill_unclear' })
}

async function beginRefill(
  ctx: Context,
  { userId, id }: OrderKey,
  by: By | undefined,
): Promise<RefillRequest> {
  return transactAsStaff(ctx, by, async (tx, _publish, record) => {
    const order = await lockOrder(tx, { userId, id })
    if (order === undefined) throw new AppError('order_not_found')
    const { status, provider_id: providerId, provider_order: providerOrder } = order
    // The insert finds out whether another refill is open.
    const state = { ...order, cancelAsked: order.is_cancel_awaited, hasOpenRefill: false }
    if (refuseRefill(state) !== undefined || (status !== 'COMPLETED' && status !== 'PARTIAL'))
      throw new AppError('refill_not_available')
    if (providerId === null || providerOrder === null) throw new AppError('refill_not_available')
    const number = await insertRefill(tx, {
      userId,
      id,
      statusBefore: status,
      providerId,
      askingSeconds: ASKING_SECONDS,
    })
    if (number === undefined) throw new AppError('refill_not_available')
    record({ action: 'order.refill', id, before: toAuditedOrder(order) })
    return { userId, id, number, providerId, providerOrder, statusBefore: status }
  })
}

async function askProvider(
  ctx: Context,
  { providerId, providerOrder }: RefillRequest,
): Promise<RefillOutcome> {
  try {
    const account = await getProviderAccount(ctx, providerId)
    return await withProviderSlot(ctx, providerId, () => panel.requestRefill(account, providerOrder))
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    // The provider has no API key or was deleted, or too many calls are waiting.
    return { kind: 'not_sent', fault: toOwnFault(error) ?? { code: 'no_key', details: {} } }
  }
}

/** Only from `asking`, or from `unknown` for a late answer, so an answer is stored once. */
async function landRefill(
  tx: Tx,
  publish: Publish,
  { refill, outcome }: { refill: RefillRequest; outcome: RefillOutcome },
): Promise<void> {
  const { userId, id, number } = refill
  // Order before refill, as everywhere: the reverse could deadlock two txs.
  const order = await lockOrder(tx, { userId, id })
  if (order === undefined) return
  const hasLanded = await changeRefill(
    tx,
    { userId, id, number, from: ['asking', 'unknown'] },
    toChange(outcome, refill.providerId),
  )
  if (!hasLanded) return
  if (outcome.kind === 'unknown')
    await setReview(tx, order, { code: 'refill_unknown', details: { fault: outcome.fault } })
  if (outcome.kind === 'accepted')
    await moveOrder(tx, publish, { userId, id, from: [refill.statusBefore], to: 'REFILL' })
}

function toChange(outcome: RefillOutcome, providerId: number): StillOpen | Ended {
  switch (outcome.kind) {
    case 'accepted':
      return {
        state: 'pending',
        fault: null,
        taken: { providerId, ref: outcome.refill ?? null },
        isHeard: true,
        pollSeconds: FIRST_POLL_SECONDS,
      }
    case 'unknown':
      return { state: 'unknown', fault: outcome.fault, pollSeconds: UNKNOWN_SECONDS }
    default:
      return { state: 'rejected', fault: outcome.fault }
  }
}
