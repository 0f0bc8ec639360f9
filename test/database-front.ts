import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'

import { onTestFinished } from 'vitest'

import { makeClient } from '#server/lib/postgres/pool.ts'

/** How a connection is treated. `relay` connects it to the database, and returns that connection. */
export type Fate = (near: Socket, relay: () => Socket) => void

/** A server in front of a test's database: treats the nth connection as listed, and relays all others. */
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
