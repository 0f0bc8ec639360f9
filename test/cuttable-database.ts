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
  stop(): Promise<void>
}

/** The database as it is when its server is restarted or the network is gone, without harm to other tests. */
export async function makeCuttableDatabase(url: string): Promise<CuttableDatabase> {
  const { host, port, user, password, database } = makeClient(url)
  const lines = new Set<Socket>()
  const answers = new Set<Socket>()
  let isDeaf = false
  const server = createServer((near) => {
    const far = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host)
    answers.add(far)
    far.on('close', () => answers.delete(far))
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      lines.add(one)
      one.on('error', () => other.destroy()).on('close', () => void (lines.delete(one), other.destroy()))
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
    for (const line of lines) line.destroy()
    await closed
  }
  const who = `${encodeURIComponent(user ?? '')}:${encodeURIComponent(password ?? '')}`
  return {
    url: `postgres://${who}@127.0.0.1:${own}/${database}`,
    cut,
    mend: async () => void (await listen(own)),
    deafen: () => {
      isDeaf = true
      for (const answer of answers) answer.pause()
    },
    hear: () => {
      isDeaf = false
      for (const answer of answers) answer.resume()
    },
    stop: cut,
  }
}
