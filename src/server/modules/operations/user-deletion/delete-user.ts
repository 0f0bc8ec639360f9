import { setTimeout as sleep } from 'node:timers/promises'

import { AppError } from '#contract/base/errors.ts'
import type { Money } from '#contract/base/money.ts'
import { isAllowed, type Staff } from '#contract/base/permissions.ts'
import type { Context } from '#server/context.ts'
import { detachFiles } from '#server/modules/attachments/store-files.ts'
import { deleteApiServices } from '#server/modules/catalogue/favourites/api-services.ts'
import { deleteFavourites } from '#server/modules/catalogue/favourites/favourites.ts'
import { deleteQueuedEmails } from '#server/modules/messaging/emails/delete-user-emails.ts'
import { deleteBalanceNotice } from '#server/modules/messaging/notifications/low-balance.ts'
import { deletePreferences } from '#server/modules/messaging/notifications/preferences.ts'
import { deletePersonalData } from '#server/modules/audit-log/audit-log-rows.ts'
import type { Publish, Tx } from '#server/lib/postgres/transact.ts'
import { type By, type RecordAction, transactAsStaff } from '#server/modules/audit-log/transact-as-staff.ts'
import { deleteOrderViews } from '#server/modules/orders/admin/order-views.ts'
import { deleteTestOrders } from '#server/modules/reseller/test-shop.ts'
import { closeUserTickets } from '#server/modules/support/tickets/close-user-tickets.ts'
import {
  clearUserRow,
  lockUserForDeletion,
  deleteSignInData,
  deleteApiKeys,
} from '#server/modules/users/delete-user-data.ts'
import { refuseBeyondOwn } from '#server/modules/users/refuse-beyond-own.ts'
import { lockBalance, setCanSpend } from '#server/modules/ledger/account.ts'

import { deletionQueue } from './finish-user-deletion.ts'

/** What staff saw when they confirmed the deletion. */
export type Shown = { balance: Money; openOrders: number }

/** Enough for most users' data. For a user with a million rows the rest is deleted after the answer. */
const PATIENCE_MS = 1_000

/**
 * Deletes a user in one tx. Personal data, sign-ins, keys, emails, notifications, favourites and files are deleted; the
 * ledger, orders, ticket messages and the audit log stay under the id. The email address is free again. Data that may
 * have a million rows is deleted afterwards (`finish-user-deletion.ts`), for which this waits at most a second.
 * Repeating it changes nothing.
 *
 * Throws `not_found`, `last_admin_delete`, `insufficient_permissions`, and `user_changed` if balance or open orders
 * differ from `shown`.
 */
export async function deleteUser(
  ctx: Context,
  { by, staff, userId, shown }: { by: By; staff: Staff; userId: number; shown: Shown },
): Promise<void> {
  await transactAsStaff(ctx, by, async (tx, publish, record) => {
    const person = await lockUserForDeletion(tx, userId)
    if (person.isDeleted) return
    if (person.role === 'admin') refuseBeyondOwn(staff, [person])
    if (person.isLastAdmin) throw new AppError('last_admin_delete')
    // The account is locked, so no order or refund comes between the two reads.
    const balance = await lockBalance(tx, userId)
    const openOrders = await person.countOpenOrders()
    if (balance !== shown.balance || openOrders !== shown.openOrders)
      throw new AppError('user_changed', { balance, open_orders: openOrders })
    // The balance can no longer be spent or paid out, which amounts to taking it.
    if (balance !== 0n && !isAllowed(staff, 'money')) throw new AppError('insufficient_permissions')
    await deleteLocked(ctx, tx, { publish, record, userId, person, balance, openOrders })
  })
  await Promise.race([finish(ctx, userId), sleep(PATIENCE_MS)])
}

/** If it fails, the queue does it within minutes, in any process. */
async function finish(ctx: Context, userId: number): Promise<void> {
  try {
    await deletionQueue.workOne(ctx, [userId])
  } catch (error) {
    ctx.log.error({ err: error, userId }, 'the data of a deleted user is not all gone yet')
  }
}

/**
 * Deletes a user of a restored database who was deleted after its archive was made, with everything restored. False if
 * they are the last admin. Data that may have a million rows is deleted once jobs run.
 */
export async function deleteAgain(ctx: Context, by: By | undefined, userId: number): Promise<boolean> {
  return transactAsStaff(ctx, by, async (tx, publish, record) => {
    const person = await lockUserForDeletion(tx, userId)
    if (person.isLastAdmin) return false
    if (person.isDeleted) return true
    const balance = await lockBalance(tx, userId)
    const openOrders = await person.countOpenOrders()
    await deleteLocked(ctx, tx, { publish, record, userId, person, balance, openOrders })
    return true
  })
}

type Locked = {
  publish: Publish
  record: RecordAction
  userId: number
  person: Awaited<ReturnType<typeof lockUserForDeletion>>
  balance: Money
  openOrders: number
}

async function deleteLocked(
  ctx: Context,
  tx: Tx,
  { publish, record, userId, person, balance, openOrders }: Locked,
): Promise<void> {
  await setCanSpend(tx, userId, false)
  await deleteSignInData(tx, userId)
  await deleteApiKeys(tx, userId)
  await deleteTestOrders(tx, userId)
  await deleteFavourites(tx, userId)
  await deleteOrderViews(tx, userId)
  await deleteApiServices(tx, userId)
  await deleteQueuedEmails(tx, userId)
  await deletePreferences(tx, userId)
  await deleteBalanceNotice(tx, userId)
  await closeUserTickets(tx, { userId, now: ctx.clock() })
  await detachFiles(tx, userId)
  await clearUserRow(tx, userId)
  await tx.insertInto('user_deletions').values({ user_id: userId }).execute()
  await deletePersonalData(tx, userId)
  publish({ topic: 'session', userId, sessionId: null })
  const { role, permissions, status } = person
  const before = { role, permissions, status, balance, open_orders: openOrders }
  record({ action: 'user.delete', id: userId, before })
}
