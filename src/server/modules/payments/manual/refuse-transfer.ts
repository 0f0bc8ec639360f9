import { money } from '#contract/base/money.ts'
import type { Context } from '#server/context.ts'
import type { Publish, Tx } from '#server/lib/postgres/transact.ts'
import { queueEmailToUser } from '#server/modules/messaging/emails/queue-email.ts'
import { addNotification } from '#server/modules/messaging/notifications/add-notification.ts'
import { wantsOrderEmails } from '#server/modules/messaging/notifications/order-notifications.ts'
import { applyRefusal, decide, type Decision } from '#server/modules/payments/admin/decide-by-hand.ts'
import type { Deposit } from '#server/modules/payments/deposits/deposit-queries.ts'

import { clearProposal, toAuditValues } from './propose-credit.ts'
import { getTransferRow } from './transfer-queries.ts'

/**
 * Refuses a transfer: the customer gets the reason on the payment's page, as a notification and by email. A proposed
 * credit is rejected with it. Staff can still credit it if it arrives. Throws `state_conflict`.
 */
export async function refuseTransfer(ctx: Context, decision: Decision): Promise<void> {
  const { userId, id, reason } = decision
  await decide(ctx, decision, 'refuse', async (tx, publish, deposit) => {
    const now = ctx.clock()
    await applyRefusal(tx, deposit, { checkAt: null, now })
    const before = toAuditValues(await getTransferRow(tx, { userId, id }))
    await clearProposal(tx, { userId, id })
    await tx
      .updateTable('transfers')
      .set({ refusal: reason })
      .where('user_id', '=', userId)
      .where('deposit_id', '=', id)
      .execute()
    await notifyCustomer(tx, publish, { deposit, reason, now })
    return { before }
  })
}

async function notifyCustomer(
  tx: Tx,
  publish: Publish,
  { deposit, reason, now }: { deposit: Deposit; reason: string; now: Date },
): Promise<void> {
  const { user_id: userId, id } = deposit
  const amount = money(deposit.amount)
  const notificationId = await addNotification(tx, {
    userId,
    code: 'transfer_refused',
    details: { deposit_id: Number(id), amount, reason },
  })
  publish({ topic: 'notification', userId, id: Number(notificationId) })
  if (await wantsOrderEmails(tx, userId))
    await queueEmailToUser(tx, publish, {
      userId,
      // It may be refused again after another review.
      event: `transfer_refused:${id}:${now.getTime()}`,
      kind: 'transfer_refused',
      details: { amount: String(amount), reason, order: deposit.reference },
    })
}
