import { expect, test, vi } from 'vitest'
import { makeStorage } from '#test/fake-storage.ts'
import { makeIntent } from './intent-key.ts'

const filled = { service_id: 1, price: 5n }

test('the same filled form has the same key after a reload, and a changed, a done or another’s has another', () => {
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

test('ids are made on plain HTTP too, where there is no randomUUID', () => {
  const { getRandomValues } = crypto
  vi.stubGlobal('crypto', { getRandomValues: getRandomValues.bind(crypto) })
  const keys = Array.from({ length: 50 }, (_, at) => makeIntent('new-order', 7, makeStorage()).keyFor({ at }))
  vi.unstubAllGlobals()
  expect(new Set(keys).size).toBe(50)
  for (const key of keys) expect(key).toMatch(/^[\da-f]{32}$/)
})
