import { AppError } from '#contract/base/errors.ts'
import type { Money } from '#contract/base/money.ts'
import { isAllowed, type Staff } from '#contract/base/permissions.ts'
import type { Context } from '#server/context.ts'
import { deleteFavourites } from '#server/modules/catalogue/favourites/favourites.ts'
import { deleteQueuedEmails } from '#server/modules/messaging/emails/delete-user-emails.ts'
import { deletePreferences } from '#server/modules/messaging/notifications/preferences.ts'
import { deletePersonalData } from '#server/modules/audit-log/audit-log-rows.ts'
import { type By, transactAsStaff } from '#server/modules/audit-log/transact-as-staff.ts'
import { closeUserTickets } from '#server/modules/support/tickets/close-user-tickets.ts'
import {
  clearUserRow,
  lockUserForDeletion,
  deleteSignInData,
  deleteApiKeys,
} from '#server/modules/users/delete-user-data.ts'
import { refuseBeyondOwn } from '#server/modules/users/refuse-beyond-own.ts'
import { lockBalance, setCanSpend } from '#server/modules/ledger/account.ts'

import { insertErasure } from './user-deletion-queries.ts'
import { finishErasure } from './finish-user-deletion.ts'

/** What whoever deletes was shown. */
export type Shown = { balance: Money; openOrders: number }

/**
 * A person leaves, all of it or nothing: what is theirs alone goes (name, address, telephone, sign-ins, keys, letters,
 * notifications, favourites, files, how their orders were delivered, what staff called them), and what happened stays, under
 * the id: the ledger, the orders, what was written in tickets, the record of staff. The address is free again. What there may
 * be a million of goes behind it, and is gone when this answers (`finish-erasure.ts`). Once more changes nothing. Throws `not_found`, `last_admin_delete`,
 * `insufficient_permissions`, and `user_changed` where the balance or the open orders are not what was shown.
 */
export async function eraseUser(
  ctx: Context,
  { by, staff, userId, shown }: { by: By; staff: Staff; userId: number; shown: Shown },
): Promise<void> {
  await transactAsStaff(ctx, by, async (tx, publish, record) => {
    const person = await lockUserForDeletion(tx, userId)
    if (person.isDeleted) return
    const { role, permissions, status } = person
    if (role === 'admin') refuseBeyondOwn(staff, [person])
    if (person.isLastAdmin) throw new AppError('last_admin_delete')
    // Nothing is placed or given back while the account is locked, so both are of one moment.
    const balance = await lockBalance(tx, userId)
    const openOrders = await person.countOpenOrders()
    if (balance !== shown.balance || openOrders !== shown.openOrders)
      throw new AppError('user_changed', { balance, open_orders: openOrders })
    // Nobody can spend it or pay it out any more: that is as good as taking it.
    if (balance !== 0n && !isAllowed(staff, 'money')) throw new AppError('insufficient_permissions')
    await setCanSpend(tx, userId, false)
    await deleteSignInData(tx, userId)
    await deleteApiKeys(tx, userId)
    await deleteFavourites(tx, userId)
    await deleteQueuedEmails(tx, userId)
    await deletePreferences(tx, userId)
    await closeUserTickets(tx, { userId, now: ctx.clock() })
    await clearUserRow(tx, userId)
    await insertErasure(tx, { userId, now: ctx.clock() })
    await deletePersonalData(tx, userId)
    publish({ topic: 'session', userId, sessionId: null })
    const before = { role, permissions, status, balance, open_orders: openOrders }
    record({ action: 'user.delete', id: userId, before })
  })
  await finishErasure(ctx, userId)
}
