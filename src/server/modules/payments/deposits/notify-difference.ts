import type { DepositReview } from '#contract/payments/deposit-review.ts'
import { money, parseMoney } from '#contract/base/money.ts'
import type { Publish, Tx } from '#server/lib/postgres/transact.ts'
import {
  addNotification,
  type NewNotification,
} from '#server/modules/messaging/notifications/add-notification.ts'
import { notifyStaff } from '#server/modules/messaging/notifications/notify-staff.ts'
import type { Deposit } from './deposit-queries.ts'

/**
 * Notifies staff, and the customer unless everything was credited, that an amount other than the invoice's arrived.
 * Once per amount, since every poll has the same answer.
 */
export async function notifyDifference(
  tx: Tx,
  publish: Publish,
  { deposit, review }: { deposit: Deposit; review: DepositReview },
): Promise<void> {
  const { code } = review
  if (code !== 'underpaid' && code !== 'more_than_credited' && code !== 'less_than_credited') return
  const arrived = parseMoney(review.details.arrived ?? '')
  const isKnown = deposit.review_code === code && (arrived === undefined || arrived === deposit.arrived)
  if (isKnown) return
  const id = Number(deposit.id)
  const notifyCustomer = async (notification: NewNotification) => {
    const notificationId = await addNotification(tx, notification)
    publish({ topic: 'notification', userId: notification.userId, id: Number(notificationId) })
  }
  const userId = deposit.user_id
  if (code === 'underpaid') {
    const amounts = { amount: money(deposit.amount), arrived }
    await notifyStaff(tx, publish, {
      needs: 'money',
      code: 'deposit_short',
      details: { deposit: id, ...amounts },
    })
    return notifyCustomer({ userId, code: 'payment_short', details: { deposit_id: id, ...amounts } })
  }
  // Both codes come from comparing amounts, so this does not happen; it satisfies the type.
  if (arrived === undefined) return
  const amounts = { credited: money(deposit.credited_amount ?? deposit.amount), arrived }
  await notifyStaff(tx, publish, {
    needs: 'money',
    code: 'deposit_differs',
    details: { deposit: id, ...amounts },
  })
  if (code === 'more_than_credited')
    await notifyCustomer({ userId, code: 'payment_over', details: { deposit_id: id, ...amounts } })
}
