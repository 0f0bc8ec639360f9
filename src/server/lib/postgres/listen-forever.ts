import { randomUUID } from 'node:crypto'

import type { Client, Pool } from 'pg'
import type { Logger } from 'pino'

import { hangUp, makeClient } from './pool.ts'

const RECONNECT_MS = 1_000
const BEAT_EVERY_MS = 5_000
const BEAT_LIMIT_MS = 5_000

/**
 * Listens on `channel` until `close`, over a connection of its own that is made anew whenever it is lost or deaf.
 * `ready` rejects when the first one can not hear.
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
  /** It listens again after a time in which it did not. */
  returned: () => void
}): { ready: Promise<void>; close(): void } {
  /** Where only this process speaks and listens: what it tells itself proves that it hears. */
  const ownChannel = `tally_${randomUUID().replaceAll('-', '')}`
  let client: Client | undefined
  let closed = false
  let timer: NodeJS.Timeout | undefined

  const connect = async () => {
    const next = makeClient(connectionString, 'tally-news')
    next.on('notification', (told) => told.channel === channel && heard(told.payload ?? ''))
    next.on('error', () => undefined)
    next.on('end', () => {
      if (closed || client !== next) return
      clearTimeout(timer)
      timer = setTimeout(() => void connectAgain(), RECONNECT_MS)
    })
    client = next
    await next.connect()
    await hearItself(next, ownChannel, async () => {
      await next.query(`listen ${channel}; listen ${ownChannel}`)
      // The way that news take, so that a pooler on it is found out: it gives the listening to one connection of the
      // server, and what the server says on that one later to nobody.
      await pool.query('select pg_notify($1, $2)', [ownChannel, ''])
    })
    if (!closed) timer = setTimeout(() => void beat(next), BEAT_EVERY_MS)
  }
  const beat = async (listening: Client) => {
    try {
      await hearItself(listening, ownChannel, () => listening.query(`notify ${ownChannel}`))
      if (!closed) timer = setTimeout(() => void beat(listening), BEAT_EVERY_MS)
    } catch (error) {
      if (!closed) log.warn({ error: String(error) }, 'news from other processes were not heard for a while')
      hangUp(listening)
    }
  }
  const connectAgain = async () => {
    try {
      await connect()
      returned()
    } catch (error) {
      log.warn({ error: String(error) }, 'news from other processes can not be heard')
      // A server that takes connections and does not let them listen (one in recovery) is tried again as well.
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
  return { ready, close }
}

/** A connection whose other end went away without a word looks well and is deaf. */
function hearItself(client: Client, channel: string, publish: () => Promise<unknown>): Promise<void> {
  return new Promise((resolve, reject) => {
    const settle = (error?: unknown) => {
      clearTimeout(limit)
      client.off('notification', hear)
      if (error === undefined) resolve()
      else reject(error)
    }
    const hear = (told: { channel: string }) => told.channel === channel && settle()
    let isTold = false
    const limit = setTimeout(() => settle(new Error(isTold ? deafness : silence)), BEAT_LIMIT_MS)
    client.on('notification', hear)
    publish().then(() => (isTold = true), settle)
  })
}

const silence = 'Connection terminated: the database is silent on it'
const deafness =
  'What is told through the database is not heard. DATABASE_DIRECT_URL must lead to the PostgreSQL of DATABASE_URL itself, not to a pooler.'
