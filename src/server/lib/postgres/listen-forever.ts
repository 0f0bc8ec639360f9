import { randomUUID } from 'node:crypto'

import type { Client, Pool } from 'pg'
import type { Logger } from 'pino'

import { hangUp, makeClient } from './pool.ts'

const RECONNECT_MS = 1_000
const BEAT_EVERY_MS = 5_000
/** While `heardUntil` is being called. */
const BEAT_SOON_MS = 400
const BEAT_LIMIT_MS = 5_000

/**
 * Listens on `channel` until `close`, on its own connection, and reconnects when that is lost or no longer receives
 * anything. `ready` rejects if the first connection doesn't receive.
 */
export function listenForever({
  connectionString,
  pool,
  channel,
  log,
  heard,
  returned,
}: {
  connectionString: string
  pool: Pool
  channel: string
  log: Logger
  heard: (payload: string) => void
  /** Called when it listens again after an interruption. */
  returned: () => void
}): {
  ready: Promise<void>
  /**
   * A time of `performance.now()`: all events from txs that committed before it have been received. Notifications arrive in
   * commit order, so receiving our own shows that all before it have come. Calling this makes later values more exact.
   */
  heardUntil(): number
  close(): void
} {
  /** Used by this process only, to test that it receives its own notifications. */
  const ownChannel = `tally_${randomUUID().replaceAll('-', '')}`
  let client: Client | undefined
  let closed = false
  let timer: NodeJS.Timeout | undefined
  let heardUntil = -Infinity
  let askedAt = -Infinity

  const connect = async () => {
    const next = makeClient(connectionString, 'tally-events')
    next.on(
      'notification',
      (notification) => notification.channel === channel && heard(notification.payload ?? ''),
    )
    next.on('error', () => undefined)
    next.on('end', () => {
      if (closed || client !== next) return
      client = undefined
      heardUntil = -Infinity
      clearTimeout(timer)
      timer = setTimeout(() => void connectAgain(), RECONNECT_MS)
    })
    client = next
    await next.connect()
    await testDelivery(next, ownChannel, async (payload) => {
      await next.query(`listen ${channel}; listen ${ownChannel}`)
      await publishOwn(payload)
    })
    if (!closed) timer = setTimeout(() => void beat(next), BEAT_SOON_MS)
  }
  // Through the pool, like events: this shows that the server that commits them is the one listened to. It also detects
  // a pooler, where LISTEN reaches a server connection whose notifications are forwarded to nobody.
  const publishOwn = (payload: string) => pool.query('select pg_notify($1, $2)', [ownChannel, payload])
  const beat = async (listening: Client) => {
    const sentAt = performance.now()
    const failure = await testDelivery(listening, ownChannel, publishOwn).catch(toError)
    if (closed || client !== listening) return
    if (failure?.message === deafness) {
      log.warn({ error: String(failure) }, 'events of other processes were not received for a while')
      return hangUp(listening)
    }
    // If the pool is busy or failing and could not send, that says nothing about this connection; `heardUntil` just grows older.
    if (failure === undefined) heardUntil = sentAt
    const everyMs = performance.now() - askedAt < BEAT_EVERY_MS ? BEAT_SOON_MS : BEAT_EVERY_MS
    timer = setTimeout(() => void beat(listening), everyMs)
  }
  const connectAgain = async () => {
    try {
      await connect()
      returned()
    } catch (error) {
      log.warn({ error: String(error) }, 'events of other processes can not be received')
      // Also retried if the server accepts connections but refuses LISTEN, such as a standby.
      if (client !== undefined) hangUp(client)
    }
  }
  const close = () => {
    closed = true
    clearTimeout(timer)
    if (client !== undefined) hangUp(client)
  }

  const ready = connect().catch((error: unknown) => {
    close()
    throw error
  })
  return {
    ready,
    heardUntil() {
      askedAt = performance.now()
      return heardUntil
    },
    close,
  }
}

/** A connection whose server vanished silently looks healthy but receives nothing. Late payloads of earlier tests don't count. */
function testDelivery(
  client: Client,
  channel: string,
  publish: (payload: string) => Promise<unknown>,
): Promise<void> {
  const payload = randomUUID()
  return new Promise((resolve, reject) => {
    const settle = (error?: unknown) => {
      clearTimeout(limit)
      client.off('notification', hear)
      if (error === undefined) resolve()
      else reject(error)
    }
    const hear = (notification: { channel: string; payload?: string | undefined }) =>
      notification.channel === channel && notification.payload === payload && settle()
    let isSent = false
    const limit = setTimeout(() => settle(new Error(isSent ? deafness : silence)), BEAT_LIMIT_MS)
    client.on('notification', hear)
    publish(payload).then(() => (isSent = true), settle)
  })
}

const toError = (error: unknown) => (error instanceof Error ? error : new Error(String(error)))
const silence = 'Connection terminated: the database is silent on it'
const deafness =
  'Notifications sent through the database are not received. DATABASE_DIRECT_URL must lead to the PostgreSQL of DATABASE_URL itself, not to a pooler.'
