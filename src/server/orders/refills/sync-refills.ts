import { sql } from 'kysely'

import { AppError } from '#contract/errors.ts'
import type { Context } from '#server/context.ts'
import { transact } from '#server/database/transact.ts'
import { type PanelRefill, readPanelRefills } from '#server/integrations/panel-api/ask-panel.ts'
import { PANEL_IDS_MAX } from '#server/integrations/panel-api/read-panel.ts'
import { callProvider } from '#server/providers/call-provider.ts'
import { getProviderAccount, isPaused } from '#server/providers/provider-account.ts'

import {
  CHECK_LEASE_SECONDS,
  checkDelaySeconds,
  RARE_CHECK_SECONDS,
} from '#server/orders/following/check-delay.ts'
import { moveOrder } from '#server/orders/state/move-order.ts'
import { addOrderEvent, lockOrder } from '#server/orders/state/order-queries.ts'

type DueRefill = {
  user_id: number
  order_id: bigint
  number: number
  state: 'asking' | 'pending' | 'unknown'
  status_before: 'COMPLETED' | 'PARTIAL'
  provider_refill: string | null
  provider_id: number | null
  age_seconds: number
}

/** Asks how open refills stand, up to 100 of one provider a call. Answers true when there may be more. */
export async function syncRefills(ctx: Context): Promise<boolean> {
  const refills = await claimRefills(ctx)
  const byProvider = Map.groupBy(refills, ({ provider_id }) => provider_id)
  for (const [providerId, own] of byProvider) {
    for (const refill of own) if (refill.state !== 'pending') await giveUp(ctx, refill)
    const pending = own.filter(({ state }) => state === 'pending')
    if (providerId !== null && pending.length > 0) await checkRefills(ctx, providerId, pending)
  }
  return refills.length === PANEL_IDS_MAX
}

async function claimRefills(ctx: Context): Promise<DueRefill[]> {
  const { rows } = await sql<DueRefill>`
with due as materialized (
  select user_id, order_id, number from refills
  where check_at <= now()
  order by check_at limit ${PANEL_IDS_MAX} for update skip locked
)
update refills set check_at = now() + make_interval(secs => ${CHECK_LEASE_SECONDS})
from due join orders on orders.user_id = due.user_id and orders.id = due.order_id
where refills.user_id = due.user_id and refills.order_id = due.order_id and refills.number = due.number
returning refills.user_id, refills.order_id, refills.number, refills.state, status_before, provider_refill,
  orders.provider_id, extract(epoch from now() - refills.created_at)::float8 as age_seconds`.execute(ctx.db)
  return rows
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
  await setCheck(ctx, refill, {
    state: 'pending',
    error: isOdd ? ('error' in answer ? answer.error : `Unknown status: ${answer.raw}`).slice(0, 500) : null,
    seconds: isOdd ? RARE_CHECK_SECONDS : checkDelaySeconds(refill.age_seconds),
  })
}

async function finish(ctx: Context, refill: DueRefill, state: 'completed' | 'rejected'): Promise<void> {
  const key = { userId: refill.user_id, id: refill.order_id }
  await transact(ctx, async (tx, tell) => {
    await lockOrder(tx, key)
    const { numUpdatedRows } = await tx
      .updateTable('refills')
      .set({ state, check_at: null, finished_at: sql`now()` })
      .where('user_id', '=', refill.user_id)
      .where('order_id', '=', refill.order_id)
      .where('number', '=', refill.number)
      .where('state', '=', 'pending')
      .executeTakeFirstOrThrow()
    if (numUpdatedRows !== 1n) return
    const message = state === 'completed' ? 'Refill Completed' : 'Refill Rejected'
    const hasMoved = await moveOrder(tx, tell, { ...key, from: ['REFILL'], to: refill.status_before })
    if (hasMoved) await addOrderEvent(tx, key, { type: 'refill', message })
  })
}

/** Asked and never answered: unknown, and after a day no longer in the way of another. */
async function giveUp(ctx: Context, refill: DueRefill): Promise<void> {
  if (refill.state === 'asking')
    return setCheck(ctx, refill, {
      state: 'unknown',
      error: 'The asking ended without an answer',
      seconds: 86_400,
    })
  await ctx.db
    .updateTable('refills')
    .set({ state: 'rejected', check_at: null, finished_at: sql`now()` })
    .where('user_id', '=', refill.user_id)
    .where('order_id', '=', refill.order_id)
    .where('number', '=', refill.number)
    .where('state', '=', 'unknown')
    .execute()
}

async function setCheck(
  ctx: Context,
  { user_id, order_id, number, state: from }: DueRefill,
  { state, error, seconds }: { state: 'pending' | 'unknown'; error: string | null; seconds: number },
): Promise<void> {
  await ctx.db
    .updateTable('refills')
    .set({ state, error, check_at: sql<Date>`now() + make_interval(secs => ${seconds})` })
    .where('user_id', '=', user_id)
    .where('order_id', '=', order_id)
    .where('number', '=', number)
    .where('state', '=', from)
    .execute()
}
