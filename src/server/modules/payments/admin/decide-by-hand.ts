import { AppError, invalidFields } from '#contract/base/errors.ts'
import { bonusFor } from '#contract/payments/bonus.ts'
import { feeOfPart } from '#contract/payments/fee.ts'
import { findTerms, isManual } from '#contract/settings/payment-methods.ts'
import type { Settings } from '#contract/settings/settings-sections.ts'
import type { DepositStatus } from '#contract/payments/payments.ts'
import { type Money, money, ZERO } from '#contract/base/money.ts'
import type { Context } from '#server/context.ts'
import type { Publish, Tx } from '#server/lib/postgres/transact.ts'
import { unclaimed } from '#server/lib/queue/make-queue.ts'
import { addNotification } from '#server/modules/messaging/notifications/add-notification.ts'
import {
  type Deposit,
  type DepositKey,
  findDeposit,
  toReviewColumns,
} from '#server/modules/payments/deposits/deposit-queries.ts'
import { nextPollAt } from '#server/modules/payments/deposits/decide-deposit.ts'
import { pollDeposit } from '#server/modules/payments/deposits/poll-deposit.ts'
import { reverseDeposit } from '#server/modules/payments/deposits/reverse-deposit.ts'
import { creditDeposit, lockDeposit } from '#server/modules/payments/deposits/settle-deposit.ts'
import { type By, type AuditValues, transactAsStaff } from '#server/modules/audit-log/transact-as-staff.ts'

export type Decision = DepositKey & {
  by: By
  reason: string
  /** The status that staff saw; the decision is refused in any other. */
  expectedStatus?: DepositStatus | undefined
}

export type UndecidedStatus = Exclude<DepositStatus, 'completed'>

/**
 * Credits what staff say arrived, finally, in any state but completed. Without an amount it is what the gateway reports
 * as arrived less what it paid back since; if it never reported any, it is asked once.
 */
export async function creditByHand(
  ctx: Context,
  { amount, ...decision }: Decision & { amount: Money | undefined },
): Promise<void> {
  if (amount === undefined) await askWhatArrived(ctx, decision)
  const settings = await ctx.settings.read()
  await decide(ctx, decision, 'credit', async (tx, publish, deposit) => {
    refuseCredited(deposit)
    const left = (deposit.arrived ?? 0n) - (deposit.gateway_reversed ?? 0n)
    const credited = money(amount ?? (left > 0n ? left : 0n))
    if (credited === 0n) throw invalidFields({ amount: { code: 'amount_unknown' } })
    await applyCredit(tx, publish, {
      deposit,
      credited,
      settings,
      actorId: decision.by.actorId,
      now: ctx.clock(),
    })
  })
}

/** Credits the amount by hand, under the deposit's lock. */
export async function applyCredit(
  tx: Tx,
  publish: Publish,
  {
    deposit,
    credited,
    settings,
    actorId,
    now,
  }: { deposit: Deposit; credited: Money; settings: Settings; actorId: number; now: Date },
): Promise<void> {
  // The invoice's amount keeps the fee and bonus shown; another has its share of the fee and a new deposit's bonus.
  const bonuses = findTerms(deposit.payment_method, settings).bonuses ?? settings.bonuses
  const fee = feeOfPart(credited, deposit)
  const bonus = credited === deposit.amount ? money(deposit.bonus) : bonusFor(credited - fee, bonuses)
  const { user_id: userId, id } = deposit
  const isTransfer = isManual(deposit.gateway)
  await saveCreditByHand(tx, { userId, id, amount: credited, fee, bonus, isTransfer, now })
  await creditDeposit(tx, publish, deposit, { amount: credited, fee, bonus, actorId })
}

/** Notifies the customer. A payment reported later goes to review again (decideDeposit). */
export async function refuseByHand(ctx: Context, decision: Decision): Promise<void> {
  await decide(ctx, decision, 'refuse', async (tx, publish, deposit) => {
    const { userId, id } = decision
    const now = ctx.clock()
    // While a payment can still arrive, so that one in progress goes back to review soon.
    const checkAt = nextPollAt({ ...deposit, status: 'canceled', polls: 0 }, now)
    await applyRefusal(tx, deposit, { checkAt, now })
    const notificationId = await addNotification(tx, {
      userId,
      code: 'payment_refused',
      details: { deposit_id: Number(id), amount: money(deposit.amount) },
    })
    publish({ topic: 'notification', userId, id: Number(notificationId) })
  })
}

/** Refuses the deposit under its lock. It is polled again at `checkAt`; never if null. Throws `state_conflict`. */
export async function applyRefusal(
  tx: Tx,
  deposit: Deposit,
  { checkAt, now }: { checkAt: Date | null; now: Date },
): Promise<void> {
  refuseCredited(deposit)
  if (deposit.status === 'canceled' && deposit.refused_at !== null) throw conflict('refused_already')
  await tx
    .updateTable('deposits')
    .set({
      status: 'canceled',
      ...toReviewColumns(null),
      refused_at: now,
      due_at: checkAt,
      polls: 0,
      ...unclaimed,
      updated_at: now,
    })
    .where('user_id', '=', deposit.user_id)
    .where('id', '=', deposit.id)
    .where('status', '<>', 'completed')
    .execute()
}

/** Throws `state_conflict` for a credited deposit. */
export function refuseCredited<One extends Pick<Deposit, 'status'>>(
  deposit: One,
): asserts deposit is One & { status: UndecidedStatus } {
  if (deposit.status === 'completed') throw conflict('credited_already')
}

/** Clears the review of a credited deposit, without moving money. */
export async function dismissByHand(ctx: Context, decision: Decision): Promise<void> {
  await decide(ctx, decision, 'dismiss', async (tx, _tell, deposit) => {
    if (deposit.status !== 'completed' || deposit.review_code === null) throw conflict('nothing_to_look_at')
    await clearReview(tx, { ...decision, now: ctx.clock() })
  })
}

/**
 * Sets the reversed amount of a credited deposit to `reversed`, for gateways that don't report it, or if staff waive
 * it. It stays until the gateway reports another total. Throws `invalid_fields` above what was credited, and
 * `state_conflict`.
 */
export async function reverseByHand(
  ctx: Context,
  { reversed, expected, ...decision }: Decision & { reversed: Money; expected: Money | undefined },
): Promise<void> {
  await decide(ctx, decision, 'reverse', async (tx, publish, deposit) => {
    if (deposit.status !== 'completed') throw conflict('not_credited')
    if (expected !== undefined && expected !== deposit.reversed) throw conflict('reversed_meanwhile')
    const credited = money(deposit.credited_amount ?? deposit.amount)
    if (reversed > credited)
      throw invalidFields({ reversed: { code: 'amount_range', min: ZERO, max: credited } })
    const { actorId } = decision.by
    const isChanged = await reverseDeposit(tx, publish, deposit, { total: reversed, actorId })
    if (!isChanged) throw conflict('reversed_already')
  })
}

/** The answer may settle the deposit automatically. If the gateway can't be reached, staff must name the amount. */
async function askWhatArrived(ctx: Context, key: DepositKey): Promise<void> {
  const deposit = await findDeposit(ctx.db, key)
  if (deposit !== undefined && deposit.status !== 'completed' && deposit.arrived === null)
    await pollDeposit(ctx, deposit)
}

/** May return what the audit log stores in addition to the deposit's columns. */
type Apply = (
  tx: Tx,
  publish: Publish,
  deposit: Deposit,
) => Promise<{ before?: AuditValues; after?: AuditValues } | void>

/** Under the deposit's lock, so that neither the gateway's answer nor another decision comes in between. */
export async function decide(
  ctx: Context,
  { userId, id, by, reason, expectedStatus }: Decision,
  verb: 'credit' | 'refuse' | 'dismiss' | 'reverse' | 'propose' | 'approve' | 'reject',
  apply: Apply,
): Promise<void> {
  // Without an expected status the decision is about the current one.
  const shown = expectedStatus ?? (await findDeposit(ctx.db, { userId, id }))?.status
  await transactAsStaff(ctx, by, async (tx, publish, record) => {
    const before = await lockDeposit(tx, { userId, id })
    if (before === undefined) throw new AppError('deposit_not_found')
    const { status } = before
    if (status !== shown) throw new AppError('state_conflict', { reason: 'deposit_moved', status })
    const beside = (await apply(tx, publish, before)) ?? {}
    const after = await lockDeposit(tx, { userId, id })
    record({
      action: `deposit.${verb}`,
      id,
      before: { ...auditOf(before), ...beside.before },
      after: { ...auditOf(after), ...beside.after },
      reason,
    })
  })
}

function auditOf(deposit: Deposit | undefined): AuditValues | undefined {
  if (deposit === undefined) return undefined
  const {
    user_id,
    status,
    amount,
    fee,
    bonus,
    credited_amount,
    reversed,
    arrived,
    gateway_status,
    review_code,
  } = deposit
  const refused_at = deposit.refused_at?.toISOString() ?? null
  return {
    user_id,
    status,
    amount,
    fee,
    bonus,
    credited_amount,
    reversed,
    arrived,
    gateway_status,
    review_code,
    refused_at,
  }
}

function conflict(
  reason:
    | 'credited_already'
    | 'refused_already'
    | 'nothing_to_look_at'
    | 'not_credited'
    | 'reversed_meanwhile'
    | 'reversed_already',
): AppError {
  return new AppError('state_conflict', { reason })
}

/** The amount given by staff is final, whatever the gateway reports later. */
async function saveCreditByHand(
  tx: Tx,
  {
    userId,
    id,
    amount,
    fee,
    bonus,
    isTransfer,
    now,
  }: DepositKey & { amount: bigint; fee: bigint; bonus: bigint; isTransfer: boolean; now: Date },
): Promise<void> {
  await tx
    .updateTable('deposits')
    .set({
      status: 'completed',
      credited_amount: amount,
      // Nothing else reports what arrived.
      ...(isTransfer && { arrived: amount }),
      fee,
      bonus,
      ...toReviewColumns(null),
      refused_at: null,
      due_at: null,
      ...unclaimed,
      completed_at: now,
      updated_at: now,
    })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('status', '<>', 'completed')
    .execute()
}

async function clearReview(tx: Tx, { userId, id, now }: DepositKey & { now: Date }): Promise<void> {
  await tx
    .updateTable('deposits')
    .set({ ...toReviewColumns(null), updated_at: now })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('status', '=', 'completed')
    .execute()
}
