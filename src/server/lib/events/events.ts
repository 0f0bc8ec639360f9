import { randomUUID } from 'node:crypto'
import { EventEmitter } from 'node:events'

import type { Pool } from 'pg'
import type { Logger } from 'pino'

import { listenForever } from '#server/lib/postgres/listen-forever.ts'

/**
 * What may have changed: a hint to look, never the data itself. Losing one loses no money: whoever cares
 * also looks by itself now and then.
 */
export type AppEvent =
  | { topic: 'balance'; userId: number }
  | { topic: 'order'; userId: number; id: number }
  | { topic: 'notification'; userId: number; id: number }
  | { topic: 'ticket'; userId: number; id: number }
  /** They starred a service, or took a star back. */
  | { topic: 'favourites'; userId: number }
  | { topic: 'session'; userId: number; sessionId: string | null }
  /** Keys of theirs ended, or are taken from elsewhere. */
  | { topic: 'api_access'; userId: number }
  | { topic: 'catalogue' }
  /** One waits for whoever works it off, or is over. */
  | { topic: 'import' }
  /** Something may be sent there; null: to some provider, or to none yet. */
  | { topic: 'dispatch'; providerId: number | null }
  /** Something may be asked there. */
  | { topic: 'check'; providerId: number }
  | { topic: 'deposit' }
  /** A provider charged more than was known. */
  | { topic: 'charge' }
  | { topic: 'settings' }
  /** Customers are to be told of one. */
  | { topic: 'announcement' }
  /** Somebody asked for a new password. */
  | { topic: 'reset' }
  /** Somebody wrote by the contact form. */
  | { topic: 'contact' }
  /** A letter waits for being sent. */
  | { topic: 'mail' }
  /** A migration ran. */
  | { topic: 'schema' }
  /** Told by this process to itself: others could not be heard for a while, so look again at everything. */
  | { topic: 'gap' }

export type EventTopic = AppEvent['topic']

export type Events = {
  /** At once in this process, within some 20 ms in the others. Call it after the commit. */
  publish(item: AppEvent): void
  /** Answers a function that ends the subscription. */
  on<Topic extends EventTopic>(
    topic: Topic,
    listener: (item: Extract<AppEvent, { topic: Topic }>) => void,
  ): () => void
  close(): Promise<void>
}

export const CHANNEL = 'tally_news'
/** A NOTIFY carries less than 8000 bytes; items are some 60. */
const ITEMS_PER_NOTIFY = 80
const GATHER_MS = 20

/**
 * NOTIFY takes a lock across the whole database at commit, so it is never part of a tx that moves money:
 * items are gathered for a moment and sent in one statement of their own.
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
  let gathered = new Map<string, AppEvent>()
  let timer: NodeJS.Timeout | undefined
  let closed = false

  /** What listeners do is theirs: one that throws fails neither the caller, who has committed, nor the other listeners. */
  const emit = (item: AppEvent) => {
    for (const listener of emitter.listeners(item.topic)) {
      try {
        listener(item)
      } catch (error) {
        log.error({ err: error, topic: item.topic }, 'a listener failed')
      }
    }
  }

  /** One NOTIFY at a time: what is published meanwhile goes with the next, so a slow database piles up no statements. */
  let sending = Promise.resolve()
  const flush = () => (sending = sending.then(send))

  const send = async () => {
    timer = undefined
    const items = [...gathered.values()]
    gathered = new Map()
    const payloads: string[] = []
    for (let at = 0; at < items.length; at += ITEMS_PER_NOTIFY)
      payloads.push(toPayload(origin, items.slice(at, at + ITEMS_PER_NOTIFY)))
    if (payloads.length === 0) return
    try {
      await pool.query('select pg_notify($1, payload) from unnest($2::text[]) as payload', [
        CHANNEL,
        payloads,
      ])
    } catch (error) {
      if (!closed) log.warn({ error: String(error) }, 'news could not be sent to other processes')
    }
  }

  const listener = listenForever({
    connectionString: directUrl ?? connectionStringOf(pool),
    pool,
    channel: CHANNEL,
    log,
    heard: (payload) => {
      const told = parseTold(payload)
      if (told === undefined || told.origin === origin) return
      for (const item of told.items) emit(item)
    },
    returned: () => emit({ topic: 'gap' }),
  })
  await listener.ready

  return {
    publish(item) {
      emit(item)
      gathered.set(Object.values(item).join(), item)
      timer ??= setTimeout(() => void flush(), GATHER_MS)
    },
    on(topic, heard) {
      emitter.on(topic, heard)
      return () => emitter.off(topic, heard)
    },
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

/** As every process understands it; who is `origin` has heard it already. */
export function toPayload(origin: string, items: readonly AppEvent[]): string {
  return JSON.stringify({ origin, items })
}

function parseTold(payload: string): { origin: string; items: AppEvent[] } | undefined {
  try {
    // Written by another process of this product: the shape is ours.
    return JSON.parse(payload) as { origin: string; items: AppEvent[] }
  } catch {
    return undefined
  }
}
