import * as z from 'zod/mini'

import { type LiveEvent, liveEvents } from '#contract/site/events.ts'
import { isAllowed, type Permission } from '#contract/base/permissions.ts'
import type { Caller } from '#server/modules/users/auth/authenticate.ts'
import type { Context } from '#server/context.ts'
import { listFavourites } from '#server/modules/catalogue/favourites/favourites.ts'
import { findNotifications } from '#server/modules/messaging/notifications/list-notifications.ts'
import { findOrders } from '#server/modules/orders/reading/find-orders.ts'
import { findTickets } from '#server/modules/support/tickets/read-tickets.ts'
import { readBalance } from '#server/modules/ledger/account.ts'

/** What a connection has been told has changed and has not read yet. Several hints about one thing are one. */
export type LiveChanges = {
  balance: boolean
  favourites: boolean
  orders: Set<number>
  notifications: Set<number>
  tickets: Set<number>
}

/** A client so far behind reads everything anew when it comes back. */
const CHANGES_MAX = 1_000

export function noChanges(): LiveChanges {
  return {
    balance: false,
    favourites: false,
    orders: new Set(),
    notifications: new Set(),
    tickets: new Set(),
  }
}

export function hasChanges({ balance, favourites, ...things }: LiveChanges): boolean {
  return balance || favourites || countOf(things) > 0
}

export function areTooMany(changes: LiveChanges): boolean {
  return countOf(changes) > CHANGES_MAX
}

function countOf({ orders, notifications, tickets }: Omit<LiveChanges, 'balance' | 'favourites'>): number {
  return orders.size + notifications.size + tickets.size
}

/**
 * Reads how the changed things stand now: news are hints, the database says what is. Each is a frame to send. Staff who only
 * look are told of what they may read of anybody, as by the calls that list it.
 */
export async function readChanges(
  ctx: Context,
  { id: userId, viewer }: Pick<Caller, 'id' | 'viewer'>,
  changes: LiveChanges,
): Promise<string[]> {
  const maySee = (needs: Permission) => viewer === undefined || isAllowed(viewer, needs)
  const events: LiveEvent[] = []
  if (changes.orders.size > 0 && maySee('orders'))
    for (const data of await findOrders(ctx.db, { userId, ids: [...changes.orders] }))
      events.push({ kind: 'order', data })
  if (changes.balance) events.push({ kind: 'balance', data: { balance: await readBalance(ctx.db, userId) } })
  if (changes.notifications.size > 0)
    for (const data of await findNotifications(ctx.db, { userId, ids: [...changes.notifications] }))
      events.push({ kind: 'notification', data })
  if (changes.tickets.size > 0 && maySee('support'))
    for (const data of await findTickets(ctx.db, { userId, ids: [...changes.tickets] }))
      events.push({ kind: 'ticket', data })
  if (changes.favourites)
    events.push({ kind: 'favourites', data: { service_ids: await listFavourites(ctx.db, userId) } })
  return events.map(toFrame)
}

/** Encoded by the contract, so that what it does not name never leaves. JSON has no line breaks in it. */
function toFrame({ kind, data }: LiveEvent): string {
  return `event: ${kind}\ndata: ${JSON.stringify(z.encode<z.ZodMiniType>(liveEvents[kind], data))}\n\n`
}
