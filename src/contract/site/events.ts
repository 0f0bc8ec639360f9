import * as z from 'zod/mini'
import { endpoint } from '#contract/base/endpoint.ts'
import { favourites } from '#contract/catalogue/favourites.ts'
import { moneyCodec } from '#contract/base/money-codec.ts'
import { notification } from '#contract/messaging/notifications.ts'
import { order } from '#contract/orders/orders.ts'
import { ticket } from '#contract/support/tickets.ts'

/** Kinds of events of GET /api/events (server-sent events), each with the JSON in its `data`. */
export const liveEvents = {
  /** `owed` only if it is above zero. */
  balance: z.object({ balance: moneyCodec, owed: z.optional(moneyCodec) }),
  order,
  notification,
  ticket,
  /** All current favourites. */
  favourites,
} as const

export type LiveEventKind = keyof typeof liveEvents
export type LiveEvent = {
  [Kind in LiveEventKind]: { kind: Kind; data: z.output<(typeof liveEvents)[Kind]> }
}[LiveEventKind]

export const liveUpdates = endpoint({
  method: 'GET',
  path: '/api/events',
  access: 'user',
  summary:
    'Server-sent events for the signed-in user: balance, order, notification, ticket, favourites; ends with the session',
  answer: { status: 200, type: 'text/event-stream' },
  errors: ['insufficient_permissions'],
})
