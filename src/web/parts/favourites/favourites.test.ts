import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { makeStorage } from '#test/fake-storage.ts'
import { queryClient } from '#web/platform/query/query-client.ts'
import { keepFavourites, loadFavourites, readFavourites, setStar } from './favourites.ts'

const user = { id: 7, name: 'Linh', email: 'linh@example.com', role: 'user', balance: 0 }
const token = `x.${btoa(JSON.stringify({ exp: 4_000_000_000 }))}.y`

/** Sent requests, each waiting for its answer. */
let sent: { asked: string; answer: (status?: number, body?: unknown) => void }[] = []

beforeEach(async () => {
  vi.stubGlobal('window', new EventTarget())
  sent = []
  vi.stubGlobal('localStorage', makeStorage({ session: JSON.stringify({ token, user }) }))
  vi.stubGlobal('document', { documentElement: { toggleAttribute: () => {} } })
  vi.stubGlobal(
    'fetch',
    (path: string, { method }: RequestInit) =>
      new Promise<Response>((resolve) => {
        const full = { success: false, code: 'favourites_full', message: 'Full', details: { max: 500 } }
        sent.push({
          asked: `${method} ${path.split('/').at(-1)}`,
          answer: (status = 200, body: unknown = status === 200 ? { success: true } : full) =>
            resolve(Response.json(body, { status })),
        })
      }),
  )
  await keepFavourites(user.id, [3])
})
afterEach(() => {
  queryClient().clear()
  vi.unstubAllGlobals()
})

const stars = () => [...(readFavourites() ?? [])]
const areSent = async (...asked: string[]) =>
  await expect.poll(() => sent.map((one) => one.asked), { timeout: 10_000 }).toEqual(asked)

test('a star shows at once, and reverts if the server refuses it', async () => {
  const starring = setStar(5, true)
  expect(stars()).toEqual([5, 3])
  await areSent('PUT 5')
  sent[0]?.answer(409)
  expect(await starring).toMatchObject({ code: 'favourites_full' })
  expect(stars()).toEqual([3])
})

test('a star clicked again before the answer is sent afterwards, so that the last click wins', async () => {
  const starring = setStar(5, true)
  await areSent('PUT 5')
  const taking = setStar(5, false)
  expect(stars()).toEqual([3])
  // The response to the first request is not the last choice.
  await keepFavourites(user.id, [5, 3])
  expect(stars()).toEqual([3])
  await new Promise((resolve) => setTimeout(resolve, 50))
  await areSent('PUT 5')
  sent[0]?.answer()
  expect(await starring).toBeUndefined()
  await areSent('PUT 5', 'DELETE 5')
  expect(stars()).toEqual([3])
  sent[1]?.answer()
  expect(await taking).toBeUndefined()
  expect(stars()).toEqual([3])
})

test("an answer read before a star was clicked doesn't undo it, and is requested again", async () => {
  const list = 'GET favourites?limit=200'
  void loadFavourites()
  await areSent(list)
  const pressed = [setStar(5, true), setStar(3, false)]
  await areSent(list, 'PUT 5', 'DELETE 3')
  for (const one of sent.slice(1)) one.answer()
  await Promise.all(pressed)
  sent[0]?.answer(200, { success: true, service_ids: [4, 3], next_cursor: null })
  expect(stars()).toEqual([5])
  await expect.poll(() => sent.length).toBeGreaterThan(3)
  sent.at(-1)?.answer(200, { success: true, service_ids: [5, 4], next_cursor: null })
  await expect.poll(stars).toEqual([5, 4])
})

test("an answer requested before a live update doesn't override it", async () => {
  const loading = loadFavourites()
  await areSent('GET favourites?limit=200')
  await keepFavourites(user.id, [9, 3])
  sent[0]?.answer(200, { success: true, service_ids: [3], next_cursor: null })
  await loading
  expect(stars()).toEqual([9, 3])
})

test("no user sees another user's stars", async () => {
  localStorage.setItem('session', JSON.stringify({ token, user: { ...user, id: 8 } }))
  expect(readFavourites()).toBeUndefined()
  // A response that was pending for the previous user.
  await keepFavourites(user.id, [3])
  expect(readFavourites()).toBeUndefined()
})

test("a star that one user set is not added to another user's", async () => {
  const starring = setStar(5, true)
  await areSent('PUT 5')
  localStorage.setItem('session', JSON.stringify({ token, user: { ...user, id: 8 } }))
  await keepFavourites(8, [9])
  sent[0]?.answer()
  await starring
  expect(stars()).toEqual([9])
})
