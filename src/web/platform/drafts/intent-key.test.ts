import { expect, test, vi } from 'vitest'
import { makeStorage } from '#test/fake-storage.ts'
import { makeIntent } from './intent-key.ts'

const filled = { service_id: 1, price: 5n }

test('the same input keeps its key after a reload; changed input, a sent form or another user has a new one', () => {
  const store = makeStorage()
  const key = makeIntent('new-order', 7, store).keyFor(filled)
  expect(makeIntent('new-order', 7, store).keyFor(filled)).toBe(key)
  expect(makeIntent('new-order', 8, store).keyFor(filled)).not.toBe(key)
  expect(makeIntent('add-funds', 7, store).keyFor(filled)).not.toBe(key)
  const changed = makeIntent('new-order', 7, store).keyFor({ ...filled, price: 6n })
  expect(changed).not.toBe(key)
  makeIntent('new-order', 7, store).forget()
  expect(makeIntent('new-order', 7, store).keyFor({ ...filled, price: 6n })).not.toBe(changed)
})

test('the same text with another file has another key', () => {
  const intent = makeIntent('reply', 7, makeStorage())
  const picked = (name: string, lastModified: number) => ({
    message: 'Hello',
    attachments: [new File(['a'], name, { lastModified })],
  })
  const key = intent.keyFor(picked('a.png', 1))
  expect(intent.keyFor(picked('a.png', 1))).toBe(key)
  expect(intent.keyFor(picked('b.png', 1))).not.toBe(key)
  expect(intent.keyFor(picked('b.png', 2))).not.toBe(intent.keyFor(picked('b.png', 1)))
})

test('ids are made on plain HTTP too, where there is no randomUUID', () => {
  const { getRandomValues } = crypto
  vi.stubGlobal('crypto', { getRandomValues: getRandomValues.bind(crypto) })
  const keys = Array.from({ length: 50 }, (_, at) => makeIntent('new-order', 7, makeStorage()).keyFor({ at }))
  vi.unstubAllGlobals()
  expect(new Set(keys).size).toBe(50)
  for (const key of keys) expect(key).toMatch(/^[\da-f]{32}$/)
})
