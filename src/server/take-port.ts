import { once } from 'node:events'
import { createServer } from 'node:net'

import { ConfigError } from './environment.ts'

const tries = 50

/** The given port, or the first free one from it on. 0 gives any free one. `variable` is where it is set. */
export async function takePort(wanted: {
  host: string
  port: number
  portIsGiven: boolean
  variable?: string
}): Promise<number> {
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

async function tryPort(host: string, port: number): Promise<number | undefined> {
  const server = createServer()
  try {
    server.listen({ host, port, exclusive: true })
    await once(server, 'listening')
    const address = server.address()
    return typeof address === 'object' && address ? address.port : port
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'EADDRINUSE') return undefined
    throw new ConfigError(`HOST ${host} with port ${port} cannot be listened on: ${message}`, {
      cause: error,
    })
  } finally {
    server.close()
  }
}
