import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import type { StreamEvent } from './event-parser.ts'
import { keepReading } from './live-stream.ts'

const waits = {
  firstMilliseconds: 10,
  longestMilliseconds: 40,
  steadyMilliseconds: 1_000,
  silenceMilliseconds: 60_000,
}
const endings: (() => void)[] = []
afterEach(() => {
  for (const end of endings.splice(0)) end()
})

/** A server that answers connections in turn with `answers`, repeating the last one. */
async function follow(
  answers: ((response: ServerResponse) => void)[],
  silenceMilliseconds = waits.silenceMilliseconds,
) {
  let connections = 0
  const server = createServer((_request, response) => {
    answers[Math.min(connections, answers.length - 1)]?.(response)
    connections += 1
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // it listens on TCP
  const ending = new AbortController()
  endings.push(() => {
    ending.abort()
    server.closeAllConnections()
    server.close()
  })
  const told: StreamEvent[] = []
  const facts = {
    told,
    opened: 0,
    connections: () => connections,
    cut: () => server.closeAllConnections(),
    end: () => ending.abort(),
    isOver: false,
  }
  void keepReading({
    open: (signal) => fetch(`http://127.0.0.1:${port}`, { signal }),
    onEvent: (event) => told.push(event),
    onOpen: () => {
      facts.opened += 1
    },
    signal: ending.signal,
    waits: { ...waits, silenceMilliseconds },
  }).finally(() => {
    facts.isOver = true
  })
  return facts
}

const say = (text: string) => (response: ServerResponse) => {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  response.write(text)
}

test('reconnects after a lost connection, and reports each connection', async () => {
  const stream = await follow([say('data: 1\n\ndata: ha'), say('data: 2\n\n')])
  // Cut only after the message arrived: a lost connection loses what is in flight.
  await expect.poll(() => stream.told).toEqual([{ kind: 'message', data: '1' }])
  stream.cut()
  await expect
    .poll(() => stream.told)
    .toEqual([
      { kind: 'message', data: '1' },
      { kind: 'message', data: '2' },
    ])
  expect(stream.opened).toBe(2)
})

test('reconnects after a refusal', async () => {
  const refuse = (response: ServerResponse) => response.writeHead(503).end()
  const stream = await follow([refuse, refuse, say('data: 1\n\n')])
  await expect.poll(() => stream.told.length).toBe(1)
  expect(stream.opened).toBe(1)
})

test('closes a connection that has gone silent', async () => {
  const stream = await follow([say(': hello\n\n')], 150)
  await expect.poll(() => stream.connections()).toBeGreaterThan(1)
})

test('ends at once when it is no longer needed', async () => {
  const stream = await follow([say('data: 1\n\n')])
  await expect.poll(() => stream.told.length).toBe(1)
  stream.end()
  await expect.poll(() => stream.isOver).toBe(true)
  expect(stream.connections()).toBe(1)
})

test('ends at once even while its opening waits for a slow call', async () => {
  const ending = new AbortController()
  const nothing = () => {}
  const reading = keepReading({
    open: () => new Promise(nothing),
    onEvent: nothing,
    onOpen: nothing,
    signal: ending.signal,
  })
  ending.abort()
  await expect(reading).resolves.toBeUndefined()
})
