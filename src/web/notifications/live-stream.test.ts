import { expect, test } from 'vitest'
import type { LiveEvent } from '#contract/events.ts'
import { makeEventParser } from './live-stream.ts'

test('tells whole events whatever parts they arrive in, and nothing that the contract does not know', () => {
  const told: LiveEvent[] = []
  const parse = makeEventParser((event) => told.push(event))
  const stream =
    ': hello\n\nevent: balance\ndata: {"balance":1.24}\n\nevent: weather\ndata: {}\n\n' +
    'event: balance\ndata: {"balance":"no"}\n\nevent: balance\r\ndata: {"balance":\r\ndata: 0.00000001}\r\n\r\n'
  for (const character of stream) parse(character)
  expect(told).toEqual([
    { kind: 'balance', data: { balance: 124_000_000n } },
    { kind: 'balance', data: { balance: 1n } },
  ])
})
