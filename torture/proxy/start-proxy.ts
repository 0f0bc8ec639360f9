import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

import { Client } from 'pg'

import type { LineConditions } from './line-conditions.ts'
import { type Drop, joinLine, type Line } from './proxy-line.ts'

export type DatabaseProxy = {
  /** The same database, through this proxy. */
  url: string
  /** Open connections break and no new ones pass, until `restore`. */
  cut: () => Promise<void>
  restore: () => Promise<void>
  /** Each open connection breaks in the middle of its next answer; new ones work. Returns how many. */
  cutInTheMiddle: () => number
  /** Delays everything by this, both ways; 0 ends it. */
  delay: (ms: number) => void
  /**
   * Nothing passes and neither end notices, including new connections, until the returned function is called: then all
   * of it passes. With `answers`, requests still arrive and are executed. A cut ends it too.
   */
  darken: (what?: 'everything' | 'answers') => () => void
  /** Open connections stay open but carry nothing; new ones work. Returns how many. */
  halfOpen: (options: { isServerGone: boolean }) => number
  /** The next answers of that kind are lost after the server has committed, and their connection with them. */
  dropAnswers: (options: { of: 'commit' | 'statement'; times: number; meanwhile?: () => Promise<void> }) => {
    dropped: () => number
    end: () => void
  }
  stop: () => Promise<void>
}

type WantedDrop = { of: string; left: number; dropped: number; meanwhile: () => Promise<void> }

/** Stands between a client and PostgreSQL and simulates network failures and crashes. */
export async function startDatabaseProxy(databaseUrl: string): Promise<DatabaseProxy> {
  const { host, port, user, password, database } = new Client({ connectionString: databaseUrl })
  const lines = new Map<Socket, Line>()
  const conditions: { up: LineConditions; down: LineConditions } = {
    up: { delayMs: 0, blackout: undefined },
    down: { delayMs: 0, blackout: undefined },
  }
  let lift = () => {}
  const drops = new Set<WantedDrop>()

  const findDrop = (kind: string): Drop | undefined => {
    const drop = [...drops].find(({ of, left }) => of === kind && left > 0)
    if (drop === undefined) return undefined
    drop.left -= 1
    return {
      giveBack: () => void (drop.left += 1),
      meanwhile: async () => {
        drop.dropped += 1
        await drop.meanwhile()
      },
    }
  }
  const server = createServer((near) => {
    const far = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host)
    near.setNoDelay(true)
    lines.set(near, joinLine({ near, far, conditions, findDrop }))
    near.on('close', () => lines.delete(near))
  })
  const listen = async (at: number) => {
    server.listen(at, '127.0.0.1')
    await once(server, 'listening')
    return (server.address() as AddressInfo).port // it listens on TCP
  }
  const own = await listen(0)
  const cut = async () => {
    const closed = server.listening ? once(server, 'close') : undefined
    server.close()
    for (const line of lines.values()) line.cut()
    lift()
    await closed
  }
  const forEachOpen = (act: (line: Line) => void): number => {
    for (const line of lines.values()) act(line)
    return lines.size
  }
  const who = `${encodeURIComponent(user ?? '')}:${encodeURIComponent(password ?? '')}`
  return {
    url: `postgresql://${who}@127.0.0.1:${own}/${database}`,
    cut,
    restore: async () => void (await listen(own)),
    cutInTheMiddle: () => forEachOpen((line) => line.cutInTheMiddle()),
    delay: (ms) => {
      for (const one of Object.values(conditions)) one.delayMs = ms
    },
    darken: (what = 'everything') => {
      const lifted = Promise.withResolvers<void>()
      const blackedOut = what === 'answers' ? [conditions.down] : Object.values(conditions)
      for (const one of blackedOut) one.blackout = lifted.promise
      lift = () => {
        for (const one of blackedOut) one.blackout = undefined
        lifted.resolve()
      }
      return lift
    },
    halfOpen: (options) => forEachOpen((line) => line.die(options)),
    dropAnswers: ({ of, times, meanwhile = async () => {} }) => {
      const drop: WantedDrop = { of, left: times, dropped: 0, meanwhile }
      drops.add(drop)
      return { dropped: () => drop.dropped, end: () => void drops.delete(drop) }
    },
    stop: cut,
  }
}
