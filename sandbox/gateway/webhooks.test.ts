import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { control } from '#sandbox/call-sandbox.ts'
import { makeShop, postSigned, type Shop } from './make-shop.ts'
import { startSandboxGateway, type SandboxGateway } from './start-gateway.ts'

let gateway: SandboxGateway
let shop: Shop
beforeEach(async () => {
  gateway = await startSandboxGateway({ webhookRetryDelaysMs: [20, 40] })
  shop = await makeShop({ key: gateway.key })
  await postSigned(gateway, 'payment', {
    amount: '10',
    currency: 'USD',
    order_id: 'd-1',
    url_callback: `${shop.url}/hook`,
    additional_data: 'Nạp tiền / é \u2028',
  })
})
afterEach(async () => {
  await gateway.stop()
  await shop.stop()
})

const change = (body: object): ReturnType<typeof control> => control(gateway.url, 'invoices/d-1', body)
const fault = (kind: string, delayMs?: number): ReturnType<typeof control> =>
  control(gateway.url, 'faults', {
    action: 'webhook',
    kind,
    ...(delayMs !== undefined && { delay_ms: delayMs }),
  })
const statuses = (): unknown[] => shop.received.map(({ body }) => body['status'])
const known = async (): Promise<unknown> =>
  (await postSigned(gateway, 'payment/info', { order_id: 'd-1' })).body.result['status']
const tries = async (): Promise<unknown> => (await control(gateway.url, 'webhooks?order_id=d-1')).body

test("sends a webhook signed over PHP's bytes, with sign as the last member", async () => {
  await change({ status: 'paid' })
  await expect.poll(() => shop.received.length).toBe(1)
  const [webhook] = shop.received
  expect(webhook?.isSigned).toBe(true)
  expect(webhook?.text).toContain(String.raw`"additional_data":"Nạp tiền \/ é \u2028"`)
  expect(webhook?.text).toMatch(/,"sign":"[0-9a-f]{32}"}$/)
  expect(webhook?.body).toMatchObject({
    type: 'payment',
    order_id: 'd-1',
    amount: '10.00000000',
    payment_amount: '10.00000000',
    merchant_amount: '9.80000000',
    status: 'paid',
    is_final: true,
    txid: expect.stringMatching(/^0x[0-9a-f]{64}$/),
  })
  await expect
    .poll(tries)
    .toMatchObject([{ order_id: 'd-1', status: 'paid', attempt: 1, http_status: 200, answer: 'ok' }])
})

test('the same status again sends it again', async () => {
  await change({ status: 'paid' })
  await change({ status: 'paid' })
  await expect.poll(statuses).toEqual(['paid', 'paid'])
})

test('retries a refused webhook a few times', async () => {
  shop.answers.splice(0, 1, 500, 302, 200)
  await change({ status: 'paid' })
  await expect.poll(tries).toMatchObject([
    { attempt: 1, http_status: 500 },
    { attempt: 2, http_status: 302 },
    { attempt: 3, http_status: 200 },
  ])
  shop.answers.splice(0, 1, 401)
  await change({ status: 'paid' })
  await expect.poll(() => shop.received.length).toBe(6)
  await sleep(150) // no further try comes: those before it took 10 ms each
  expect(shop.received).toHaveLength(6)
})

test('webhook_repeat sends it three times', async () => {
  await fault('webhook_repeat')
  await change({ status: 'paid' })
  await expect.poll(statuses).toEqual(['paid', 'paid', 'paid'])
})

test('webhook_reorder sends an older state afterwards, correctly signed', async () => {
  await fault('webhook_reorder')
  await change({ status: 'paid' })
  await expect.poll(statuses).toEqual(['paid', 'confirm_check'])
  expect(shop.received.every(({ isSigned }) => isSigned)).toBe(true)
  expect(await known()).toBe('paid')
})

test('webhook_forge sends it once, with a wrong signature', async () => {
  shop.answers.splice(0, 1, 401)
  await fault('webhook_forge')
  await change({ status: 'paid' })
  await expect.poll(tries).toMatchObject([{ http_status: 401, fault: 'webhook_forge' }])
  await sleep(100) // nothing else comes
  expect(shop.received.map(({ isSigned }) => isSigned)).toEqual([false])
})

test('webhook_only reports a status that the invoice does not have', async () => {
  await change({ status: 'paid', webhook_only: true })
  await expect.poll(statuses).toEqual(['paid'])
  expect(await known()).toBe('check')
})

test('webhook_early sends it before the info call shows it', async () => {
  await fault('webhook_early', 400)
  await change({ status: 'paid' })
  await expect.poll(statuses).toEqual(['paid'])
  expect(await known()).toBe('check')
  await expect.poll(known).toBe('paid')
})

test('webhook_late sends it after the info call shows it', async () => {
  await fault('webhook_late', 300)
  await change({ status: 'paid' })
  expect(await known()).toBe('paid')
  expect(statuses()).toEqual([])
  await expect.poll(statuses).toEqual(['paid'])
})

test('webhook_missing sends nothing, and the next change is sent again', async () => {
  await fault('webhook_missing')
  await change({ status: 'confirm_check' })
  expect(await known()).toBe('confirm_check')
  await change({ status: 'paid' })
  await expect.poll(statuses).toEqual(['paid'])
  await sleep(50) // nothing else comes
  expect(statuses()).toEqual(['paid'])
})
