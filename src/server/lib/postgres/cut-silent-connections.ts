import type { Client } from 'pg'

import { isInTx } from './limit-each-tx.ts'
import { readAllowance, STATEMENT_MS } from './statement-limits.ts'

/** The server says that it gave a statement up; who hears nothing for this much longer is out of its reach. */
const GRACE_MS = 1_000
const LOOK_EVERY_MS = 500

type Watched = {
  /** When it was asked what it has not answered yet. */
  askedAt: number | undefined
  heardAt: number
  limitMs: number
}

/**
 * A connection whose other end went away without a word looks as healthy as ever: what is asked on it waits for
 * the kernel's quarter of an hour, and `pg`'s own `query_timeout` puts it back into the pool with the statement still
 * on it. Here it is ended, and with it every connection that was not heard of since that statement was sent, idle
 * or in use: they went the same way, and each would cost somebody the same wait. Only those are spared that said
 * beforehand that they take longer.
 */
export function cutSilentConnections(limitMs = STATEMENT_MS): (client: Client) => void {
  const watched = new Map<Client, Watched>()
  let timer: NodeJS.Timeout | undefined
  let lookedAt = 0

  const look = () => {
    const now = performance.now()
    const away = now - lookedAt - LOOK_EVERY_MS
    lookedAt = now
    // Who was stopped or too busy neither sent nor read: that silence is our own.
    if (away > LOOK_EVERY_MS) {
      for (const one of watched.values()) if (one.askedAt !== undefined) one.askedAt += away
      return
    }
    const silent = [...watched.values()].filter((one) => isSilent(one, now))
    if (silent.length === 0) return
    const since = Math.min(...silent.map(({ askedAt = now }) => askedAt))
    for (const [client, one] of watched)
      if (silent.includes(one) || (one.heardAt < since && one.limitMs <= limitMs))
        client.connection.stream.destroy(new Error('Connection terminated: the database is silent on it'))
  }

  return (client) => {
    const one: Watched = { askedAt: undefined, heardAt: performance.now(), limitMs }
    noteAsking(client, one, limitMs)
    watched.set(client, one)
    client.once('end', () => {
      watched.delete(client)
      if (watched.size > 0) return
      clearInterval(timer)
      timer = undefined
    })
    if (timer !== undefined) return
    lookedAt = performance.now()
    timer = setInterval(look, LOOK_EVERY_MS).unref()
  }
}

function isSilent({ askedAt, limitMs }: Watched, now: number): boolean {
  return askedAt !== undefined && now - askedAt > limitMs + GRACE_MS
}

/** Nobody asks a second thing on a connection before the first is answered. */
function noteAsking(client: Client, one: Watched, limitMs: number): void {
  const ask: (...args: unknown[]) => unknown = client.query.bind(client)
  const noted = (...args: unknown[]) => {
    const now = performance.now()
    if (one.askedAt !== undefined) one.heardAt = now
    one.askedAt = now
    one.limitMs = readAllowance(args[0]) ?? one.limitMs
    return ask(...args)
  }
  client.query = noted as typeof client.query // the same arguments, passed on
  client.on('drain', () => {
    one.askedAt = undefined
    one.heardAt = performance.now()
    if (!isInTx(client)) one.limitMs = limitMs
  })
}
