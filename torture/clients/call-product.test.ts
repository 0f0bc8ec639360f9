import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

import { expect, onTestFinished, test } from 'vitest'

import { makeCaller } from './call-product.ts'

async function makeCallerOf(listener: RequestListener, giveUp = new AbortController().signal) {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(
    () => new Promise((resolve) => (server.closeAllConnections(), server.close(() => resolve()))),
  )
  const { port } = server.address() as AddressInfo // it listens on TCP
  const waited: string[] = []
  const url = `http://127.0.0.1:${port}`
  return { waited, ...makeCaller({ url, giveUp, onWaited: (_seconds, path) => waited.push(path) }) }
}

test('retries with the same key through resets, 5xx, 429 and truncated answers until there is one', async () => {
  const keys: unknown[] = []
  const { callUntilAnswered, waited } = await makeCallerOf((request, response) => {
    keys.push(request.headers['idempotency-key'])
    if (keys.length === 1) return request.socket.destroy()
    if (keys.length === 2) return response.writeHead(503).end('{}')
    if (keys.length === 3) return response.writeHead(429).end('{}')
    if (keys.length === 4)
      return response
        .writeHead(201, { 'content-length': '100' })
        .end('{"order":', () => request.socket.destroy())
    return response.writeHead(201, { 'idempotent-replayed': 'true' }).end('{"order":7}')
  })
  const answer = await callUntilAnswered({ method: 'POST', path: '/orders', body: {}, key: 'k' })
  expect(answer).toMatchObject({ status: 201, body: { order: 7 }, isReplayed: true })
  expect(keys).toEqual(['k', 'k', 'k', 'k', 'k'])
  expect(waited).toHaveLength(5)
})

test('a refusal is an answer', async () => {
  const { callUntilAnswered } = await makeCallerOf((_request, response) =>
    response.writeHead(402).end('{"code":"x"}'),
  )
  expect(await callUntilAnswered({ path: '/' })).toMatchObject({ status: 402, body: { code: 'x' } })
})

test('stops when the answer is no longer needed', async () => {
  const giveUp = new AbortController()
  const { callUntilAnswered } = await makeCallerOf((_request, response) => {
    giveUp.abort()
    response.writeHead(503).end('{}')
  }, giveUp.signal)
  expect(await callUntilAnswered({ path: '/' })).toBeUndefined()
})
