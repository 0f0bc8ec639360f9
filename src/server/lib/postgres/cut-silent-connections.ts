import type { Client } from 'pg'

import { isInTx } from './limit-each-tx.ts'
import { readAllowance, STATEMENT_MS } from './statement-limits.ts'

/** The server reports its own timeout; a connection that is silent this much longer is dead. */
const GRACE_MS = 1_000
const LOOK_EVERY_MS = 500

type Watched = {
  /** When the pending statement was sent. */
  askedAt: number | undefined
  heardAt: number
  limitMs: number
}

/**
 * Ends connections whose server vanished silently (failover, network). Otherwise a statement waits 15 minutes for the
 * kernel, and `pg`'s `query_timeout` returns the connection to the pool with the statement still running. All connections
 * not heard from since then are ended too, idle ones included: each would cost a request the same wait. Exempt are
 * those with a longer limit by `allowSeconds`.
 */
export function cutSilentConnections(limitMs = STATEMENT_MS): (client: Client) => void {
  const watched = new Map<Client, Watched>()
  let timer: NodeJS.Timeout | undefined
  let lookedAt = 0

  const look = () => {
    const now = performance.now()
    const away = now - lookedAt - LOOK_EVERY_MS
    lookedAt = now
    // This process itself was suspended or busy, so the silence says nothing.
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
    noteStatements(client, one, limitMs)
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

/** A connection has at most one statement at a time. */
function noteStatements(client: Client, one: Watched, limitMs: number): void {
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
