import { once } from 'node:events'
import { createServer } from 'node:net'

import type { Config } from '#server/config.ts'
import { ConfigError } from '#server/lib/environment/environment.ts'

const tries = 50

/** Reserved until released, while the product starts. Connections are closed. */
export type TakenPort = { port: number; release: () => Promise<void> }

/** The given port; if it was not set explicitly, the first free one from there. 0 means any free one. */
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

/** The site's port, or a worker's port for health checks. */
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
