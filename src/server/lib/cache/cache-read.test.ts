import { expect, test } from 'vitest'

import type { Context } from '#server/context.ts'

import { cacheRead } from './cache-read.ts'

const ctx = {} as Context // a key, nothing of it is read
type Asked = { answer: (value: string) => void; fail: (error: Error) => void }

function makeReadings() {
  const asked: Asked[] = []
  let time = 0
  const read = cacheRead(() => new Promise<string>((answer, fail) => asked.push({ answer, fail })), {
    freshMs: 10,
    staleMs: 60,
    now: () => time,
  })
  return { asked, look: () => read(ctx), at: (ms: number) => (time = ms) }
}

test('concurrent readers share one load, and so do readers soon after', async () => {
  const { asked, look, at } = makeReadings()
  const seen = [look(), look(), look()]
  asked[0]?.answer('first')
  expect(await Promise.all(seen)).toEqual(['first', 'first', 'first'])
  at(9)
  expect(await look()).toBe('first')
  expect(asked).toHaveLength(1)
})

test('later readers get the last value at once, with one new load in the background', async () => {
  const { asked, look, at } = makeReadings()
  const first = look()
  asked[0]?.answer('first')
  await first
  at(10)
  expect(await Promise.all([look(), look()])).toEqual(['first', 'first'])
  expect(asked).toHaveLength(2)
  asked[1]?.answer('second')
  await expect.poll(look).toBe('second')
  expect(asked).toHaveLength(2)
})

test('no reader gets an expired value: they wait for the current load, or for a new one', async () => {
  const { asked, look, at } = makeReadings()
  const first = look()
  asked[0]?.answer('first')
  await first
  at(20)
  await look()
  at(60)
  const waiting = look()
  expect(asked).toHaveLength(2)
  asked[1]?.answer('second')
  expect(await waiting).toBe('second')
  at(120)
  const alone = look()
  asked[2]?.answer('third')
  expect(await alone).toBe('third')
})

test('a failed background load leaves the last value, and a failed first one is reported and not retried at once', async () => {
  const { asked, look, at } = makeReadings()
  const failed = look()
  asked[0]?.fail(new Error('down'))
  await expect(failed).rejects.toThrow('down')
  at(9)
  await expect(look()).rejects.toThrow('down')
  expect(asked).toHaveLength(1)
  // After that, readers wait for a new value.
  at(10)
  const good = look()
  expect(asked).toHaveLength(2)
  asked[1]?.answer('good')
  expect(await good).toBe('good')
  at(20)
  expect(await look()).toBe('good')
  asked[2]?.fail(new Error('down'))
  await expect.poll(() => asked.length).toBe(3)
  expect(await look()).toBe('good')
})
