import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

const MEGABYTE = 1_000_000

/** What a provider may do to whoever asks it, one after the other. */
const tricks: readonly ((response: ServerResponse) => void)[] = [
  // More than any answer may have, as fast as it is taken.
  (response) => pour(response, Buffer.alloc(MEGABYTE, 'x')),
  // Deep enough for a parser that calls itself.
  (response) => response.end('['.repeat(200_000)),
  // A number that takes long to read, and one that is none.
  (response) => response.end(`{"order":${'9'.repeat(200_000)}}`),
  (response) => response.end('{"order":1e999}'),
  // Packed a thousand times.
  (response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(Buffer.alloc(200_000)),
  // A byte now and then.
  (response) => drip(response),
  (response) => response.writeHead(302, { location: 'http://169.254.169.254/' }).end(),
  (response) => response.destroy(),
  (response) => response.writeHead(500).end('<html>'.repeat(30_000)),
  // Headers without end.
  (response) => {
    for (let n = 0; n < 200; n += 1) response.setHeader(`x-${n}`, 'y'.repeat(80))
    response.end('{}')
  },
  (response) => response.end(`{"error":"${'<b>'.repeat(60_000)}"}`),
  // It never answers.
  () => undefined,
]

/** Takes every call, and answers each in another bad way. */
export async function startHostileProvider(): Promise<{ url: string; calls: () => number }> {
  let calls = 0
  const server = createServer((request, response) => {
    request.resume()
    response.on('error', () => undefined)
    tricks[calls % tricks.length]?.(response)
    calls += 1
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // of a TCP server
  return { url: `http://127.0.0.1:${port}`, calls: () => calls }
}

function pour(response: ServerResponse, chunk: Buffer): void {
  let left = 50
  const more = () => {
    while (left > 0 && !response.destroyed) {
      left -= 1
      if (!response.write(chunk)) return void response.once('drain', more)
    }
    response.end()
  }
  more()
}

function drip(response: ServerResponse): void {
  const timer = setInterval(() => response.write(' '), 500)
  response.on('close', () => clearInterval(timer))
}
