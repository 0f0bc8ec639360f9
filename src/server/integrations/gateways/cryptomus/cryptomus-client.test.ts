import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'

import type { Invoice, InvoiceAnswer } from '#server/integrations/gateways/gateway.ts'
import { usd } from '#test/factories.ts'

import { createInvoice, readInvoice } from './cryptomus-client.ts'
import { signBody } from './sign.ts'

let stop = () => Promise.resolve()
afterEach(() => stop())

async function serve(listener: RequestListener) {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  stop = () => new Promise((resolve) => (server.closeAllConnections(), server.close(() => resolve())))
  const { port } = server.address() as AddressInfo // listening on a port, so it is one
  const url = `http://127.0.0.1:${port}`
  return { fields: { merchant: 'shop', key: 'key' }, url, allowedOrigin: url }
}

const result = {
  uuid: 'u-1',
  order_id: 'ref',
  amount: '10.28',
  currency: 'USD',
  url: 'https://pay/u-1',
  payment_status: 'check',
  status: 'check',
  expired_at: 1_800_000_000,
}
function invoiceOf(answer: InvoiceAnswer): Invoice {
  if (answer.kind !== 'invoice') throw new Error(answer.kind)
  return answer.invoice
}
const answerWith = (status: number, body: string) =>
  serve((_request, response) => void response.writeHead(status).end(body))

test('sends a signed body with the amount in cents and our reference', async () => {
  let seen = { body: '', sign: '', merchant: '' }
  const account = await serve((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { sign, merchant } = request.headers
      seen = { body: Buffer.concat(chunks).toString(), sign: String(sign), merchant: String(merchant) }
      response.end(JSON.stringify({ state: 0, result }))
    })
  })
  const answer = await createInvoice(account, {
    reference: 'ref',
    amount: usd('10.28'),
    callbackUrl: 'https://shop/hook',
    returnUrl: 'https://shop/back',
    askedAt: new Date(),
    now: new Date(),
  })
  expect(answer).toMatchObject({ kind: 'invoice', invoice: { ids: ['u-1'], amount: usd('10.28') } })
  expect(JSON.parse(seen.body)).toMatchObject({
    amount: '10.28',
    order_id: 'ref',
    accuracy_payment_percent: 0,
  })
  expect(seen).toMatchObject({ merchant: 'shop', sign: signBody(seen.body, 'key') })
})

test('accepts "not found" only for exactly that answer', async () => {
  const account = await answerWith(404, '{"state":1,"message":"Payment not found"}')
  expect(await readInvoice(account, { reference: 'ref' })).toEqual({ kind: 'not_found' })
})

test.each([
  ['a page', 200, '<html>'],
  ['nothing', 200, ''],
  ['a 404 of a proxy', 404, '{"message":"Not found"}'],
  ['a fault', 500, '{"state":1,"message":"Server error"}'],
  ['a refused field', 422, '{"state":1,"errors":{"amount":["validation.required"]}}'],
  ['a result without an invoice', 200, '{"state":0,"result":[]}'],
  ['a result under a 500', 500, JSON.stringify({ state: 0, result })],
  ['another invoice', 200, JSON.stringify({ state: 0, result: { ...result, order_id: 'other' } })],
  [
    'more than it may send',
    200,
    JSON.stringify({ state: 0, result: { ...result, x: 'x'.repeat(1_100_000) } }),
  ],
])('concludes nothing from %s', async (_name, status, body) => {
  const account = await answerWith(status, body)
  expect(await readInvoice(account, { reference: 'ref' })).toMatchObject({ kind: 'failed' })
})

test('concludes nothing from a closed port', async () => {
  const url = 'http://127.0.0.1:1'
  expect(
    await readInvoice({ fields: { merchant: 'm', key: 'k' }, url, allowedOrigin: url }, { reference: 'ref' }),
  ).toMatchObject({
    kind: 'failed',
    fault: { code: 'connection_refused' },
  })
})

test('does not call a gateway off the open internet', async () => {
  let calls = 0
  const account = await serve((_request, response) => void (calls++, response.end('{}')))
  expect(await readInvoice({ ...account, allowedOrigin: undefined }, { reference: 'ref' })).toMatchObject({
    kind: 'failed',
    fault: { code: 'address_refused' },
  })
  expect(calls).toBe(0)
})

test.each([
  ['check', { state: 'open' }],
  ['process', { state: 'waiting' }],
  ['confirm_check', { state: 'waiting' }],
  ['wrong_amount_waiting', { state: 'short', canPayRest: true }],
  ['PAID ', { state: 'paid' }],
  ['paid_over', { state: 'over' }],
  ['wrong_amount', { state: 'short' }],
  ['cancel', { state: 'closed' }],
  ['fail', { state: 'closed' }],
  ['system_fail', { state: 'closed' }],
  ['locked', { state: 'held' }],
  ['refund_process', { state: 'held', refund: 'running' }],
  ['refund_fail', { state: 'held', refund: 'failed' }],
  ['refund_paid', { state: 'reversed' }],
  ['a_new_word', {}],
  ['constructor', {}],
])('reads the status %s as %o', async (word, means) => {
  const said = { ...result, payment_status: word, status: word }
  const account = await answerWith(200, JSON.stringify({ state: 0, result: said }))
  const answer = await readInvoice(account, { reference: 'ref' })
  const { state, canPayRest, refund, status } = invoiceOf(answer)
  expect({ state, canPayRest, refund }).toEqual(means)
  expect(status).toBe(word.trim().toLowerCase())
})

test('sends no reference that the gateway does not accept', async () => {
  const account = await serve(() => expect.unreachable())
  for (const reference of ['', 'not one of theirs!'])
    expect(await readInvoice(account, { reference })).toEqual({ kind: 'not_found' })
})

test('treats contradictory statuses as unknown', async () => {
  const account = await answerWith(
    200,
    JSON.stringify({ state: 0, result: { ...result, payment_status: 'paid' } }),
  )
  expect(await readInvoice(account, { reference: 'ref' })).toMatchObject({
    invoice: { status: 'paid|check', state: undefined },
  })
})

test.each([
  ['10.28', '10.5', usd('10.28'), '10.5 USDT'],
  ['10.123456789999', '0.000000000000000001', usd('10.12345678'), '0.000000000000000001 USDT'],
  [7, 7.5, usd('7'), '7.5 USDT'],
  ['0.00', '0.00000000', usd('0'), '0.00000000 USDT'],
  [null, null, undefined, undefined],
  ['-1.00', '-1', undefined, undefined],
  ['1e9', '1e9', undefined, undefined],
  ['99999999999.00', '1.', undefined, undefined],
  ['1.2.3', '1,5', undefined, undefined],
  ['much', {}, undefined, undefined],
])(
  'reads the received amount from %j and %j, cut and never negative',
  async (inUsd, asPaid, arrived, arrivedAs) => {
    const own = { payment_amount_usd: inUsd, payment_amount: asPaid, payer_currency: 'USDT' }
    const account = await answerWith(200, JSON.stringify({ state: 0, result: { ...result, ...own } }))
    expect(await readInvoice(account, { reference: 'ref' })).toMatchObject({
      invoice: { arrived, arrivedAs },
    })
  },
)
