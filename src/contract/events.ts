import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { favourites } from './favourites.ts'
import { moneyCodec } from './money-codec.ts'
import { notification } from './notifications.ts'
import { order } from './orders.ts'
import { ticket } from './tickets.ts'

/** The kinds of GET /api/events (server-sent events) and what each carries as JSON in `data`. */
export const liveEvents = {
  balance: z.object({ balance: moneyCodec }),
  order,
  notification,
  ticket,
  /** All of them, as they are now. */
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
