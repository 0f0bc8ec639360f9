import { afterEach, expect, test } from 'vitest'
import { keepSharing } from './shared-stream.ts'

const endings: (() => void)[] = []
afterEach(() => {
  for (const end of endings.splice(0)) end()
})

/** Opened connections, each with functions to end it and to send events on it. */
type Connection = { name: string; tell: (text: string) => void }
let connections: Connection[] = []

/** A tab: the events it received, and how often it was notified that the stream is connected. */
function openTab(name: string) {
  const ending = new AbortController()
  endings.push(() => ending.abort())
  const tab = { heard: [] as string[], opened: 0, close: () => ending.abort() }
  void keepSharing({
    name,
    signal: ending.signal,
    onEvent: ({ data }) => tab.heard.push(data),
    onOpen: () => {
      tab.opened += 1
    },
    open: (signal) => {
      const { readable, writable } = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>()
      const writer = writable.getWriter()
      signal.addEventListener('abort', () => void writer.abort().catch(() => {}))
      connections.push({
        name,
        tell: (text) => void writer.write(new TextEncoder().encode(`data: ${text}\n\n`)),
      })
      return Promise.resolve(new Response(readable))
    },
  })
  return tab
}

test('ten tabs share one connection, and the next in line takes over from one that closes', async () => {
  connections = []
  const tabs = Array.from({ length: 10 }, () => openTab('live:7'))
  const [first, ...others] = tabs
  await expect.poll(() => tabs.every(({ opened }) => opened > 0)).toBe(true)
  connections[0]?.tell('one')
  await expect.poll(() => tabs.map(({ heard }) => heard)).toEqual(tabs.map(() => ['one']))
  expect(connections).toHaveLength(1)

  const before = others.map(({ opened }) => opened)
  first?.close()
  await expect.poll(() => connections.length).toBe(2)
  // Events between the two connections are covered by a re-read in each tab.
  await expect.poll(() => others.every(({ opened }, at) => opened > (before[at] ?? 0))).toBe(true)
  connections[1]?.tell('two')
  await expect.poll(() => others.map(({ heard }) => heard)).toEqual(others.map(() => ['one', 'two']))
  expect(first?.heard).toEqual(['one'])
  expect(connections).toHaveLength(2)
})

test('a tab that opens later learns at once that the stream is connected, and the others are not notified', async () => {
  connections = []
  const first = openTab('live:7')
  await expect.poll(() => first.opened).toBe(1)
  const later = openTab('live:7')
  await expect.poll(() => later.opened).toBe(1)
  expect([first.opened, connections.length]).toEqual([1, 1])
})

test('an event for one user does not reach another', async () => {
  connections = []
  const [one, other] = [openTab('live:7'), openTab('live:8')]
  await expect.poll(() => [one.opened, other.opened]).toEqual([1, 1])
  for (const { name, tell } of connections) tell(name)
  await expect.poll(() => [one.heard, other.heard]).toEqual([['live:7'], ['live:8']])
  expect(connections).toHaveLength(2)
})
