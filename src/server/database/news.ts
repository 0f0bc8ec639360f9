import { randomUUID } from 'node:crypto'
import { EventEmitter } from 'node:events'

import type { Client, Pool } from 'pg'
import type { Logger } from 'pino'

import { makeClient } from './pool.ts'

/**
 * What may have changed: a hint to look, never the data itself. Losing one loses no money: whoever cares
 * also looks by itself now and then.
 */
export type NewsItem =
  | { topic: 'balance'; userId: number }
  | { topic: 'order'; userId: number; id: number }
  | { topic: 'notification'; userId: number; id: number }
  | { topic: 'session'; userId: number; sessionId: string | null }
  | { topic: 'catalogue' }
  | { topic: 'dispatch' }
  | { topic: 'check' }
  | { topic: 'deposit' }
  | { topic: 'settings' }
  /** Told by this process to itself: others could not be heard for a while, so look again at everything. */
  | { topic: 'gap' }

export type NewsTopic = NewsItem['topic']

export type News = {
  /** At once in this process, within some 20 ms in the others. Call it after the commit. */
  tell(item: NewsItem): void
  /** Answers a function that ends the subscription. */
  on<Topic extends NewsTopic>(
    topic: Topic,
    listener: (item: Extract<NewsItem, { topic: Topic }>) => void,
  ): () => void
  close(): Promise<void>
}

const CHANNEL = 'tally_news'
/** A NOTIFY carries less than 8000 bytes; items are some 60. */
const ITEMS_PER_NOTIFY = 80
const GATHER_MS = 20
const RECONNECT_MS = 1_000

/**
 * NOTIFY takes a lock across the whole database at commit, so it is never part of a tx that moves money:
 * items are gathered for a moment and sent in one statement of their own.
 */
export async function makeNews({
  pool,
  log,
  directUrl,
}: {
  pool: Pool
  log: Logger
  directUrl?: string | undefined
}): Promise<News> {
  const origin = randomUUID()
  const emitter = new EventEmitter().setMaxListeners(0)
  let gathered = new Map<string, NewsItem>()
  let timer: NodeJS.Timeout | undefined
  let closed = false

  const flush = async () => {
    timer = undefined
    const items = [...gathered.values()]
    gathered = new Map()
    const payloads: string[] = []
    for (let at = 0; at < items.length; at += ITEMS_PER_NOTIFY)
      payloads.push(JSON.stringify({ origin, items: items.slice(at, at + ITEMS_PER_NOTIFY) }))
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
    log,
    heard: (payload) => {
      const told = parseTold(payload)
      if (told === undefined || told.origin === origin) return
      for (const item of told.items) emitter.emit(item.topic, item)
    },
    returned: () => emitter.emit('gap', { topic: 'gap' }),
  })
  await listener.ready

  return {
    tell(item) {
      emitter.emit(item.topic, item)
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
      await listener.close()
    },
  }
}

function connectionStringOf(pool: Pool): string {
  const { connectionString } = pool.options
  if (connectionString === undefined) throw new Error('the pool was made without a connection string')
  return connectionString
}

function parseTold(payload: string): { origin: string; items: NewsItem[] } | undefined {
  try {
    // Written by another process of this product: the shape is ours.
    return JSON.parse(payload) as { origin: string; items: NewsItem[] }
  } catch {
    return undefined
  }
}

function listenForever({
  connectionString,
  log,
  heard,
  returned,
}: {
  connectionString: string
  log: Logger
  heard: (payload: string) => void
  /** It listens again after a time in which it did not. */
  returned: () => void
}) {
  let client: Client | undefined
  let closed = false
  let retry: NodeJS.Timeout | undefined

  const connect = async () => {
    const next = makeClient(connectionString, 'tally-news')
    next.on('notification', ({ payload }) => heard(payload ?? ''))
    next.on('error', () => undefined)
    next.on('end', () => {
      if (!closed && client === next) retry = setTimeout(() => void connectAgain(), RECONNECT_MS)
    })
    client = next
    await next.connect()
    await next.query(`listen ${CHANNEL}`)
  }
  const connectAgain = async () => {
    try {
      await connect()
      returned()
    } catch (error) {
      log.warn({ error: String(error) }, 'news from other processes can not be heard')
      // A server that takes connections and does not let them listen (one in recovery) is tried again as well.
      await client?.end().catch(() => undefined)
    }
  }

  return {
    ready: connect(),
    async close() {
      closed = true
      clearTimeout(retry)
      await client?.end().catch(() => undefined)
    },
  }
}
