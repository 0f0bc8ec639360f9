import { randomUUID } from 'node:crypto'
import { EventEmitter } from 'node:events'

import type { Pool } from 'pg'
import type { Logger } from 'pino'

import { listenForever } from '#server/lib/postgres/listen-forever.ts'

/**
 * Hints that something may have changed, without the data itself. A lost event delays work but loses nothing: every listener
 * also polls.
 */
export type AppEvent =
  | { topic: 'balance'; userId: number }
  | { topic: 'order'; userId: number; id: number }
  | { topic: 'notification'; userId: number; id: number }
  | { topic: 'ticket'; userId: number; id: number }
  | { topic: 'favourites'; userId: number }
  | { topic: 'session'; userId: number; sessionId: string | null }
  /** The user's API keys, or the addresses they are accepted from, changed. */
  | { topic: 'api_access'; userId: number }
  | { topic: 'catalogue' }
  /** An import was started or has ended. */
  | { topic: 'import' }
  /** Orders may be waiting for this provider; null: for any provider. */
  | { topic: 'dispatch'; providerId: number | null }
  /** Orders may be due for a status poll at this provider. */
  | { topic: 'check'; providerId: number }
  | { topic: 'deposit' }
  /** A provider charged more than expected. */
  | { topic: 'charge' }
  | { topic: 'settings' }
  /** An announcement is to be sent. */
  | { topic: 'announcement' }
  /** A password reset was requested. */
  | { topic: 'reset' }
  /** A message arrived through the contact form. */
  | { topic: 'contact' }
  /** An email is waiting to be sent. */
  | { topic: 'mail' }
  /** A backup, or a check of one, was asked for. */
  | { topic: 'backup' }
  /** A restored database was resumed, or its old sessions were ended, which is one of the steps before. */
  | { topic: 'resumed' }
  /** A migration ran. */
  | { topic: 'schema' }
  /** Only within this process: events of others may have been missed, so check everything. */
  | { topic: 'gap' }

export type EventTopic = AppEvent['topic']

export type Events = {
  /** Immediate in this process, some 20 ms later in others. Call it after the commit. */
  publish(event: AppEvent): void
  /** Returns a function that ends the subscription. */
  on<Topic extends EventTopic>(
    topic: Topic,
    listener: (event: Extract<AppEvent, { topic: Topic }>) => void,
  ): () => void
  /** What other processes published in a tx that committed before this time of `performance.now()` has been received. */
  heardUntil(): number
  close(): Promise<void>
}

export const CHANNEL = 'tally_events'
/** A NOTIFY payload is limited to 8000 bytes; an event has some 60. */
const EVENTS_PER_NOTIFY = 80
const COLLECT_MS = 20

/**
 * NOTIFY takes a database-wide lock at commit, so it is never part of a tx that places or pays: events are collected for 20 ms
 * and sent in a separate statement. What ends sessions is also sent by its own tx (`transact`), which may be the last thing
 * that its process does.
 */
export async function makeEvents({
  pool,
  log,
  directUrl,
}: {
  pool: Pool
  log: Logger
  directUrl?: string | undefined
}): Promise<Events> {
  const origin = randomUUID()
  const emitter = new EventEmitter().setMaxListeners(0)
  let collected = new Map<string, AppEvent>()
  let timer: NodeJS.Timeout | undefined
  let closed = false

  /** A listener that throws must not affect the publisher, who has committed, or other listeners. */
  const emit = (event: AppEvent) => {
    for (const listener of emitter.listeners(event.topic)) {
      try {
        listener(event)
      } catch (error) {
        log.error({ err: error, topic: event.topic }, 'a listener failed')
      }
    }
  }

  /** One NOTIFY at a time, so that a slow database doesn't accumulate statements. */
  let sending = Promise.resolve()
  const flush = () => (sending = sending.then(send))

  const send = async () => {
    timer = undefined
    const payloads = toPayloads(origin, [...collected.values()])
    collected = new Map()
    if (payloads.length === 0) return
    try {
      await pool.query('select pg_notify($1, payload) from unnest($2::text[]) as payload', [
        CHANNEL,
        payloads,
      ])
    } catch (error) {
      if (!closed) log.warn({ error: String(error) }, 'events could not be sent to other processes')
    }
  }

  const listener = listenForever({
    connectionString: directUrl ?? connectionStringOf(pool),
    pool,
    channel: CHANNEL,
    log,
    heard: (payload) => {
      const received = parsePayload(payload)
      if (received === undefined || received.origin === origin) return
      for (const event of received.items) emit(event)
    },
    returned: () => emit({ topic: 'gap' }),
  })
  await listener.ready

  return {
    publish(event) {
      emit(event)
      collected.set(Object.values(event).join(), event)
      timer ??= setTimeout(() => void flush(), COLLECT_MS)
    },
    on(topic, heard) {
      emitter.on(topic, heard)
      return () => emitter.off(topic, heard)
    },
    heardUntil: listener.heardUntil,
    async close() {
      clearTimeout(timer)
      await flush()
      closed = true
      listener.close()
    },
  }
}

function connectionStringOf(pool: Pool): string {
  const { connectionString } = pool.options
  if (connectionString === undefined) throw new Error('the pool was made without a connection string')
  return connectionString
}

/** The payloads of as many NOTIFY. The process `origin` ignores them, since it has handled the events already. */
export function toPayloads(origin: string, items: readonly AppEvent[]): string[] {
  const count = Math.ceil(items.length / EVENTS_PER_NOTIFY)
  return Array.from({ length: count }, (_, nth) =>
    JSON.stringify({ origin, items: items.slice(nth * EVENTS_PER_NOTIFY, (nth + 1) * EVENTS_PER_NOTIFY) }),
  )
}

function parsePayload(payload: string): { origin: string; items: AppEvent[] } | undefined {
  try {
    // Written by another process of this product.
    return JSON.parse(payload) as { origin: string; items: AppEvent[] }
  } catch {
    return undefined
  }
}
