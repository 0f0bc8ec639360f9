import { type Dashboard, dashboardLimits } from '#contract/reports/dashboard.ts'
import { isAllowed, type Permission } from '#contract/base/permissions.ts'
import type { Caller } from '#server/modules/users/auth/authenticate.ts'
import type { Context } from '#server/context.ts'
import { listCurrentOrders } from '#server/modules/orders/reading/list-current-orders.ts'
import { findOpenDeposit } from '#server/modules/payments/deposits/list-own-deposits.ts'
import { listUnreadTickets } from '#server/modules/support/tickets/read-tickets.ts'

import { readSpending } from './read-spending.ts'

/** A customer's dashboard. Staff viewing as the customer see only what their own permissions allow. */
export async function readDashboard(
  ctx: Context,
  { id: userId, viewer }: Pick<Caller, 'id' | 'viewer'>,
): Promise<Omit<Dashboard, 'success'>> {
  const maySee = (needs: Permission) => viewer === undefined || isAllowed(viewer, needs)
  const [{ partial, refillable, ...orders }, spending] = await Promise.all([
    listCurrentOrders(ctx, userId),
    maySee('money') ? readSpending(ctx, userId) : null,
  ])
  const [deposit, tickets] = await Promise.all([
    maySee('money') ? findOpenDeposit(ctx, userId) : undefined,
    maySee('support') ? listUnreadTickets(ctx.db, { userId, count: dashboardLimits.tickets }) : [],
  ])
  return { ...orders, attention: { partial, refillable, deposit: deposit ?? null, tickets }, spending }
}
