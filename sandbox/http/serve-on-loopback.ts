import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { Refusal } from './refusal.ts'
import { jsonAnswer, send } from './send.ts'

export type Exchange = {
  request: IncomingMessage
  response: ServerResponse
  url: URL
  /** Aborted when the server stops, so that no slow answer continues after it. */
  signal: AbortSignal
}
export type Handle = (exchange: Exchange) => Promise<void>
export type LoopbackServer = {
  url: string
  signal: AbortSignal
  /** Requests that arrive before this wait: the port is bound before the state is read. */
  answerWith: (handle: Handle) => void
  stop: () => Promise<void>
}

const HOST = '127.0.0.1'
const PREFERRED_PORT_TRIES = 20
const PREFERRED_PORT_PAUSE_MS = 100

/**
 * Listens on loopback only. A preferred port is tried for 2 s, because the process that held it may still be ending
 * after `kill -9`; then any free one is used. 0 asks for a free one at once.
 */
export async function serveOnLoopback({
  port,
  log,
}: {
  port: number
  log: (line: string) => void
}): Promise<LoopbackServer> {
  const stopping = new AbortController()
  const ready = Promise.withResolvers<Handle>()
  const server = createServer((request, response) => {
    void answer({ request, response, ready: ready.promise, signal: stopping.signal, log })
  })
  // Longer than clients keep idle sockets: closing first would look like a reset to a client that reuses one.
  server.keepAliveTimeout = 75_000
  await listenPreferably(server, port, log)
  // A server that listens on TCP has an AddressInfo.
  const url = `http://${HOST}:${(server.address() as AddressInfo).port}`
  return {
    url,
    signal: stopping.signal,
    answerWith: ready.resolve,
    stop: async () => {
      stopping.abort()
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      server.closeAllConnections()
      await closed
    },
  }
}

async function answer({
  request,
  response,
  ready,
  signal,
  log,
}: {
  request: IncomingMessage
  response: ServerResponse
  ready: Promise<Handle>
  signal: AbortSignal
  log: (line: string) => void
}): Promise<void> {
  try {
    const handle = await ready
    const url = URL.parse(request.url ?? '/', `http://${HOST}`)
    if (!url) throw new Refusal(400, 'The address is not one.')
    await handle({ request, response, url, signal })
  } catch (error) {
    if (signal.aborted || request.socket.destroyed) return
    if (error instanceof Refusal) return send(response, jsonAnswer({ error: error.message }, error.status))
    log(
      `${request.method} ${request.url?.split('?')[0]}: ${error instanceof Error ? (error.stack ?? error.message) : error}`,
    )
    send(response, jsonAnswer({ error: 'The sandbox failed. Its log says why.' }, 500))
  }
}

async function listenPreferably(server: Server, port: number, log: (line: string) => void): Promise<void> {
  const tries = port === 0 ? 0 : PREFERRED_PORT_TRIES
  for (let attempt = 1; attempt <= tries; attempt += 1) {
    if (await listen(server, port)) return
    await sleep(PREFERRED_PORT_PAUSE_MS)
  }
  if (port !== 0) log(`port ${port} is taken, so a free one is used`)
  if (!(await listen(server, 0))) throw new Error('no port on 127.0.0.1 can be listened on')
}

function listen(server: Server, port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const onError = (error: NodeJS.ErrnoException): void => {
      server.off('listening', onListening)
      if (error.code === 'EADDRINUSE' || error.code === 'EACCES') resolve(false)
      else reject(error)
    }
    const onListening = (): void => {
      server.off('error', onError)
      resolve(true)
    }
    server.once('error', onError)
    server.once('listening', onListening)
    server.listen(port, HOST)
  })
}
