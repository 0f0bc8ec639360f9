import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { makeEventParser, type StreamEvent } from './event-parser.ts'

function read(...parts: string[]): { events: StreamEvent[]; retries: number[] } {
  const events: StreamEvent[] = []
  const retries: number[] = []
  const push = makeEventParser({
    onEvent: (event) => events.push(event),
    onRetry: (milliseconds) => retries.push(milliseconds),
  })
  for (const part of parts) push(part)
  return { events, retries }
}

test('emits an event at its empty line, and not before', () => {
  expect(read('event: balance\ndata: {"balance":1}\n').events).toEqual([])
  expect(read('event: balance\ndata: {"balance":1}\n\n').events).toEqual([
    { kind: 'balance', data: '{"balance":1}' },
  ])
})

test('emits the same events wherever the stream is split', () => {
  const stream =
    ': hello\r\n\r\nevent: order\r\ndata: {"id":\r\ndata: 1}\r\n\r\nretry: 2500\ndata:plain\n\nevent: a\rdata: ü€\r\r'
  const whole = read(`${stream}\n`)
  expect(whole.events).toEqual([
    { kind: 'order', data: '{"id":\n1}' },
    { kind: 'message', data: 'plain' },
    { kind: 'a', data: 'ü€' },
  ])
  fc.assert(
    fc.property(fc.array(fc.nat(stream.length), { maxLength: 12 }), (cuts) => {
      const borders = [0, ...cuts.toSorted((one, other) => one - other), stream.length]
      const parts = borders.slice(1).map((end, at) => stream.slice(borders[at], end))
      expect(read(...parts, '\n')).toEqual(whole)
    }),
  )
})

test('ignores comments, unknown fields, and events without data', () => {
  const { events } = read(': ping\n\nid: 7\nevent: order\n\nfoo: bar\nnonsense\ndata\n\n')
  expect(events).toEqual([{ kind: 'message', data: '' }])
})

test('accepts a retry of digits only', () => {
  expect(read('retry: 3000\nretry: soon\nretry: -1\n\n').retries).toEqual([3000])
})

test('closes the stream at an endless line', () => {
  expect(() => read('data: ', 'x'.repeat(1_000_001))).toThrow('too long')
})
