import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

import { findFreePort } from './find-free-port.ts'

export type Address = { url: string; close: () => Promise<void> }

/** A second port for a local server; once closed, connections to it are refused. */
export async function openAddress(port: number): Promise<Address> {
  const own = await findFreePort()
  const lines = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect(port, '127.0.0.1')
    for (const [line, other] of [
      [near, far],
      [far, near],
    ] as const) {
      lines.add(line)
      line.pipe(other)
      // A reset is passed on as a reset: it is a fault of the server behind it.
      line.on('error', () => other.resetAndDestroy())
      line.on('close', () => {
        lines.delete(line)
        other.destroySoon()
      })
    }
  })
  server.unref().listen(own, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${own}`,
    close: async () => {
      const closed = once(server, 'close')
      server.close()
      for (const line of lines) line.destroy()
      await closed
    },
  }
}
