import { AppError } from '#contract/errors.ts'
import type { Context } from '#server/context.ts'
import { transact } from '#server/database/transact.ts'
import { type PanelRefill, readPanelRefills } from '#server/integrations/panel-api/ask-panel.ts'
import { PANEL_IDS_MAX } from '#server/integrations/panel-api/read-panel.ts'
import { callProvider } from '#server/providers/call-provider.ts'
import { getProviderAccount, isPaused } from '#server/providers/provider-account.ts'

import { checkDelaySeconds, RARE_CHECK_SECONDS } from '#server/orders/following/check-delay.ts'
import { moveOrder } from '#server/orders/state/move-order.ts'
import { addOrderEvent, lockOrder } from '#server/orders/state/order-queries.ts'

import { UNKNOWN_SECONDS } from './ask-refill.ts'
import { changeRefill, claimDueRefills, type DueRefill } from './refills-queries.ts'

/** Asks how open refills stand, up to 100 of one provider a call. Answers true when there may be more. */
export async function syncRefills(ctx: Context): Promise<boolean> {
  const refills = await claimDueRefills(ctx.db, PANEL_IDS_MAX)
  const byProvider = Map.groupBy(refills, ({ provider_id }) => provider_id)
  for (const [providerId, own] of byProvider) {
    for (const refill of own) if (refill.state !== 'pending') await giveUp(ctx, refill)
    const pending = own.filter(({ state }) => state === 'pending')
    if (providerId !== null && pending.length > 0) await checkRefills(ctx, providerId, pending)
  }
  return refills.length === PANEL_IDS_MAX
}

async function checkRefills(ctx: Context, providerId: number, refills: readonly DueRefill[]): Promise<void> {
  const ids = [...new Set(refills.flatMap(({ provider_refill: id }) => (id === null ? [] : [id])))]
  try {
    const account = await getProviderAccount(ctx, providerId)
    if (isPaused(account, ctx.clock())) return
    const answer = await callProvider(ctx, account, (open) => readPanelRefills(open, ids))
    if (!answer.ok) return
    for (const refill of refills) await land(ctx, refill, answer.value.get(refill.provider_refill ?? ''))
  } catch (error) {
    // Without a key, or with too many calls waiting: the lease on the check brings it back.
    if (!(error instanceof AppError)) throw error
  }
}

async function land(ctx: Context, refill: DueRefill, answer: PanelRefill | undefined): Promise<void> {
  const state = answer === undefined || 'error' in answer ? undefined : answer.state
  if (state === 'completed' || state === 'rejected') return finish(ctx, refill, state)
  const isOdd = answer !== undefined && ('error' in answer || answer.state === undefined)
  await changeRefill(ctx.db, keyOf(refill), {
    state: 'pending',
    error: isOdd ? ('error' in answer ? answer.error : `Unknown status: ${answer.raw}`) : null,
    checkSeconds: isOdd ? RARE_CHECK_SECONDS : checkDelaySeconds(refill.age_seconds),
  })
}

async function finish(ctx: Context, refill: DueRefill, state: 'completed' | 'rejected'): Promise<void> {
  const key = keyOf(refill)
  await transact(ctx, async (tx, tell) => {
    await lockOrder(tx, key)
    if (!(await changeRefill(tx, key, { state, error: null }))) return
    const message = state === 'completed' ? 'Refill Completed' : 'Refill Rejected'
    const hasMoved = await moveOrder(tx, tell, { ...key, from: ['REFILL'], to: refill.status_before })
    if (hasMoved) await addOrderEvent(tx, key, { type: 'refill', message })
  })
}

/** Asked and never answered: unknown, and after a day no longer in the way of another. */
async function giveUp(ctx: Context, refill: DueRefill): Promise<void> {
  const error = 'The asking ended without an answer'
  await changeRefill(
    ctx.db,
    keyOf(refill),
    refill.state === 'asking'
      ? { state: 'unknown', error, checkSeconds: UNKNOWN_SECONDS }
      : { state: 'rejected', error },
  )
}

function keyOf({ user_id: userId, order_id: id, number, state }: DueRefill) {
  return { userId, id, number, from: [state] }
}
