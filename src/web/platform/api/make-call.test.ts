import { afterEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { endpoint } from '#contract/base/endpoint.ts'
import { idParam } from '#contract/base/fields.ts'
import { money } from '#contract/base/money.ts'
import { moneyCodec } from '#contract/base/money-codec.ts'
import { pagePaging } from '#contract/base/paging.ts'
import { messageOf } from './api-error.ts'
import { makeCall } from './make-call.ts'

const answer = { status: 200, schema: z.object({ amount: moneyCodec }) } as const
const remove = endpoint({
  method: 'DELETE',
  path: '/api/things/:id',
  access: 'user',
  summary: '',
  params: z.object({ id: idParam }),
  answer: { status: 204 },
  errors: [],
})
const read = endpoint({
  method: 'GET',
  path: '/api/things/:id',
  access: 'public',
  summary: '',
  params: z.object({ id: idParam }),
  query: z.strictObject({ search: z.optional(z.string()), ...pagePaging }),
  answer,
  errors: [],
})
const pay = endpoint({
  method: 'POST',
  path: '/api/pay',
  access: 'public',
  summary: '',
  body: z.strictObject({ amount: moneyCodec }),
  answer,
  errors: [],
  idempotent: true,
})

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** A server that gives these answers in turn; `undefined` is a broken connection. */
function makeServer(answers: (Response | undefined)[]) {
  const requests: { path: string; init: RequestInit }[] = []
  const call = makeCall(
    async (path, init) => {
      requests.push({ path, init })
      const next = answers.shift()
      if (next === undefined) throw new TypeError('Failed to fetch')
      return next
    },
    () => 'en',
  )
  return { call, requests }
}

const down = 'Part of the service is unavailable right now. Please try again.'
const good = () => Response.json({ amount: 1.2, unknown: true })
const refusal = (status: number, headers: Record<string, string> = {}) =>
  Response.json({ success: false, code: 'unavailable', message: down, requestId: 'r1' }, { status, headers })

test('sends encoded parts and answers decoded values', async () => {
  const { call, requests } = makeServer([good(), good()])
  expect(await call(read, { params: { id: 7 }, query: { page: 2, search: undefined } })).toEqual({
    amount: 120_000_000n,
  })
  await call(pay, { body: { amount: money(250_000_000n) } }, { idempotencyKey: 'k' })
  expect(requests[0]?.path).toBe('/api/things/7?page=2')
  expect(requests[1]?.init.body).toBe('{"amount":2.5}')
  expect(requests[1]?.init.headers).toMatchObject({ 'idempotency-key': 'k' })
})

test('retries a read once after 2 s, and returns the second answer', async () => {
  vi.useFakeTimers()
  const { call, requests } = makeServer([undefined, refusal(503)])
  const outcome = call(read, { params: { id: 1 } }).catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(1_900)
  expect(requests).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(200)
  expect(await outcome).toMatchObject({ status: 503, code: 'unavailable', message: down, requestId: 'r1' })
  expect(requests).toHaveLength(2)
})

test('never repeats a POST without a key, and repeats one that has it', async () => {
  vi.useFakeTimers()
  const without = makeServer([undefined, good()])
  await expect(without.call(pay, { body: { amount: money(1n) } })).rejects.toThrow(
    'Unable to connect to server. Please check your connection.',
  )
  expect(without.requests).toHaveLength(1)

  const withKey = makeServer([refusal(502), good()])
  const outcome = withKey.call(pay, { body: { amount: money(1n) } }, { idempotencyKey: 'k' })
  await vi.advanceTimersByTimeAsync(2_000)
  expect(await outcome).toEqual({ amount: 120_000_000n })
})

test('a refusal after a try that got no answer says that it may have been done', async () => {
  vi.useFakeTimers()
  for (const [first, mayBeDone] of [
    [undefined, true],
    [refusal(503), true],
    [refusal(429), false],
  ] as const) {
    const { call } = makeServer([first, refusal(401)])
    const outcome = call(pay, { body: { amount: money(1n) } }, { idempotencyKey: 'k' }).catch(
      (error: unknown) => error,
    )
    await vi.advanceTimersByTimeAsync(2_000)
    expect(await outcome).toMatchObject({ status: 401, mayBeDone })
  }
  const { call } = makeServer([refusal(401)])
  await expect(call(pay, { body: { amount: money(1n) } })).rejects.toMatchObject({ mayBeDone: false })
})

test('waits for Retry-After up to 10 s, and no longer', async () => {
  vi.useFakeTimers()
  const patient = makeServer([refusal(429, { 'retry-after': '5' }), good()])
  const outcome = patient.call(read, { params: { id: 1 } })
  await vi.advanceTimersByTimeAsync(4_900)
  expect(patient.requests).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(200)
  expect(await outcome).toEqual({ amount: 120_000_000n })

  const late = makeServer([refusal(429, { 'retry-after': '60' })])
  await expect(late.call(read, { params: { id: 1 } })).rejects.toMatchObject({ status: 429 })
})

test("a foreign answer has no sentence: the caller's is shown, else 'Server error'", async () => {
  const { call } = makeServer([new Response('<html>', { status: 500 }), Response.json({ amount: 'x' })])
  const first = await call(read, { params: { id: 1 } }).catch((error: unknown) => error)
  vi.stubGlobal('document', { documentElement: { lang: 'en' } })
  expect(messageOf(first)).toBe('Server error')
  expect(messageOf(first, 'Registration failed. Please try again.')).toBe(
    'Registration failed. Please try again.',
  )
  const second = call(read, { params: { id: 1 } })
  await expect(second).rejects.toMatchObject({ code: 'invalid_answer', message: '', answer: { amount: 'x' } })
})

test('a retried DELETE that finds nothing may have succeeded: the data is read again', async () => {
  vi.useFakeTimers()
  for (const status of [404, 409]) {
    const lost = makeServer([undefined, refusal(status)])
    const outcome = lost.call(remove, { params: { id: 1 } }).catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(2_000)
    expect(await outcome).toMatchObject({ code: 'unconfirmed', status })
  }
  const once = makeServer([refusal(404)])
  await expect(once.call(remove, { params: { id: 1 } })).rejects.toMatchObject({ code: 'unavailable' })
})

test('a small idempotent call continues after its page is closed', async () => {
  const rename = endpoint({
    method: 'PUT',
    path: '/api/things',
    access: 'user',
    summary: '',
    body: z.strictObject({ name: z.string() }),
    answer: { status: 204 },
    errors: [],
  })
  const done = () => new Response(null, { status: 204 })
  const { call, requests } = makeServer([done(), done(), done(), good()])
  await call(remove, { params: { id: 7 } })
  await call(rename, { body: { name: 'a' } })
  await call(rename, { body: { name: 'a'.repeat(3000) } })
  await call(pay, { body: { amount: money(1n) } })
  expect(requests.map(({ init }) => init.keepalive ?? false)).toEqual([true, true, false, false])
})
