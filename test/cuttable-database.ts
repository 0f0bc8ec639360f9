import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

import { makeClient } from '#server/database/pool.ts'

export type CuttableDatabase = {
  /** The same database, over a line of our own. */
  url: string
  /** What is under way breaks off and nothing new gets through, until `mend`. */
  cut(): Promise<void>
  mend(): Promise<void>
  /** What is asked still gets there and is done, and no answer comes back, until `hear` or `cut`. */
  deafen(): void
  hear(): void
  /**
   * Every connection there is goes half open: no byte comes through any more, either way, and neither end is told.
   * New ones are fine. Answers how many these are.
   */
  silence(): number
  stop(): Promise<void>
}

/** The two halves of one connection. */
type Line = readonly [near: Socket, far: Socket]

/** The database as it is when its server is restarted or the network is gone, without harm to other tests. */
export async function makeCuttableDatabase(url: string): Promise<CuttableDatabase> {
  const { host, port, user, password, database } = makeClient(url)
  let isDeaf = false
  const lines = new Set<Line>()
  const silent = new Set<Line>()
  const server = createServer((near) => {
    const far = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host)
    const line: Line = [near, far]
    lines.add(line)
    for (const [one, other] of [line, [far, near] as const]) {
      one.on('error', () => undefined)
      one.on('close', () => {
        if (silent.has(line)) return
        lines.delete(line)
        other.destroy()
      })
      one.pipe(other)
    }
    if (isDeaf) far.pause()
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
    isDeaf = false
    for (const line of [...lines, ...silent]) for (const end of line) end.destroy()
    await closed
  }
  const who = `${encodeURIComponent(user ?? '')}:${encodeURIComponent(password ?? '')}`
  return {
    url: `postgres://${who}@127.0.0.1:${own}/${database}`,
    cut,
    mend: async () => void (await listen(own)),
    deafen: () => {
      isDeaf = true
      for (const [, far] of lines) far.pause()
    },
    hear: () => {
      isDeaf = false
      for (const [, far] of lines) far.resume()
    },
    silence: () => {
      const count = lines.size
      for (const line of lines) {
        silent.add(line)
        lines.delete(line)
        // What still arrives is taken and goes nowhere, as in a network that lost the way.
        for (const end of line) end.unpipe().resume()
      }
      return count
    },
    stop: cut,
  }
}
