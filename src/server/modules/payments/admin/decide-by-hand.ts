import { AppError, invalidFields } from '#contract/base/errors.ts'
import { bonusFor } from '#contract/payments/bonus.ts'
import type { DepositStatus } from '#contract/payments/payments.ts'
import { type Money, money } from '#contract/base/money.ts'
import type { Context } from '#server/context.ts'
import type { Publish, Tx } from '#server/lib/postgres/transact.ts'
import { addNotification } from '#server/modules/messaging/notifications/add-notification.ts'
import {
  type Deposit,
  type DepositKey,
  findDeposit,
  lockDeposit,
} from '#server/modules/payments/deposits/deposit-queries.ts'
import { checkDeposit } from '#server/modules/payments/deposits/check-deposit.ts'
import { nextCheckAt } from '#server/modules/payments/deposits/decide-deposit.ts'
import { creditDeposit } from '#server/modules/payments/deposits/settle-deposit.ts'
import { type By, type Kept, transactAsStaff } from '#server/modules/audit-log/transact-as-staff.ts'

import { clearReview, saveCreditByHand, saveRefusal } from './admin-queries.ts'

export type Decision = DepositKey & {
  by: By
  reason: string
  /** The status in which it was shown, the only one from which it moves. */
  expectedStatus?: DepositStatus | undefined
}

/**
 * A person says what arrived: it is posted, once and for all, whatever state the deposit is in but completed. Without
 * an amount it is what the gateway says arrived, of which it is asked once where it never said anything.
 */
export async function creditByHand(
  ctx: Context,
  { amount, ...decision }: Decision & { amount: Money | undefined },
): Promise<void> {
  if (amount === undefined) await learnWhatArrived(ctx, decision)
  const { bonuses } = await ctx.settings.read()
  await decide(ctx, decision, 'credit', async (tx, publish, deposit) => {
    if (deposit.status === 'completed') throw conflict('credited_already')
    const credited = money(amount ?? deposit.arrived ?? 0n)
    if (credited === 0n) throw invalidFields({ amount: { code: 'amount_unknown' } })
    // What was shown goes with the invoice's amount; another amount has the bonus that a deposit of it would have.
    const bonus = credited === deposit.amount ? money(deposit.bonus) : bonusFor(credited, bonuses)
    const { userId, id, by } = decision
    await saveCreditByHand(tx, { userId, id, amount: credited, bonus, now: ctx.clock() })
    await creditDeposit(tx, publish, deposit, { amount: credited, bonus, actorId: by.actorId })
  })
}

const LOOK_AGAIN_MS = 15_000

/** The customer is told; a payment that is heard of later comes back to a person (decideDeposit). */
export async function refuseByHand(ctx: Context, decision: Decision): Promise<void> {
  await decide(ctx, decision, 'refuse', async (tx, publish, deposit) => {
    if (deposit.status === 'completed') throw conflict('credited_already')
    if (deposit.status === 'canceled' && deposit.refused_at !== null) throw conflict('refused_already')
    const { userId, id } = decision
    const now = ctx.clock()
    // Soon, while a payment can still come: one that was on its way as it was refused comes back to review at once.
    const isWatched = nextCheckAt({ ...deposit, status: 'canceled' }, now) !== null
    const checkAt = isWatched ? new Date(now.getTime() + LOOK_AGAIN_MS) : null
    await saveRefusal(tx, { userId, id, checkAt, now })
    const notificationId = await addNotification(tx, {
      userId,
      code: 'payment_refused',
      details: { deposit_id: Number(id), amount: money(deposit.amount) },
    })
    publish({ topic: 'notification', userId, id: Number(notificationId) })
  })
}

/** Of a credited deposit the gateway spoke again, and a person has seen to it: nothing moves. */
export async function dismissByHand(ctx: Context, decision: Decision): Promise<void> {
  await decide(ctx, decision, 'dismiss', async (tx, _tell, deposit) => {
    if (deposit.status !== 'completed' || deposit.review_code === null) throw conflict('nothing_to_look_at')
    await clearReview(tx, { ...decision, now: ctx.clock() })
  })
}

/** When the gateway can not be asked the person says the amount. What it answers may settle the deposit by itself. */
async function learnWhatArrived(ctx: Context, key: DepositKey): Promise<void> {
  const deposit = await findDeposit(ctx.db, key)
  if (deposit !== undefined && deposit.status !== 'completed' && deposit.arrived === null)
    await checkDeposit(ctx, deposit)
}

type Apply = (tx: Tx, publish: Publish, deposit: Deposit) => Promise<void>

/** Under the deposit's lock: the gateway's answer or another member of staff comes before or after, never between. */
async function decide(
  ctx: Context,
  { userId, id, by, reason, expectedStatus }: Decision,
  verb: 'credit' | 'refuse' | 'dismiss',
  apply: Apply,
): Promise<void> {
  // Who doesn't say what was shown decides about the deposit as it stands now.
  const shown = expectedStatus ?? (await findDeposit(ctx.db, { userId, id }))?.status
  await transactAsStaff(ctx, by, async (tx, publish, record) => {
    const before = await lockDeposit(tx, { userId, id })
    if (before === undefined) throw new AppError('deposit_not_found')
    const { status } = before
    if (status !== shown) throw new AppError('state_conflict', { reason: 'deposit_moved', status })
    await apply(tx, publish, before)
    const after = await lockDeposit(tx, { userId, id })
    record({ action: `deposit.${verb}`, id, before: keptOf(before), after: keptOf(after), reason })
  })
}

function keptOf(deposit: Deposit | undefined): Kept | undefined {
  if (deposit === undefined) return undefined
  const { user_id, status, amount, bonus, credited_amount, arrived, gateway_status, review_code } = deposit
  const refused_at = deposit.refused_at?.toISOString() ?? null
  return {
    user_id,
    status,
    amount,
    bonus,
    credited_amount,
    arrived,
    gateway_status,
    review_code,
    refused_at,
  }
}

function conflict(reason: 'credited_already' | 'refused_already' | 'nothing_to_look_at'): AppError {
  return new AppError('state_conflict', { reason })
}
