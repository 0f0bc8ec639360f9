import { isAllowed, type Permission } from '#contract/base/permissions.ts'
import { type Found, SEARCH_FOUND_MAX } from '#contract/site/search.ts'
import type { Context } from '#server/context.ts'
import type { Caller } from '#server/modules/users/auth/authenticate.ts'
import { listUsers } from '#server/modules/users/list-users.ts'

import { findOwnOrders, findOwnTickets, findOwnTransactions } from './own-queries.ts'
import { findDeposits, findOrders, findTickets } from './staff-queries.ts'
import { toWanted, type Wanted } from './wanted.ts'

type Asked = Pick<Caller, 'id' | 'viewer' | 'role' | 'permissions'>

/** The newest few of each kind. Staff viewing as a customer see only what their own permissions allow. */
export async function search(ctx: Context, caller: Asked, text: string): Promise<Omit<Found, 'success'>> {
  if (text === '') return { orders: [], tickets: [], transactions: [], staff: null }
  const { id: userId, viewer } = caller
  const wanted = toWanted(text)
  const maySee = (needs: Permission) => viewer === undefined || isAllowed(viewer, needs)
  const [orders, tickets, transactions, staff] = await Promise.all([
    findOwnOrders(ctx.db, userId, wanted),
    maySee('support') ? findOwnTickets(ctx.db, userId, wanted) : [],
    maySee('money') ? findOwnTransactions(ctx.db, userId, wanted) : [],
    caller.role === 'admin' ? searchAsStaff(ctx, caller, wanted) : null,
  ])
  return { orders, tickets, transactions, staff }
}

/** Across all customers, by permission. Short texts would match everyone. */
async function searchAsStaff(ctx: Context, staff: Asked, wanted: Wanted): Promise<Found['staff']> {
  const may = (needs: Permission) => isAllowed(staff, needs)
  const [orders, users, deposits, tickets] = await Promise.all([
    may('orders') ? findOrders(ctx.db, wanted) : undefined,
    may('users') ? findUsers(ctx, wanted) : undefined,
    may('money') ? findDeposits(ctx.db, wanted) : undefined,
    may('support') ? findTickets(ctx.db, wanted) : undefined,
  ])
  return { orders, users, deposits, tickets }
}

const USER_TEXT_MIN = 2

async function findUsers(ctx: Context, { text, id }: Wanted) {
  if (text.length < USER_TEXT_MIN && id === undefined) return []
  const { users } = await listUsers(ctx, { search: text, limit: SEARCH_FOUND_MAX, page: 1 })
  return users.map(({ id, name, email }) => ({ id, name, email }))
}
