import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

const MEGABYTE = 1_000_000

/** The bad answers of a provider, one after another. */
const tricks: readonly ((response: ServerResponse) => void)[] = [
  // Longer than any answer may be, as fast as it is read.
  (response) => pour(response, Buffer.alloc(MEGABYTE, 'x')),
  // Deep enough for a recursive parser.
  (response) => response.end('['.repeat(200_000)),
  // A number that takes long to parse, and text that is not a number.
  (response) => response.end(`{"order":${'9'.repeat(200_000)}}`),
  (response) => response.end('{"order":1e999}'),
  // Compressed a thousandfold.
  (response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(Buffer.alloc(200_000)),
  // One byte now and then.
  (response) => drip(response),
  (response) => response.writeHead(302, { location: 'http://169.254.169.254/' }).end(),
  (response) => response.destroy(),
  (response) => response.writeHead(500).end('<html>'.repeat(30_000)),
  // Endless headers.
  (response) => {
    for (let n = 0; n < 200; n += 1) response.setHeader(`x-${n}`, 'y'.repeat(80))
    response.end('{}')
  },
  (response) => response.end(`{"error":"${'<b>'.repeat(60_000)}"}`),
  // No answer.
  () => undefined,
]

/** Accepts every call and answers each with the next bad answer. */
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
