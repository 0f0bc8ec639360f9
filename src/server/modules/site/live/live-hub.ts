import type { Context } from '#server/context.ts'

import type { LiveConnection } from './live-connection.ts'

export type LiveHub = {
  /** Answers a function that removes it. */
  add(userId: number, connection: LiveConnection): () => void
  close(): void
}

const CONNECTIONS_PER_USER = 10
const HEARTBEAT_MS = 15_000
/** Events may be lost while the database is unavailable, so the balance is also sent every few beats. */
const BEATS_PER_BALANCE = 4

/**
 * The open pages of this process by user. One subscription to events serves all pages: an event costs one look-up and
 * reaches only its user's pages.
 */
export function makeLiveHub(ctx: Context): LiveHub {
  const byUser = new Map<number, Set<LiveConnection>>()
  const of = (userId: number): Iterable<LiveConnection> => byUser.get(userId) ?? []

  const offs = [
    ctx.events.on('balance', ({ userId }) => {
      for (const connection of of(userId)) connection.note((changes) => void (changes.balance = true))
    }),
    ctx.events.on('order', ({ userId, id }) => {
      for (const connection of of(userId)) connection.note(({ orders }) => void orders.add(id))
    }),
    ctx.events.on('notification', ({ userId, id }) => {
      for (const connection of of(userId)) connection.note(({ notifications }) => void notifications.add(id))
    }),
    ctx.events.on('ticket', ({ userId, id }) => {
      for (const connection of of(userId)) connection.note(({ tickets }) => void tickets.add(id))
    }),
    ctx.events.on('favourites', ({ userId }) => {
      for (const connection of of(userId)) connection.note((changes) => void (changes.favourites = true))
    }),
    ctx.events.on('session', ({ userId, sessionId }) => {
      for (const connection of of(userId))
        if (sessionId === null || sessionId === connection.sessionId) void connection.recheck()
    }),
    // Events were missed: the pages reconnect and read the current state.
    ctx.events.on('gap', () => {
      for (const connections of byUser.values()) for (const connection of connections) connection.close()
    }),
  ]

  let beats = 0
  const heart = setInterval(() => {
    beats += 1
    for (const connections of byUser.values())
      for (const connection of connections) {
        connection.beat()
        void connection.recheck()
        if (beats % BEATS_PER_BALANCE === 0) connection.note((changes) => void (changes.balance = true))
      }
  }, HEARTBEAT_MS)
  heart.unref()

  return {
    add(userId, connection) {
      const connections = byUser.get(userId) ?? new Set()
      byUser.set(userId, connections)
      connections.add(connection)
      const [oldest] = connections
      if (connections.size > CONNECTIONS_PER_USER && oldest !== undefined) {
        // Removed immediately: if it were still counted, a burst of new ones would all close the same one.
        connections.delete(oldest)
        oldest.close()
      }
      return () => {
        connections.delete(connection)
        if (connections.size === 0 && byUser.get(userId) === connections) byUser.delete(userId)
      }
    },
    close() {
      clearInterval(heart)
      for (const off of offs) off()
      for (const connections of byUser.values()) for (const connection of connections) connection.close()
    },
  }
}
