import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { money } from '#contract/base/money.ts'
import { showPart } from '#web/testing/show-part.tsx'
import { PlacedOrderReceipt } from './placed-order.tsx'

const user = { id: 7, name: 'Linh', email: 'linh@example.com', role: 'user', balance: 0 }
const token = `x.${btoa(JSON.stringify({ exp: 4_000_000_000 }))}.y`

let takeAway = () => {}
afterEach(() => {
  localStorage.removeItem('session')
  takeAway()
  vi.unstubAllGlobals()
})

test('changes of the order while the stream was down are on its receipt once it is connected', async () => {
  localStorage.setItem('session', JSON.stringify({ token, user }))
  const now = {
    id: 5,
    status: 'PROCESSING',
    remains: 900,
    start_count: 3,
    updated_at: '2026-11-22T10:00:01.000Z',
  }
  vi.stubGlobal('fetch', async (path: string) =>
    path.endsWith('/api/events')
      ? new Response(new ReadableStream(), { headers: { 'content-type': 'text/event-stream' } })
      : Response.json(path.includes('/orders/5/status') ? now : {}),
  )
  const order = {
    id: 5,
    service_id: 20,
    service_name: 'Instagram Likes',
    link: 'https://instagram.com/p/1',
    quantity: 1000,
    price: money(150_000_000n),
    status: 'PENDING' as const,
    created_at: new Date('2026-11-22T10:00:00.000Z'),
    balanceAfter: money(0n),
    rateReason: undefined,
  }
  takeAway = await showPart(<PlacedOrderReceipt order={order} onAnother={() => {}} />)
  await expect.element(page.getByText('PROCESSING')).toBeVisible()
})
