import { connect, type Socket } from 'node:net'

export type Answered = { status: number; millis: number }

/**
 * One keep-alive connection that sends prepared requests and waits for each answer: minimal work, since it shares two
 * cores with the measured server. Only supports answers with Content-Length.
 */
export function openConnection(url: string): { send(request: Buffer): Promise<Answered>; close(): void } {
  const { hostname, port } = new URL(url)
  const socket: Socket = connect(Number(port), hostname).setNoDelay(true)
  let gathered: Buffer = Buffer.alloc(0)
  let waiting:
    | { resolve: (answer: Answered) => void; reject: (error: Error) => void; since: number }
    | undefined

  socket.on('data', (chunk: Buffer) => {
    gathered = gathered.length === 0 ? chunk : Buffer.concat([gathered, chunk])
    const status = wholeAnswer(gathered)
    if (status === undefined || waiting === undefined) return
    const { resolve, since } = waiting
    waiting = undefined
    gathered = Buffer.alloc(0)
    resolve({ status, millis: performance.now() - since })
  })
  socket.on('error', (error) => waiting?.reject(error))
  socket.on('close', () => waiting?.reject(new Error('the server closed the connection')))

  return {
    send: (request) =>
      new Promise((resolve, reject) => {
        waiting = { resolve, reject, since: performance.now() }
        socket.write(request)
      }),
    close: () => socket.destroy(),
  }
}

function wholeAnswer(bytes: Buffer): number | undefined {
  const headEnd = bytes.indexOf('\r\n\r\n')
  if (headEnd < 0) return undefined
  const head = bytes.toString('latin1', 0, headEnd)
  const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0)
  return bytes.length >= headEnd + 4 + length ? Number(head.slice(9, 12)) : undefined
}

/** The bytes of a POST with a JSON body. */
export function postRequest(path: string, token: string, body: unknown): Buffer {
  const json = JSON.stringify(body)
  return Buffer.from(
    `POST ${path} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${token}\r\n` +
      `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(json)}\r\n\r\n${json}`,
  )
}
