import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { money } from '#contract/base/money.ts'
import { makeStorage } from '#test/fake-storage.ts'
import { endSession, startSession } from '#web/platform/session/session.ts'
import { openPayment } from './open-payment.ts'

const filled = { amount: money(1_000_000_000n), payment_method: 'cryptomus' } as const
const user = { id: 7, name: 'Linh', email: 'linh@example.com', role: 'user', language: null } as const
const missing = 'Payment error: Invalid payment response (missing payment URL). Please try again.'

beforeEach(() => {
  vi.stubGlobal('localStorage', makeStorage())
  vi.stubGlobal('document', { documentElement: { toggleAttribute: () => {} } })
  const token = `x.${btoa(JSON.stringify({ exp: 4_000_000_000 }))}.y`
  startSession({ token, user: { ...user, balance: money(5n) } })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** The server gives this answer, once. */
function answer(body: unknown, status = 200) {
  const fetch = vi.fn<(path: string, init: RequestInit) => Promise<Response>>(() =>
    Promise.resolve(Response.json(body, { status })),
  )
  vi.stubGlobal('fetch', fetch)
  return fetch
}

test('a payment is opened for the signed-in user, with its key, and returns where to pay', async () => {
  const fetch = answer({ success: true, payment_url: 'https://pay.example/1', order_id: 'a1' })
  expect(await openPayment(filled, 'key')).toEqual({ orderId: 'a1', paymentUrl: 'https://pay.example/1' })
  const [path, { body, headers }] = fetch.mock.calls[0] ?? ['', {}]
  expect(path).toBe('/api/payment/create')
  expect(JSON.parse(String(body))).toEqual({ amount: 10, payment_method: 'cryptomus', userId: 7 })
  expect(new Headers(headers).get('idempotency-key')).toBe('key')
})

test.each([
  ['nothing', {}, missing],
  ['no address', { success: true, order_id: 'a1', payment_url: '' }, missing],
  ['what would be run', { success: true, order_id: 'a1', payment_url: 'javascript:alert(1)' }, missing],
])('an answer with %s redirects nowhere, and is reported', async (_what, body, sentence) => {
  answer(body)
  await expect(openPayment(filled, 'key')).rejects.toThrow(sentence)
})

test("a refusal is shown in the server's words, and says once to try again", async () => {
  const refusal = { success: false, code: 'gateway_failed', requestId: 'r1', details: {} }
  answer({ ...refusal, message: "Can't reach the payment gateway right now. Please try again." }, 502)
  vi.useFakeTimers()
  const outcome = openPayment(filled, 'key').catch(String)
  // It has an idempotency key, so it is retried once.
  await vi.advanceTimersByTimeAsync(2_000)
  expect(await outcome).toBe(
    "Error: Payment error: Can't reach the payment gateway right now. Please try again.",
  )
})

test('an expired session is reported before anything is sent', async () => {
  const fetch = answer({})
  endSession()
  await expect(openPayment(filled, 'key')).rejects.toThrow(
    'Payment error: User authentication required. Please try again.',
  )
  expect(fetch).not.toHaveBeenCalled()
})
