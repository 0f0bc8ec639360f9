import { deflateRawSync, deflateSync, gzipSync } from 'node:zlib'

import { afterAll, afterEach, expect, test } from 'vitest'

import { post } from '#test/post-guarded.ts'
import { endServers, serve, serveRaw } from '#test/raw-servers.ts'

import { closeOutboundPools } from './guarded-fetch.ts'

afterEach(endServers)
afterAll(closeOutboundPools)

test('a reset after the request was read is unknown', async () => {
  const origin = await serveRaw((socket) => socket.on('data', () => socket.resetAndDestroy()))
  expect(await post(origin)).toMatchObject({ kind: 'unknown' })
})

test('a reset before the body was read is unknown, since it may have been sent', async () => {
  const origin = await serveRaw((socket) => {
    socket.pause()
    setTimeout(() => socket.resetAndDestroy(), 50) // the request is sent meanwhile
  })
  expect(await post(origin)).toMatchObject({ kind: 'unknown' })
})

test('a truncated answer is unknown', async () => {
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
  expect(await post(origin, { timeoutMs: 200 })).toEqual({
    kind: 'unknown',
    fault: { code: 'no_answer', details: {} },
  })
})

test('an answer above the size limit is cut off', async () => {
  const origin = await serve((_request, response) => response.end('x'.repeat(20_000)))
  expect(await post(origin)).toMatchObject({ kind: 'unknown', fault: { code: 'answer_too_large' } })
})

test('a compressed answer is decompressed, a compression bomb is not', async () => {
  const origin = await serve((request, response) => {
    const size = request.url === '/bomb' ? 1_000_000 : 100
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('y'.repeat(size)))
  })
  expect(await post(origin)).toMatchObject({ kind: 'answered', status: 200, body: 'y'.repeat(100) })
  expect(await post(origin, { url: `${origin}/bomb` })).toMatchObject({ kind: 'unknown' })
})

test('deflate is decompressed, with its header or raw, and neither as a bomb', async () => {
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
])('a redirect to %s is reported with its target: %s', async (given, location) => {
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
