import { once } from 'node:events'
import { createServer as createHttpServer, type RequestListener } from 'node:http'
import { createServer, type Server, type Socket } from 'node:net'
import { Worker } from 'node:worker_threads'
import { deflateRawSync, deflateSync, gzipSync } from 'node:zlib'

import { afterAll, afterEach, expect, test } from 'vitest'

import { closeGuardedLines, guardedFetch, type GuardedRequest } from './guarded-fetch.ts'
import { type Network, parseNetwork } from './public-address.ts'

const servers: { server: Server; sockets: Set<Socket> }[] = []

async function listen(server: Server): Promise<string> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
  })
  servers.push({ server, sockets })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return `127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`
}

const serve = async (listener: RequestListener) => `http://${await listen(createHttpServer(listener))}`
const serveRaw = async (onSocket: (socket: Socket) => void) =>
  `http://${await listen(createServer(onSocket))}`

afterEach(() => {
  for (const { server, sockets } of servers.splice(0)) {
    for (const socket of sockets) socket.destroy()
    server.close()
  }
})
afterAll(closeGuardedLines)

/** The answer's body as text. */
async function post(origin: string, own: Partial<GuardedRequest> = {}) {
  const outcome = await guardedFetch({
    url: `${origin}/api/v2`,
    method: 'POST',
    form: new URLSearchParams({ key: 'k', action: 'add' }),
    timeoutMs: 1_000,
    bytesMax: 10_000,
    isFresh: true,
    allowedOrigin: origin,
    ...own,
  })
  return outcome.kind === 'answered' ? { ...outcome, body: String(outcome.body) } : outcome
}

test('sends a form and answers status and text', async () => {
  let seen = ''
  const origin = await serve((request, response) => {
    request.on('data', (chunk: Buffer) => (seen += chunk.toString()))
    request.on('end', () => response.writeHead(418).end('short and stout'))
  })
  expect(await post(origin)).toMatchObject({ kind: 'answered', status: 418, body: 'short and stout' })
  expect(seen).toBe('key=k&action=add')
})

test('a closed port is not sent', async () => {
  const origin = await serveRaw(() => undefined)
  servers.splice(0).forEach(({ server }) => server.close())
  expect(await post(origin)).toMatchObject({ kind: 'not_sent', isRefused: false })
})

test('an unknown name is not sent', async () => {
  const outcome = await post('http://no-such-host.invalid', { connectTimeoutMs: 3_000 })
  expect(outcome).toMatchObject({ kind: 'not_sent' })
}, 15_000)

test('a server that never finishes TLS is not sent', async () => {
  const origin = (await serveRaw(() => undefined)).replace('http:', 'https:')
  expect(await post(origin, { connectTimeoutMs: 300 })).toMatchObject({ kind: 'not_sent' })
})

test('a server that is not TLS at all is not sent', async () => {
  const origin = (await serveRaw((socket) => socket.end('hello'))).replace('http:', 'https:')
  expect(await post(origin, { connectTimeoutMs: 1_000 })).toMatchObject({ kind: 'not_sent' })
})

test('a server that accepts and never answers is unknown', async () => {
  let bytes = 0
  const origin = await serveRaw((socket) => socket.on('data', (chunk) => (bytes += chunk.length)))
  expect(await post(origin, { timeoutMs: 200 })).toEqual({ kind: 'unknown', error: 'no answer in time' })
  expect(bytes).toBeGreaterThan(0)
})

test('what is refused on the connected socket sends not a byte', async () => {
  let connections = 0
  let bytes = 0
  const origin = await serveRaw((socket) => {
    connections += 1
    socket.on('data', (chunk) => (bytes += chunk.length))
  })
  const ended: Promise<unknown>[] = []
  servers.at(-1)?.server.on('connection', (socket: Socket) => ended.push(once(socket, 'close')))
  for (const isFresh of [true, false]) {
    const outcome = await post(origin, { isFresh, refuseStart: () => 'it is too late' })
    expect(outcome).toEqual({ kind: 'not_sent', error: 'it is too late', isRefused: false })
  }
  await Promise.all(ended)
  expect([connections, bytes]).toEqual([2, 0])
})

test('stopped before it was connected it is not sent, stopped afterwards it is unknown', async () => {
  const origin = await serveRaw(() => undefined)
  const signal = AbortSignal.timeout(100)
  const unfinished = origin.replace('http:', 'https:')
  const [before, after] = await Promise.all([post(unfinished, { signal }), post(origin, { signal })])
  expect(before).toMatchObject({ kind: 'not_sent', error: 'it was stopped' })
  expect(after).toEqual({ kind: 'unknown', error: 'it was stopped' })
  expect(await post(origin, { signal })).toMatchObject({ kind: 'not_sent', error: 'it was stopped' })
})

test('the time limit covers connecting', async () => {
  const origin = (await serveRaw(() => undefined)).replace('http:', 'https:')
  expect(await post(origin, { timeoutMs: 200 })).toMatchObject({
    kind: 'not_sent',
    error: 'no answer in time',
  })
})

test('an answer that came while the process slept past the time limit is read', async () => {
  const server = new Worker(
    `require('node:http').createServer((_, response) => response.end('{"order":1}')).listen(0, '127.0.0.1', function () {
      require('node:worker_threads').parentPort.postMessage(this.address().port)
    })`,
    { eval: true },
  )
  const [port] = await once(server, 'message')
  const answer = post(`http://127.0.0.1:${port}`, {
    timeoutMs: 300,
    refuseStart: () =>
      void setImmediate(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 600)),
  })
  expect(await answer).toMatchObject({ kind: 'answered', status: 200, body: '{"order":1}' })
  await server.terminate()
})

test('a reset after the request was read is unknown', async () => {
  const origin = await serveRaw((socket) => socket.on('data', () => socket.resetAndDestroy()))
  expect(await post(origin)).toMatchObject({ kind: 'unknown' })
})

test('a reset before the body was read is unknown, since it may have been on its way', async () => {
  const origin = await serveRaw((socket) => {
    socket.pause()
    setTimeout(() => socket.resetAndDestroy(), 50) // the request is on its way meanwhile
  })
  expect(await post(origin)).toMatchObject({ kind: 'unknown' })
})

test('an answer that is cut short is unknown', async () => {
  const origin = await serve((_request, response) => {
    response.writeHead(200, { 'content-length': '100' }).write('{"order":', () => response.destroy())
  })
  expect(await post(origin)).toMatchObject({ kind: 'unknown' })
})

test('an answer that drips past the time limit is unknown', async () => {
  const origin = await serve((_request, response) => {
    const drip = setInterval(() => response.write(' '), 20)
    response.on('close', () => clearInterval(drip))
  })
  expect(await post(origin, { timeoutMs: 200 })).toEqual({ kind: 'unknown', error: 'no answer in time' })
})

test('an answer beyond the size limit is cut off', async () => {
  const origin = await serve((_request, response) => response.end('x'.repeat(20_000)))
  expect(await post(origin)).toEqual({ kind: 'unknown', error: 'the answer is too large' })
})

test('a packed answer is unpacked, a packed bomb is not', async () => {
  const origin = await serve((request, response) => {
    const size = request.url === '/bomb' ? 1_000_000 : 100
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('y'.repeat(size)))
  })
  expect(await post(origin)).toMatchObject({ kind: 'answered', status: 200, body: 'y'.repeat(100) })
  expect(await post(origin, { url: `${origin}/bomb` })).toMatchObject({ kind: 'unknown' })
})

test('deflate is unpacked, with its header or raw, and neither as a bomb', async () => {
  const origin = await serve((request, response) => {
    const text = 'y'.repeat(request.url === '/bomb' ? 1_000_000 : 100)
    const body = request.headers['x-raw'] === 'yes' ? deflateRawSync(text) : deflateSync(text)
    response.writeHead(200, { 'content-encoding': 'deflate' }).end(body)
  })
  for (const raw of ['yes', 'no']) {
    const headers = { 'x-raw': raw }
    expect(await post(origin, { headers })).toMatchObject({
      kind: 'answered',
      status: 200,
      body: 'y'.repeat(100),
    })
    expect(await post(origin, { headers, url: `${origin}/bomb` })).toMatchObject({ kind: 'unknown' })
  }
})

test.each([
  ['https://www.panel.example/api/v2?key=k#a', 'https://www.panel.example/api/v2'],
  ['https://name:word@panel.example/', 'https://panel.example/'],
  ['//www.panel.example/api', 'http://www.panel.example/api'],
  ['javascript:alert(1)', undefined],
  ['http://[', undefined],
])('of a redirect to %s it is told where it leads: %s', async (given, location) => {
  const origin = await serve((_request, response) => response.writeHead(301, { location: given }).end())
  expect(await post(origin)).toMatchObject({ kind: 'answered', status: 301, body: '', location })
})

test('a redirect is an answer and is not followed', async () => {
  let calls = 0
  const origin = await serve((_request, response) => {
    calls += 1
    response.writeHead(307, { location: 'http://127.0.0.1:1/' }).end()
  })
  expect(await post(origin)).toMatchObject({
    kind: 'answered',
    status: 307,
    date: expect.stringContaining('GMT'),
  })
  expect(calls).toBe(1)
})

test('makes one try, whatever happens to it', async () => {
  let connections = 0
  const origin = await serveRaw((socket) => {
    connections += 1
    socket.on('data', () => socket.destroy())
  })
  await post(origin)
  await post(origin, { isFresh: false })
  expect(connections).toBe(2)
})

test('loopback is refused without a connection unless it is the allowed origin', async () => {
  let connections = 0
  const origin = await serveRaw(() => (connections += 1))
  const port = new URL(origin).port
  for (const url of [origin, `http://[::ffff:127.0.0.1]:${port}`, `http://localhost:${port}`]) {
    const outcome = await post(url, { allowedOrigin: undefined })
    expect(outcome).toMatchObject({ kind: 'not_sent', isRefused: true })
  }
  expect(connections).toBe(0)
})

test('loopback is called once its network is allowed, and a kept line is for nobody who allows another', async () => {
  let connections = 0
  const origin = await serve((request, response) => {
    if (request.url === '/api/v2') connections += 1
    response.end('ok')
  })
  const within = (...texts: string[]) => {
    const networks = texts.map(parseNetwork).filter((one): one is Network => one !== undefined)
    return { allowedOrigin: undefined, allowedNetworks: networks, isFresh: false }
  }
  const named = origin.replace('127.0.0.1', 'localhost')
  for (const url of [origin, named]) {
    expect(await post(url, within('127.0.0.0/8', '::1/128'))).toMatchObject({ kind: 'answered' })
    expect(await post(url, within('10.0.0.0/8'))).toMatchObject({ kind: 'not_sent', isRefused: true })
  }
  expect(connections).toBe(2)
})

test('sends JSON byte for byte under the headers of its caller', async () => {
  let seen = ''
  const origin = await serve((request, response) => {
    request.on('data', (chunk: Buffer) => (seen += chunk.toString()))
    request.on('end', () => response.end(`${request.headers['content-type']} ${request.headers['sign']}`))
  })
  const answer = await guardedFetch({
    url: origin,
    method: 'POST',
    json: '{"a": 1}',
    headers: { sign: 'x' },
    timeoutMs: 1_000,
    bytesMax: 100,
    allowedOrigin: origin,
  })
  expect(answer.kind === 'answered' && String(answer.body)).toBe('application/json x')
  expect(seen).toBe('{"a": 1}')
})

test('reuses a connection for ordinary calls and never for fresh ones', async () => {
  const ports = new Set<number | undefined>()
  const origin = await serve((request, response) => {
    ports.add(request.socket.remotePort)
    response.end('ok')
  })
  for (let call = 0; call < 9; call += 1) await post(origin, { isFresh: false })
  const kept = ports.size
  expect(kept).toBeLessThanOrEqual(2)
  for (let call = 0; call < 3; call += 1) await post(origin)
  expect(ports.size).toBe(kept + 3)
})
