import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'

import { onTestFinished } from 'vitest'

import { makeClient } from '#server/lib/postgres/pool.ts'

/** How one connection is treated; `relay` joins it to the database, and returns the database's end. */
export type Fate = (near: Socket, relay: () => Socket) => void

/** A server in front of a test's database: the nth connection is treated as listed, the others are relayed. */
export async function startFront(
  databaseUrl: string,
  findFate: (nth: number) => Fate | undefined,
): Promise<{ url: string; server: Server }> {
  const { host, port, user, database } = makeClient(databaseUrl)
  let nth = 0
  const server = createServer((near) => {
    near.on('error', () => undefined)
    const relay = () => {
      const far: Socket = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host)
      far.on('error', () => near.destroy()).on('close', () => near.destroy())
      near.on('close', () => far.destroy())
      near.pipe(far).pipe(near)
      return far
    }
    nth += 1
    const fate = findFate(nth)
    if (fate === undefined) relay()
    else fate(near, relay)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port: own } = server.address() as AddressInfo // it listens on TCP
  return { url: `postgresql://${user ?? ''}:secret@127.0.0.1:${own}/${database ?? ''}`, server }
}
