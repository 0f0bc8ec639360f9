import { afterEach, expect, test, vi } from 'vitest'
import type { AdminOrder } from '#contract/orders/admin-orders.ts'
import { ZERO } from '#contract/base/money.ts'
import { orderActs } from './order-acts.ts'
import { toCall } from './to-act-call.ts'

afterEach(() => vi.unstubAllGlobals())

const order = {
  id: 12,
  status: 'PENDING',
  refunded: ZERO,
  dispatch: { state: 'review', attempt: 2 },
} as AdminOrder // as much of one as a call is made of
const draft = {
  part: 'all',
  amount: '',
  remains: '5',
  supply: '3',
  there: '4711',
  link: 'https://example.com/a',
  startCount: '12',
  isTaught: false,
} as const

test.each(orderActs)('%s sends the state that was shown, and the reason', async (act) => {
  const sent: unknown[] = []
  vi.stubGlobal('fetch', (_path: string, { body }: RequestInit) => {
    sent.push(JSON.parse(String(body)))
    return Promise.resolve(Response.json({ success: true }))
  })
  // The response isn't used here.
  await toCall('en', { order, act, draft, reason: 'asked them' })?.().catch(() => undefined)
  const expected = { dispatch: 'review', attempt: 2, status: 'PENDING' }
  expect(sent).toEqual([expect.objectContaining({ expected, reason: 'asked them' })])
})
