import type { Kysely } from 'kysely'

import { formatMoney, money } from '#contract/money.ts'
import type { DepositStatus } from '#contract/payments.ts'
import type { Context } from '#server/context.ts'
import type { DB } from '#server/database/tables.ts'
import type { Invoice } from '#server/integrations/cryptomus/cryptomus-client.ts'
import { addNotification } from '#server/notifications/add-notification.ts'
import {
  type Deposit,
  type DepositKey,
  flagCompleted,
  lockDeposit,
  saveOutcome,
} from '#server/payments/deposit-queries.ts'
import { postTransaction } from '#server/wallet/post-transaction.ts'

import { decideDeposit, type Decision, isKnownStatus, nextCheckAt } from './decide-deposit.ts'

/**
 * Applies the gateway's own answer to a deposit: the one place where a payment becomes money. The deposit's row
 * is locked, so copies take turns and the later ones find it completed; behind that, the ledger's key is the
 * deposit's id, so that a second credit is a duplicate. Answers the status it has now.
 */
export async function settleDeposit(
  ctx: Context,
  key: DepositKey,
  invoice: Invoice,
): Promise<DepositStatus | undefined> {
  const settled = await ctx.db.transaction().execute(async (tx) => {
    const deposit = await lockDeposit(tx, key)
    if (deposit === undefined) return undefined
    const decision = decideDeposit(invoice, deposit)
    if (deposit.status === 'completed') {
      await flagRefund(ctx, tx, deposit, invoice)
      return { status: deposit.status }
    }
    const status = statusAfter(decision, deposit.status)
    const now = ctx.clock()
    const expiresAt = invoice.expiresAt ?? deposit.expires_at
    const checkAt = nextCheckAt(
      { ...deposit, status, expires_at: expiresAt, checks: deposit.checks + 1 },
      now,
    )
    const reviewReason = decision.kind === 'review' ? decision.reason : undefined
    await saveOutcome(tx, { deposit, invoice, status, reviewReason, expiresAt, checkAt, now })
    const notificationId = decision.kind === 'credit' ? await credit(tx, deposit) : undefined
    return { status, notificationId }
  })
  if (!isKnownStatus(invoice.status))
    ctx.log.warn({ reference: invoice.orderId, status: invoice.status }, 'the gateway used an unknown status')
  if (settled?.notificationId !== undefined) tellCredited(ctx, key.userId, settled.notificationId)
  return settled?.status
}

function statusAfter(decision: Decision, before: DepositStatus): DepositStatus {
  switch (decision.kind) {
    case 'credit':
      return 'completed'
    case 'cancel':
      return 'canceled'
    case 'review':
      return 'review'
    case 'wait':
      return before
  }
}

/** The deposit's ledger row, the bonus's, and the message: all or nothing, with the status. */
async function credit(tx: Kysely<DB>, deposit: Deposit): Promise<bigint> {
  const { user_id: userId, id, reference, payment_method: paymentMethod } = deposit
  const amount = money(deposit.amount)
  const bonus = money(deposit.bonus)
  await postTransaction(tx, {
    userId,
    id,
    depositId: id,
    type: 'deposit',
    from: 'clearing:cryptomus',
    to: 'customer',
    amount,
    description: 'Deposit via Cryptomus',
    paymentMethod,
    referenceId: reference,
  })
  if (bonus > 0n)
    await postTransaction(tx, {
      userId,
      depositId: id,
      type: 'bonus',
      from: 'bonus',
      to: 'customer',
      amount: bonus,
      description: `Bonus on a deposit of $${formatMoney(amount)}`,
      paymentMethod,
      referenceId: reference,
    })
  const extra = bonus > 0n ? ` A bonus of $${formatMoney(bonus)} was added.` : ''
  return addNotification(tx, {
    userId,
    type: 'payment_success',
    message: `Your payment of $${formatMoney(amount)} was received.${extra}`,
  })
}

/** The money is with the customer and may be spent, so nothing moves by itself: a person is told. */
async function flagRefund(ctx: Context, tx: Kysely<DB>, deposit: Deposit, invoice: Invoice): Promise<void> {
  const after = decideDeposit(invoice, { status: 'pending', amount: deposit.amount })
  if (after.kind !== 'review' || deposit.gateway_status === invoice.status) return
  await flagCompleted(tx, { deposit, gatewayStatus: invoice.status, reason: after.reason, now: ctx.clock() })
  ctx.log.error({ reference: deposit.reference, reason: after.reason }, 'a credited deposit needs a look')
}

function tellCredited({ news }: Context, userId: number, notificationId: bigint): void {
  news.tell({ topic: 'balance', userId })
  news.tell({ topic: 'notification', userId, id: Number(notificationId) })
}
