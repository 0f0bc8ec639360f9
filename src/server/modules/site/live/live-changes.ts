import * as z from 'zod/mini'

import { type LiveEvent, liveEvents } from '#contract/site/events.ts'
import { isAllowed, type Permission } from '#contract/base/permissions.ts'
import type { Caller } from '#server/modules/users/auth/authenticate.ts'
import type { Context } from '#server/context.ts'
import { listFavourites } from '#server/modules/catalogue/favourites/favourites.ts'
import { findOrders } from '#server/modules/orders/reading/get-order.ts'
import { findTickets } from '#server/modules/support/tickets/read-tickets.ts'

import type { LiveReads } from './live-reads.ts'

/** Changes not sent yet. Several events about one thing count once. */
export type LiveChanges = {
  balance: boolean
  favourites: boolean
  orders: Set<number>
  notifications: Set<number>
  tickets: Set<number>
}

/** A client that is further behind is disconnected and reads everything again. */
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
 * Reads the current state of what has changed, since events carry only ids. Answers the frames to send. Staff viewing
 * as a user get only what their permissions allow.
 */
export async function readChanges(
  ctx: Context,
  {
    caller: { id: userId, viewer },
    changes,
    reads,
  }: { caller: Pick<Caller, 'id' | 'viewer'>; changes: LiveChanges; reads: LiveReads },
): Promise<string[]> {
  const maySee = (needs: Permission) => viewer === undefined || isAllowed(viewer, needs)
  const events: LiveEvent[] = []
  if (changes.orders.size > 0 && maySee('orders'))
    for (const data of await findOrders(ctx.db, { userId, ids: [...changes.orders] }))
      events.push({ kind: 'order', data })
  if (changes.balance) {
    const { balance, owed } = await reads.funds(userId)
    events.push({ kind: 'balance', data: { balance, ...(owed > 0n && { owed }) } })
  }
  if (changes.notifications.size > 0)
    for (const data of await reads.notifications({ userId, ids: [...changes.notifications] }))
      events.push({ kind: 'notification', data })
  if (changes.tickets.size > 0 && maySee('support'))
    for (const data of await findTickets(ctx.db, { userId, ids: [...changes.tickets] }))
      events.push({ kind: 'ticket', data })
  if (changes.favourites)
    events.push({ kind: 'favourites', data: { service_ids: await listFavourites(ctx.db, userId) } })
  return events.map(toFrame)
}

/** Encoded by the contract, so that unknown fields are not sent. JSON has no line breaks. */
function toFrame({ kind, data }: LiveEvent): string {
  return `event: ${kind}\ndata: ${JSON.stringify(z.encode<z.ZodMiniType>(liveEvents[kind], data))}\n\n`
}
