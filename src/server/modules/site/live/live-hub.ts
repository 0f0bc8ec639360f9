import type { Context } from '#server/context.ts'

import type { LiveConnection } from './live-connection.ts'

export type LiveHub = {
  /** Answers a function that takes it out again. */
  add(userId: number, connection: LiveConnection): () => void
  close(): void
}

const CONNECTIONS_PER_USER = 10
const HEARTBEAT_MS = 15_000
/** News may be lost while the database is away, so now and then the balance is looked at without any. */
const BEATS_PER_LOOK = 4

/**
 * The open pages of this process by user. There is one subscription to the news however many pages are open:
 * an item costs one look-up and touches only the pages of the user whom it is about.
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
    // What changed meanwhile is not known, so the pages come back and read it anew.
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
        if (beats % BEATS_PER_LOOK === 0) connection.note((changes) => void (changes.balance = true))
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
        // At once: while a closed one goes on being counted, those that come in a burst would all close the same.
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
