import { once } from 'node:events'
import { createServer } from 'node:net'

import type { Config } from '#server/config.ts'
import { ConfigError } from '#server/lib/environment/environment.ts'

const tries = 50

/** Held until it is released: while the product makes itself ready nobody else gets it. Who connects is cut off. */
export type TakenPort = { port: number; release: () => Promise<void> }

/** The given port, or the first free one from it on. 0 gives any free one. `variable` is where it is set. */
export async function takePort(wanted: {
  host: string
  port: number
  portIsGiven: boolean
  variable?: string
}): Promise<TakenPort> {
  const { variable = 'PORT' } = wanted
  for (let port = wanted.port; port < wanted.port + tries; port += 1) {
    const taken = await tryPort(wanted.host, port)
    if (taken !== undefined) return taken
    if (wanted.portIsGiven)
      throw new ConfigError(`${variable} ${port} on ${wanted.host} is in use by another program.`)
  }
  throw new ConfigError(
    `Ports ${wanted.port} to ${wanted.port + tries - 1} are all in use. Set ${variable} to a free one.`,
  )
}

/** The site's port, or that at which a worker tells how it is. */
export function takeOwnPort(config: Config, { isWeb }: { isWeb: boolean }): Promise<TakenPort> {
  if (isWeb) return takePort(config)
  const { host, healthPort: port, healthPortIsGiven: portIsGiven } = config
  return takePort({ host, port, portIsGiven, variable: 'HEALTH_PORT' })
}

async function tryPort(host: string, port: number): Promise<TakenPort | undefined> {
  const server = createServer((socket) => socket.destroy())
  try {
    server.listen({ host, port, exclusive: true })
    await once(server, 'listening')
    const address = server.address()
    const release = async () => {
      if (server.listening) await once(server.close(), 'close')
    }
    return { port: typeof address === 'object' && address ? address.port : port, release }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'EADDRINUSE') return undefined
    throw new ConfigError(`HOST ${host} with port ${port} cannot be listened on: ${message}`, {
      cause: error,
    })
  }
}
