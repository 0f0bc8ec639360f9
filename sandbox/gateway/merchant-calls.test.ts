import { afterEach, beforeEach, expect, test } from 'vitest'
import { control } from '#sandbox/call-sandbox.ts'
import { makeShop, postSigned, type Shop } from './make-shop.ts'
import { signBody } from './sign.ts'
import { startSandboxGateway, type SandboxGateway } from './start-gateway.ts'

let gateway: SandboxGateway
let shop: Shop
beforeEach(async () => {
  gateway = await startSandboxGateway()
  shop = await makeShop({ key: gateway.key })
})
afterEach(async () => {
  await gateway.stop()
  await shop.stop()
})

const PAYMENT = { amount: '10', currency: 'USD', order_id: 'd-1', network: 'bsc', to_currency: 'USDT' }
const create = (own: object = {}) => postSigned(gateway, 'payment', { ...PAYMENT, ...own })
const set = (orderId: string, body: object) => control(gateway.url, `invoices/${orderId}`, body)

/** A signed call with the given body. */
async function post(path: string, body: string): Promise<{ status: number; body: unknown }> {
  const headers = { merchant: gateway.merchant, sign: signBody(body, gateway.key) }
  const response = await fetch(`${gateway.url}/v1/${path}`, { method: 'POST', headers, body })
  return { status: response.status, body: await response.json() }
}

test('a lifetime may be a string, with the same bounds as a number', async () => {
  const { body } = await create({ lifetime: '600' })
  const lasts = Number(body.result['expired_at']) - Date.now() / 1000
  expect(lasts).toBeGreaterThan(500)
  expect(lasts).toBeLessThan(660)
  for (const lifetime of ['299', 'an hour', '600.5', true])
    expect(await create({ order_id: 'd-2', lifetime })).toMatchObject({
      status: 422,
      body: { errors: { lifetime: ['validation.between.numeric'] } },
    })
})

test('an invoice in another currency is paid at its rate, and reports the amount in USD', async () => {
  const { body } = await create({ currency: 'EUR' })
  expect(body.result).toMatchObject({
    amount: '10',
    currency: 'EUR',
    payer_amount: '10.80000000',
    payer_amount_exchange_rate: '1.08000000',
  })
  expect((await set('d-1', { status: 'paid' })).body).toMatchObject({
    payment_amount: '10.80000000',
    payment_amount_usd: '10.80',
    merchant_amount: '10.58400000',
  })
  const coins = await create({ order_id: 'd-2', to_currency: 'BTC', network: 'btc', amount: '60' })
  expect(coins.body.result).toMatchObject({ payer_amount: '0.00100000', payer_currency: 'BTC' })
})

test('refuses an unknown payment method, and an amount below its minimum', async () => {
  expect(await create({ network: 'doge' })).toMatchObject({
    status: 422,
    body: { state: 1, message: 'Not found service to_currency' },
  })
  expect((await create({ amount: '0.49' })).body).toMatchObject({ message: 'Minimum amount 0.5 USDT' })
  expect((await control(gateway.url, 'invoices')).body).toEqual([])
})

test('lists its payment methods for an empty body, signed as such', async () => {
  const { status, body } = await post('payment/services', '')
  expect(status).toBe(200)
  expect(body).toMatchObject({
    state: 0,
    result: expect.arrayContaining([
      {
        network: 'bsc',
        currency: 'USDT',
        is_available: true,
        limit: { min_amount: '0.50000000', max_amount: '10000000.00000000' },
        commission: { fee_amount: '0.00', percent: '2.00' },
      },
    ]),
  })
  expect((await post('payment', '')).body).toMatchObject({
    errors: { amount: ['validation.required'], order_id: ['validation.required'] },
  })
  const headers = { merchant: gateway.merchant, sign: signBody('{}', gateway.key) }
  const refused = await fetch(`${gateway.url}/v1/payment/services`, { method: 'POST', headers })
  expect(refused.status).toBe(401)
})

test('lists invoices, newest first, page by page and by date', async () => {
  for (let number = 1; number <= 17; number += 1) await create({ order_id: `d-${number}` })
  const { body } = await post('payment/list', '{}')
  expect(body).toMatchObject({
    state: 0,
    result: {
      items: expect.arrayContaining([expect.objectContaining({ order_id: 'd-17' })]),
      paginate: { count: 15, hasPages: true, nextCursor: '2', previousCursor: null, perPage: 15 },
    },
  })
  expect((await post('payment/list?cursor=2', '')).body).toMatchObject({
    result: { items: [{ order_id: 'd-2' }, { order_id: 'd-1' }], paginate: { nextCursor: null } },
  })
  const past = JSON.stringify({ date_to: '2020-01-01 00:00:00' })
  expect((await post('payment/list', past)).body).toMatchObject({ result: { items: [] } })
  expect((await post('payment/list', '{"date_from":"today"}')).status).toBe(422)
})

test("accepts what the gateway's own client sends: empty lists, capitals, numbered pages", async () => {
  for (const path of ['payment/services', 'payment/services/'])
    expect(await post(path, '[]')).toMatchObject({
      status: 200,
      body: { state: 0, result: expect.arrayContaining([expect.objectContaining({ network: 'eth' })]) },
    })
  expect((await post('payment/services', '[1]')).status).toBe(422)
  const order = { amount: '16', currency: 'USD', network: 'ETH', to_currency: 'eth', lifetime: '7200' }
  for (let number = 1; number <= 16; number += 1)
    await create({ ...order, order_id: `${number}`, is_payment_multiple: false })
  expect((await post('payment/list', '{"cursor":"1"}')).body).toMatchObject({
    result: {
      items: expect.arrayContaining([expect.objectContaining({ network: 'eth', payer_currency: 'ETH' })]),
    },
  })
  expect((await post('payment/list', '{"cursor":"2"}')).body).toMatchObject({
    result: { items: [{ order_id: '1' }], paginate: { previousCursor: '1', nextCursor: null } },
  })
  expect((await post('payment/list', '{"cursor":"0"}')).status).toBe(422)
})

test('reports what one merchant received as a balance', async () => {
  await create()
  const balance = async () => (await post('balance', '[]')).body
  expect(await balance()).toEqual({ state: 0, result: [{ balance: { merchant: [], user: [] } }] })
  await set('d-1', { status: 'paid' })
  await create({ order_id: 'd-2', amount: '5' })
  await set('d-2', { status: 'paid' })
  expect(await balance()).toMatchObject({
    result: [{ balance: { merchant: [{ balance: '14.70000000', currency_code: 'USDT' }] } }],
  })
  const other = { merchant: 'another', key: 'its key' }
  await control(gateway.url, 'accounts', other)
  const headers = { merchant: other.merchant, sign: signBody('', other.key) }
  const answer = await fetch(`${gateway.url}/v1/balance`, { method: 'POST', headers })
  expect(await answer.json()).toEqual({ state: 0, result: [{ balance: { merchant: [], user: [] } }] })
})

test('sets any status of an invoice, by webhook too, and recovers from it', async () => {
  await create({ url_callback: `${shop.url}/hook` })
  const words = ['happy', 'Đã thanh toán', 'PAID', '', 'constructor']
  for (const status of words) {
    expect((await set('d-1', { status })).status).toBe(200)
    const { result } = (await postSigned(gateway, 'payment/info', { order_id: 'd-1' })).body
    expect(result).toMatchObject({ status, payment_status: status, is_final: false, payment_amount: null })
    const page = await fetch(String(result['url']))
    expect(await page.text()).toContain(`The payment is “${status}”.`)
  }
  // They are sent concurrently.
  const told = () => shop.received.map(({ body }) => String(body['status'])).toSorted()
  await expect.poll(told).toEqual(words.toSorted())
  expect(shop.received.every(({ isSigned }) => isSigned)).toBe(true)
  expect((await set('d-1', { status: 'partly', amount: '4' })).body).toMatchObject({
    status: 'partly',
    payment_amount: '4.00000000',
  })
  expect((await set('d-1', { status: 'paid' })).body).toMatchObject({ is_final: true })
})

test('order_id takes precedence over uuid', async () => {
  await create()
  const other = await create({ order_id: 'd-2' })
  const { body } = await postSigned(gateway, 'payment/info', {
    uuid: other.body.result['uuid'],
    order_id: 'd-1',
  })
  expect(body.result).toMatchObject({ order_id: 'd-1' })
})

test('sends a webhook again on request, for final invoices only', async () => {
  await create({ url_callback: `${shop.url}/hook` })
  expect((await post('payment/resend', '{"order_id":"d-1"}')).status).toBe(422)
  await set('d-1', { status: 'paid' })
  await expect.poll(() => shop.received.length).toBe(1)
  expect(await post('payment/resend', '{"order_id":"d-1"}')).toEqual({
    status: 200,
    body: { state: 0, result: [] },
  })
  await expect.poll(() => shop.received.map(({ body }) => body['status'])).toEqual(['paid', 'paid'])
  expect((await post('payment/resend', '{"order_id":"nothing"}')).status).toBe(404)
  expect((await control(gateway.url, 'calls?action=resend')).body).toHaveLength(3)
})
