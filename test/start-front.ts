import { once } from 'node:events'
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

export type Front = {
  url: string
  /** Sends requests there while it is ready. */
  add(url: string): void
  isReady(url: string): boolean
  stop(): Promise<void>
}

const askMs = 500

/**
 * A proxy in front of web processes, as docs/operating/upgrades.md requires: it polls `/readyz` of each, sends nothing
 * to one that failed once, sends requests to the others in turn, and repeats none.
 */
export async function startFront(): Promise<Front> {
  const backends = new Map<string, boolean>()
  const agent = new Agent({ keepAlive: true })
  let turn = 0
  const stopping = new AbortController()

  const watch = async (url: string) => {
    while (!stopping.signal.aborted) {
      const status = await fetch(`${url}/readyz`).then(
        (answer) => answer.status,
        () => 0,
      )
      backends.set(url, status === 200)
      await sleep(askMs)
    }
  }
  const forward = (asked: IncomingMessage, answer: ServerResponse) => {
    const ready = [...backends].filter(([, isReady]) => isReady).map(([url]) => url)
    const backend = ready[(turn += 1) % ready.length]
    if (backend === undefined) return void answer.writeHead(502).end('no process is ready')
    const { method = 'GET', headers } = asked
    const onward = request(new URL(asked.url ?? '/', backend), { method, headers, agent }, (got) => {
      answer.writeHead(got.statusCode ?? 502, got.headers)
      got.pipe(answer)
    })
    onward.on('error', (error) => answer.writeHead(502).end(error.message))
    asked.pipe(onward)
  }
  const server = createServer(forward).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // it listens on a port
  return {
    url: `http://127.0.0.1:${port}`,
    add(url) {
      backends.set(url, false)
      void watch(url)
    },
    isReady: (url) => backends.get(url) === true,
    async stop() {
      stopping.abort()
      agent.destroy()
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
