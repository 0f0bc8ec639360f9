import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

import { afterAll, afterEach, expect, test } from 'vitest'

import { post } from '#test/post-guarded.ts'
import { endServers, serve, serveRaw } from '#test/raw-servers.ts'

import { type Network, parseNetwork } from './allowed-addresses.ts'
import { closeOutboundPools, guardedFetch } from './guarded-fetch.ts'

afterEach(endServers)
afterAll(closeOutboundPools)

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
  endServers()
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
  expect(await post(origin, { timeoutMs: 200 })).toEqual({
    kind: 'unknown',
    fault: { code: 'no_answer', details: {} },
  })
  expect(bytes).toBeGreaterThan(0)
})

const tooLate = { code: 'sent_too_late', details: {} } as const

test('a refusal on the connected socket sends no byte', async () => {
  let connections = 0
  let bytes = 0
  const ended: Promise<unknown>[] = []
  const origin = await serveRaw((socket) => {
    connections += 1
    ended.push(once(socket, 'close'))
    socket.on('data', (chunk) => (bytes += chunk.length))
  })
  for (const isFresh of [true, false]) {
    const outcome = await post(origin, { isFresh, refuseStart: () => tooLate })
    expect(outcome).toMatchObject({ kind: 'not_sent', fault: tooLate, isRefused: false })
  }
  await Promise.all(ended)
  expect([connections, bytes]).toEqual([2, 0])
})

test('aborted before the connection it is not sent, aborted afterwards it is unknown', async () => {
  const origin = await serveRaw(() => undefined)
  const signal = AbortSignal.timeout(100)
  const unfinished = origin.replace('http:', 'https:')
  const [before, after] = await Promise.all([post(unfinished, { signal }), post(origin, { signal })])
  expect(before).toMatchObject({ kind: 'not_sent', fault: { code: 'stopped' } })
  expect(after).toMatchObject({ kind: 'unknown', fault: { code: 'stopped' } })
  expect(await post(origin, { signal })).toMatchObject({ kind: 'not_sent', fault: { code: 'stopped' } })
})

test('the time limit covers connecting', async () => {
  const origin = (await serveRaw(() => undefined)).replace('http:', 'https:')
  expect(await post(origin, { timeoutMs: 200 })).toMatchObject({
    kind: 'not_sent',
    fault: { code: 'no_answer' },
  })
})

test('an answer that came while the process was suspended past the time limit is read', async () => {
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

test('loopback is called once its network is allowed, and an idle connection is not shared with callers that allow another', async () => {
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

test("sends JSON byte for byte with the caller's headers", async () => {
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
