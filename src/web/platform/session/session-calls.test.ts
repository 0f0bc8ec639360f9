import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { makeStorage } from '#test/fake-storage.ts'
import { freshToken, keepFresh, signOut, untilRenewal } from './session-calls.ts'
import { getSession } from './session.ts'

const hour = 3_600_000
const user = { id: 7, name: 'Linh', email: 'linh@example.com', role: 'user', balance: 0 }
const tokenUntil = (at: number) => `x.${btoa(JSON.stringify({ exp: Math.floor(at / 1000) }))}.y`
const answer = (token: string) => ({
  token,
  user: {
    ...user,
    username: 'linh',
    phone: null,
    country: null,
    language: null,
    status: 'active',
    created_at: '2026-01-01T00:00:00.000Z',
  },
})

let asked: string[] = []

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 0, 1) })
  asked = []
  vi.stubGlobal('localStorage', makeStorage())
  vi.stubGlobal('document', {
    documentElement: { toggleAttribute: () => {} },
    addEventListener: () => {},
    removeEventListener: () => {},
  })
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('an idle tab renews its session in the last hour, before it expires', async () => {
  const renewed = tokenUntil(Date.now() + 48 * hour)
  vi.stubGlobal('fetch', (path: string) => {
    asked.push(path)
    return Promise.resolve(Response.json(answer(renewed)))
  })
  localStorage.setItem('session', JSON.stringify({ token: tokenUntil(Date.now() + 24 * hour), user }))
  const end = keepFresh()
  await vi.advanceTimersByTimeAsync(22.9 * hour)
  expect(asked).toEqual([])
  await vi.advanceTimersByTimeAsync(0.2 * hour)
  expect(asked).toEqual(['/api/auth/refresh-token'])
  end()
  expect(getSession()?.token).toBe(renewed)
})

test('in the last hour of a sign-in, when a renewal gains nothing, it is renewed once', async () => {
  const last = tokenUntil(Date.now() + 1.5 * hour)
  vi.stubGlobal('fetch', (path: string) => {
    asked.push(path)
    return Promise.resolve(Response.json(answer(last)))
  })
  localStorage.setItem('session', JSON.stringify({ token: last, user }))
  const end = keepFresh()
  await vi.advanceTimersByTimeAsync(1.4 * hour)
  for (let call = 0; call < 5; call += 1) await freshToken()
  expect(asked).toEqual(['/api/auth/refresh-token'])
  end()
})

test('a token is checked at the start of its last hour, then every 20 s, and at least once a day', () => {
  const now = Date.now()
  expect(untilRenewal(now + 24 * hour, now)).toBe(23 * hour + 1000)
  expect(untilRenewal(now + 0.5 * hour, now)).toBe(20_000)
  expect(untilRenewal(now + 90 * 24 * hour, now)).toBe(24 * hour)
})

test('a session is ended on the server even if its page is left at once, and renewed only while the page can store it', async () => {
  // After the pause that the previous test left.
  vi.setSystemTime(Date.now() + 5 * hour)
  const kept: [string, boolean][] = []
  vi.stubGlobal('fetch', (path: string, { keepalive = false }: RequestInit) => {
    kept.push([path, keepalive])
    return Promise.resolve(
      path.endsWith('/logout')
        ? new Response(null, { status: 204 })
        : Response.json(answer(tokenUntil(Date.now() + 48 * hour))),
    )
  })
  localStorage.setItem('session', JSON.stringify({ token: tokenUntil(Date.now() + 0.5 * hour), user }))
  await freshToken()
  await signOut()
  expect(kept).toEqual([
    ['/api/auth/refresh-token', false],
    ['/api/auth/logout', true],
  ])
  expect(getSession()).toBeNull()
})
