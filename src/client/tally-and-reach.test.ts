import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

import { expect, onTestFinished, test } from 'vitest'

import { type ClientOptions, findOrder, makeClient } from './tally-and-reach.ts'

type Call = { body: URLSearchParams; headers: IncomingHttpHeaders }
type Answer = (response: ServerResponse) => unknown

/** A client of a server that gives these answers in turn, the last one for good. */
async function makeClientOf(answers: readonly Answer[], options: Partial<ClientOptions> = {}) {
  const calls: Call[] = []
  const server = createServer(async (request, response) => {
    calls.push({ headers: request.headers, body: new URLSearchParams(await text(request)) })
    answers[Math.min(calls.length, answers.length) - 1]?.(response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(
    () => new Promise((resolve) => (server.closeAllConnections(), server.close(() => resolve()))),
  )
  const { port } = server.address() as AddressInfo // it listens on TCP
  return { calls, call: makeClient({ url: `http://127.0.0.1:${port}`, key: 'k', ...options }) }
}

const say =
  (status: number, body = '', headers: Record<string, string> = {}): Answer =>
  (response) =>
    response.writeHead(status, headers).end(body)
const order = { service: 7, link: 'https://example.com/a', quantity: 100, comments: undefined }

test('an order is retried with the same key through lost answers and errors until it is answered', async () => {
  const { calls, call } = await makeClientOf([
    (response) => response.socket?.destroy(),
    say(503, '', { 'retry-after': '0' }),
    say(429, '', { 'retry-after': '0' }),
    say(502, '<html>', { 'retry-after': '0' }),
    say(200, '{"order":5}', { 'idempotent-replayed': 'true' }),
  ])
  expect(await call('add', order)).toEqual({ outcome: 'done', answer: { order: 5 }, isReplayed: true })
  const keys = new Set(calls.map(({ headers }) => headers['idempotency-key']))
  expect([calls.length, ...keys]).toEqual([5, expect.stringMatching(/^[\w-]{36}$/)])
  expect(Object.fromEntries(calls.at(-1)?.body ?? [])).toEqual({
    key: 'k',
    action: 'add',
    service: '7',
    link: 'https://example.com/a',
    quantity: '100',
  })
  await call('add', order, 'my own')
  await call('balance')
  expect(calls.slice(-2).map(({ headers }) => headers['idempotency-key'])).toEqual(['my own', undefined])
})

test('a refusal is final', async () => {
  const { calls, call } = await makeClientOf([say(200, '{"error":"Incorrect link"}')])
  expect(await call('add', order)).toEqual({ outcome: 'refused', error: 'Incorrect link' })
  expect(calls).toHaveLength(1)
})

test('a refusal of one among many is part of the answer', async () => {
  const answer = { '1': { error: 'Incorrect order ID' } }
  const { calls, call } = await makeClientOf([say(200, JSON.stringify(answer))])
  expect(await call('status', { orders: [1, '2'] })).toMatchObject({ outcome: 'done', answer })
  expect(calls[0]?.body.get('orders')).toBe('1,2')
})

test('an error is returned after the last try; tries wait for Retry-After', async () => {
  const { calls, call } = await makeClientOf([say(503, '', { 'retry-after': '1' })], { triesMax: 2 })
  const begun = performance.now()
  expect(await call('balance')).toEqual({ outcome: 'trouble', status: 503, retryAfterSeconds: 1 })
  expect(performance.now() - begun).toBeGreaterThanOrEqual(990)
  expect(calls).toHaveLength(2)
})

test('a truncated or late answer counts as no answer', async () => {
  const truncated: Answer = (response) =>
    response.writeHead(200, { 'content-length': '100' }).write('{"order"', () => response.socket?.destroy())
  for (const answer of [truncated, () => undefined]) {
    const { call } = await makeClientOf([answer], { triesMax: 1, timeoutMs: 300 })
    expect(await call('add', order)).toMatchObject({ outcome: 'trouble' })
  }
})

test('a long maintenance and a wrong address are not retried', async () => {
  for (const [answer, status, retryAfterSeconds] of [
    [say(503, '', { 'retry-after': '300' }), 503, 300],
    [say(404), 404, undefined],
  ] as const) {
    const { calls, call } = await makeClientOf([answer])
    expect(await call('services')).toEqual({ outcome: 'trouble', status, retryAfterSeconds })
    expect(calls).toHaveLength(1)
  }
})

test('a redirect is not followed, and its error says what to change', async () => {
  for (const status of [301, 302, 307, 308]) {
    const { calls, call } = await makeClientOf([
      say(status, '', { location: 'https://panel.example/api/v2' }),
      say(200, '{"error":"Invalid API key"}'),
    ])
    expect(await call('add', order)).toEqual({
      outcome: 'trouble',
      status,
      retryAfterSeconds: undefined,
      reason: expect.stringContaining('redirects to https://panel.example/api/v2: set url to'),
    })
    expect(calls).toHaveLength(1)
  }
})

test('a Retry-After that is a date is followed by the usual pause', async () => {
  const date = new Date(Date.now() + 60_000).toUTCString()
  const { calls, call } = await makeClientOf([say(503, '', { 'retry-after': date })], { triesMax: 2 })
  const begun = performance.now()
  expect(await call('balance')).toEqual({ outcome: 'trouble', status: 503, retryAfterSeconds: undefined })
  expect(performance.now() - begun).toBeGreaterThanOrEqual(990)
  expect(calls).toHaveLength(2)
})

test('the signal ends the retries', async () => {
  const stop = new AbortController()
  const { calls, call } = await makeClientOf(
    [(response) => (setTimeout(() => stop.abort(), 50), say(503, '', { 'retry-after': '30' })(response))],
    { signal: stop.signal },
  )
  expect(await call('balance')).toMatchObject({ outcome: 'trouble', status: 503 })
  expect(calls).toHaveLength(1)
})

test('an order without an answer is found by its service, link and quantity, also by a clock ahead', async () => {
  const own = (id: number, service: number, quantity: string) => ({ order: id, service, quantity })
  const list = [own(9, 8, '100'), own(8, 7, '50'), own(7, 7, '100'), own(6, 7, '100')]
  const { calls, call } = await makeClientOf([say(200, JSON.stringify(list)), say(200, '[]')])
  const since = new Date('2026-01-01T00:00:00.900Z')
  expect(await findOrder(call, { ...order, since })).toMatchObject({ outcome: 'done', answer: { order: 7 } })
  expect(Object.fromEntries(calls[0]?.body ?? [])).toEqual({
    key: 'k',
    action: 'orders',
    link: 'https://example.com/a',
    since: '1767225000', // 10 minutes earlier: the clocks may differ
  })
  expect(await findOrder(call, { ...order, since })).toMatchObject({ outcome: 'done', answer: undefined })
})
