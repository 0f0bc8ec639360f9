import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { listNotifications } from '#contract/messaging/notifications.ts'
import { balanceOf, makeUser, usd } from '#test/factories.ts'
import { makePaymentsApp, type PaymentsApp } from '#test/pay-with-sandbox.ts'

/**
 * End to end with the gateway's own webhooks. It calls PUBLIC_URL, which must be known before the app listens, so a
 * proxy in front of the app forwards its calls.
 */
let shop: PaymentsApp
const door = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    const headers = { 'content-type': String(request.headers['content-type']) }
    const passedOn = fetch(`${shop.url}${request.url}`, {
      method: 'POST',
      headers,
      body: Buffer.concat(chunks),
    })
    passedOn.then(
      ({ status }) => response.writeHead(status).end(),
      () => response.destroy(),
    )
  })
})
beforeAll(async () => {
  await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve))
  const { port } = door.address() as AddressInfo // listening on a port, so it is one
  shop = await makePaymentsApp({ worker: true, env: { PUBLIC_URL: `http://127.0.0.1:${port}` } })
})
afterAll(async () => {
  await shop.drop()
  door.closeAllConnections()
  door.close()
})

test.each([undefined, 'webhook_repeat', 'webhook_reorder'])(
  'credits once within seconds of the payment, with the fault %s',
  async (kind) => {
    const user = await makeUser(shop.ctx)
    const reference = await shop.open(user.token, 100)
    if (kind !== undefined) await shop.fault({ action: 'webhook', kind, times: 1 })
    await shop.move(reference, 'paid')
    await expect.poll(() => balanceOf(shop.ctx, user.id)).toBe(usd('105'))
    // The repeated webhook is delayed on purpose and must arrive before the balance is read again.
    await new Promise((resolve) => setTimeout(resolve, kind === undefined ? 0 : 1_000))
    expect(await balanceOf(shop.ctx, user.id)).toBe(usd('105'))
    const { body } = await shop.call(listNotifications, { token: user.token })
    expect(body.map(({ type, message, reference_id }) => [type, message, reference_id])).toEqual([
      ['payment_success', 'Your payment of $100.00 was received. A bonus of $5.00 was added.', reference],
    ])
  },
)

test('ignores a forged webhook, and waits after an early one', async () => {
  const user = await makeUser(shop.ctx)
  const forged = await shop.open(user.token, 10)
  await shop.fault({ action: 'webhook', kind: 'webhook_forge', times: 1 })
  await shop.move(forged, 'paid')
  const early = await shop.open(user.token, 20)
  await shop.fault({ action: 'webhook', kind: 'webhook_early', times: 1, delay_ms: 1_500 })
  await shop.move(early, 'paid')
  await expect.poll(() => balanceOf(shop.ctx, user.id), { timeout: 15_000 }).toBe(usd('20'))
})
