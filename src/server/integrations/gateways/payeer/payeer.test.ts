import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createHash } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'

import { startSandboxGateway } from '#sandbox/gateway/start-gateway.ts'
import type { WebhookRequest } from '#server/integrations/gateways/gateway.ts'
import { usd } from '#test/factories.ts'

import { payeer } from './payeer.ts'
import { makePaymentUrl, type PayeerAccount, readInvoice, testAccount } from './payeer-client.ts'

let stop = () => Promise.resolve()
afterEach(() => stop())

const fields = { shop: '12345', key: 'a-key', account: 'P1', api_id: '7', api_pass: 'pass' }
const account: PayeerAccount = { url: 'https://payeer.com', fields }
const withoutApi: PayeerAccount = { ...account, fields: { ...fields, api_pass: '' } }
const known = {
  reference: 'ref',
  ids: [],
  amount: usd('10.28'),
  openedAt: new Date(),
  believed: [],
}

const notification = {
  m_operation_id: '123',
  m_operation_ps: '2609',
  m_operation_date: '21.12.2026 21:12:00',
  m_operation_pay_date: '21.12.2026 21:13:00',
  m_shop: '12345',
  m_orderid: 'ref',
  m_amount: '10.28',
  m_curr: 'USD',
  m_desc: 'VGVzdA==',
  m_status: 'success',
}
const hash = (values: string[]) => createHash('sha256').update(values.join(':')).digest('hex').toUpperCase()
const signed = (own: Record<string, string> = {}, key = fields.key) => {
  const form: Record<string, string> = { ...notification, ...own }
  return { ...form, m_sign: hash([...Object.values(form), key]) }
}
const request = (body: string): WebhookRequest => ({
  raw: Buffer.from(body),
  headers: {},
  query: {},
  address: '127.0.0.1',
  receivedAt: new Date(),
})
const post = (form: Record<string, string>) => request(new URLSearchParams(form).toString())

async function serve(body: unknown) {
  const asked: URLSearchParams[] = []
  const server = createServer((incoming, response) => {
    let text = ''
    incoming.on('data', (chunk: Buffer) => (text += String(chunk)))
    incoming.on('end', () => {
      asked.push(new URLSearchParams(text))
      response.end(JSON.stringify(body))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  stop = () => new Promise((resolve) => (server.closeAllConnections(), server.close(() => resolve())))
  const { port } = server.address() as AddressInfo // listening on a port, so it is one
  const url = `http://127.0.0.1:${port}`
  return { own: { url, allowedOrigin: url, fields }, asked }
}

test('the address to pay at has the amount with two decimals and is signed over shop, order, amount, currency and description', () => {
  const url = new URL(makePaymentUrl(account, { reference: 'ref', amount: usd('10.5') }))
  expect(url.origin + url.pathname).toBe('https://payeer.com/merchant/')
  const { m_sign: sign, ...values } = Object.fromEntries(url.searchParams)
  expect(values).toMatchObject({ m_shop: '12345', m_orderid: 'ref', m_amount: '10.50', m_curr: 'USD' })
  expect(Object.keys(values)).toEqual(['m_shop', 'm_orderid', 'm_amount', 'm_curr', 'm_desc'])
  expect(sign).toBe(hash([...Object.values(values), 'a-key']))
})

test('a notification is verified over its ten fields, and over m_params where they are sent', () => {
  expect(payeer.webhook.isSigned(account, post(signed()))).toBe(true)
  expect(payeer.webhook.isSigned(account, post(signed({ m_params: 'e30=' })))).toBe(true)
  expect(payeer.webhook.read(post(signed()))).toEqual({ reference: 'ref', id: '123' })
})

test.each([
  ['no sign', post(notification)],
  ['another key', post(signed({}, 'another'))],
  ['another amount', post({ ...signed(), m_amount: '1000.00' })],
  ['another shop', post(signed({ m_shop: '1' }))],
  [
    'values that are cut at another colon, so that the operation has another number',
    post({
      ...signed(),
      m_operation_id: '123:2609',
      m_operation_ps: '21.12.2026 21',
      m_operation_date: '12',
      m_operation_pay_date: '00:21.12.2026 21:13:00',
    }),
  ],
  ['m_params that were not signed', post({ ...signed(), m_params: 'x' })],
  ['a field that is sent twice', request(`${new URLSearchParams(signed())}&m_orderid=other`)],
  ['a lower-case sign', post({ ...signed(), m_sign: signed().m_sign?.toLowerCase() ?? '' })],
])('refuses a notification with %s', (_, webhook) => {
  expect(payeer.webhook.isSigned(account, webhook)).toBe(false)
})

test('answers with the order and the outcome as text, and never with anything else that a stranger sent', () => {
  expect(payeer.webhook.answer?.({ reference: 'ref' })).toMatchObject({ status: 200, body: 'ref|success' })
  expect(payeer.webhook.refuse?.(post(notification))).toMatchObject({ body: 'ref|error' })
  expect(payeer.webhook.refuse?.(post({ m_orderid: '<b>\n1|success' }))).toMatchObject({
    type: 'text/plain; charset=utf-8',
    body: 'b1success|error',
  })
})

test('trusts a signed notification only without API keys, and only if it reports success', () => {
  const raw = (form: Record<string, string>) => post(form).raw
  expect(payeer.webhook.believe?.(account, raw(signed()))).toBeUndefined()
  expect(payeer.webhook.believe?.(withoutApi, raw(signed()))).toEqual({
    id: '123',
    amount: usd('10.28'),
    currency: 'USD',
  })
  for (const own of [{ m_status: 'fail' }, { m_amount: '1e3' }, { m_amount: '-1.00' }, { m_amount: '0.00' }])
    expect(payeer.webhook.believe?.(withoutApi, raw(signed(own)))).toBeUndefined()
})

const item = (own: object = {}) => ({
  amount: 10.28,
  currency: 'USD',
  referenceId: 'ref',
  processed: '2026-12-21 21:13:00',
  merchantTransactionId: '123',
  ...own,
})
const answer = (...items: object[]) => ({ auth_error: '0', errors: [], success: true, items })

test.each([
  ['one', [item()], 'paid', '10.28'],
  [
    'the sum of two',
    [item({ amount: 5 }), item({ amount: 5.28, merchantTransactionId: '124' })],
    'paid',
    '10.28',
  ],
  ['only those that were processed', [item(), item({ processed: null, amount: 5 })], 'paid', '10.28'],
  ['too little', [item({ amount: '10.27' })], 'short', '10.27'],
  ['too much', [item(), item({ merchantTransactionId: '124' })], 'over', '20.56'],
])('sums the payments of an order: %s', async (_, items, state, arrived) => {
  const { own, asked } = await serve(answer(...items))
  expect(await readInvoice(own, known)).toMatchObject({
    invoice: { amount: usd('10.28'), currency: 'USD', state, arrived: usd(arrived) },
  })
  expect(Object.fromEntries(asked[0] ?? [])).toEqual({
    account: 'P1',
    apiId: '7',
    apiPass: 'pass',
    action: 'paymentDetails',
    merchantId: '12345',
    referenceId: 'ref',
  })
})

test('an unprocessed payment is pending, and one in another currency is reported', async () => {
  const { own } = await serve(answer(item({ processed: null })))
  expect(await readInvoice(own, known)).toMatchObject({ invoice: { state: 'waiting' } })
  await stop()
  const other = await serve(answer(item({ currency: 'RUB' })))
  expect(await readInvoice(other.own, known)).toMatchObject({
    invoice: { currency: 'RUB', arrivedAs: '10.28 RUB' },
  })
})

test.each([
  ['refused keys', { auth_error: '1', errors: ['Auth error'] }],
  ['an error as text', { ...answer(item()), errors: 'something' }],
  ['an error in an object', { ...answer(item()), errors: { a: 'something' } }],
  ['another order', answer(item({ referenceId: 'other' }))],
  ['no list', { auth_error: '0', errors: [], success: true }],
  ['a payment without an amount', answer(item(), item({ amount: null }))],
])('concludes nothing from %s', async (_, body) => {
  const { own } = await serve(body)
  expect(await readInvoice(own, known)).toMatchObject({ kind: 'failed' })
})

test.each([[false], [null], ['0'], [0], [''], [{}]])('takes errors: %j for none', async (errors) => {
  const { own } = await serve({ ...answer(), errors })
  expect(await readInvoice(own, known)).toEqual({ kind: 'not_found' })
})

test('the connection test distinguishes refused keys, accepted keys and missing ones', async () => {
  const gateway = await startSandboxGateway()
  stop = gateway.stop
  const other = gateway.others.find(({ speaks }) => speaks === 'payeer')
  if (other?.speaks !== 'payeer') throw new Error('the sandbox speaks it')
  const own = { url: gateway.url, allowedOrigin: gateway.url, fields: other }
  const codes = async (changed: object) =>
    (await testAccount({ ...own, fields: { ...other, ...changed } })).map(({ code }) => code)
  expect(await codes({})).toEqual(['key_good'])
  expect(await codes({ api_pass: 'wrong' })).toEqual(['merchant_refused'])
  expect(await codes({ api_pass: '' })).toEqual(['key_untold'])
})
