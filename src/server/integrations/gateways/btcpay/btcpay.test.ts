import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'

import { startSandboxGateway } from '#sandbox/gateway/start-gateway.ts'
import { parseNetwork } from '#server/lib/http/outbound/allowed-addresses.ts'
import { usd } from '#test/factories.ts'

import { btcpay } from './btcpay.ts'
import { createInvoice, readInvoice, testAccount } from './btcpay-client.ts'

let stop = () => Promise.resolve()
afterEach(() => stop())

const fields = { url: '', store: 'store', key: 'key', webhook_secret: 'secret' }
const delivery = JSON.stringify({
  deliveryId: 'd1',
  type: 'InvoiceSettled',
  invoiceId: 'inv1',
  metadata: { orderId: 'ref' },
})
const request = (body: string, header?: string) => ({
  raw: Buffer.from(body),
  headers: { 'btcpay-sig': header },
  query: {},
  address: '127.0.0.1',
  receivedAt: new Date(),
})
const sign = (body: string, secret = 'secret') =>
  `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`
const account = { url: 'https://btcpay.example', fields }

test('a delivery is verified over its raw body, and names the invoice and our reference', () => {
  const isSigned = (header?: string, body = delivery) =>
    btcpay.webhook.isSigned(account, request(body, header))
  expect(isSigned(sign(delivery))).toBe(true)
  expect([isSigned(), isSigned('sha256='), isSigned(sign(delivery, 'other'))]).toEqual([false, false, false])
  expect(isSigned(sign(delivery), `${delivery} `)).toBe(false)
  expect(btcpay.webhook.read(request(delivery))).toEqual({ reference: 'ref', id: 'inv1' })
  expect(btcpay.webhook.read(request('{"deliveryId":"d1","invoiceId":"inv1"}'))).toEqual({ id: 'inv1' })
  expect(btcpay.webhook.read(request('{}'))).toBeUndefined()
})

async function serve(body: unknown, status = 200) {
  const server = createServer((_request, response) => response.writeHead(status).end(JSON.stringify(body)))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  stop = () => new Promise((resolve) => (server.closeAllConnections(), server.close(() => resolve())))
  const { port } = server.address() as AddressInfo // listening on a port, so it is one
  const url = `http://127.0.0.1:${port}`
  return { url, allowedOrigin: url, fields }
}

const invoice = (own: object) => ({
  id: 'inv1',
  amount: '20.00',
  currency: 'USD',
  status: 'Settled',
  additionalStatus: 'None',
  metadata: { orderId: 'ref' },
  ...own,
})

test.each([
  ['New', 'None', '0', 'open'],
  ['New', 'PaidPartial', '10', 'waiting'],
  ['Processing', 'None', '20', 'waiting'],
  ['Settled', 'None', '20', 'paid'],
  ['Settled', 'PaidOver', '30', 'over'],
  ['Settled', 'PaidLate', '20', 'paid'],
  ['Settled', 'Marked', '0', 'held'],
  ['Expired', 'None', '0', 'closed'],
  ['Expired', 'PaidPartial', '10', 'short'],
  ['Expired', 'PaidLate', '20', 'held'],
  ['Invalid', 'None', '0', 'closed'],
  ['Invalid', 'None', '20', 'held'],
  ['Invalid', 'Marked', '20', 'held'],
  ['Refunded', 'None', '20', undefined],
])('%s %s with $%s is %s', async (status, additionalStatus, paidAmount, state) => {
  const own = await serve(invoice({ status, additionalStatus, paidAmount }))
  expect(await readInvoice(own, { reference: 'ref', ids: ['inv1'] })).toMatchObject({
    invoice: { ids: ['inv1'], amount: usd('20'), arrived: usd(paidAmount), state },
  })
})

test("an older server that doesn't report the paid amount is trusted by its status", async () => {
  const own = await serve(invoice({}))
  expect(await readInvoice(own, { reference: 'ref', ids: ['inv1'] })).toMatchObject({
    invoice: { state: 'paid', arrived: undefined },
  })
})

test.each([
  ['another order', invoice({ metadata: { orderId: 'other' } }), 200],
  ["a proxy's 404", { message: 'Not found' }, 404],
  ['a refused key', { code: 'unauthenticated' }, 401],
])('concludes nothing from %s', async (_, body, status) => {
  const own = await serve(body, status)
  expect(await readInvoice(own, { reference: 'ref', ids: ['inv1'] })).toMatchObject({ kind: 'failed' })
})

test('a second try finds the invoice of the first, also after the clock stepped back', async () => {
  const gateway = await startSandboxGateway()
  stop = gateway.stop
  const own = gateway.others.find(({ speaks }) => speaks === 'btcpay')
  if (own?.speaks !== 'btcpay') throw new Error('the sandbox speaks it')
  const at = { url: gateway.url, allowedOrigin: gateway.url, fields: { ...own, url: gateway.url } }
  const askedAt = new Date()
  const open = async (laterMs: number) => {
    const answer = await createInvoice(at, {
      reference: 'ref',
      amount: usd('20'),
      callbackUrl: '',
      returnUrl: 'https://shop/back',
      askedAt,
      now: new Date(askedAt.getTime() + laterMs),
    })
    return answer.kind === 'invoice' ? answer.invoice.ids : answer
  }
  const first = await open(0)
  expect([await open(1), await open(-3_600_000)]).toEqual([first, first])
})

test('a later try opens no invoice while the first one may still arrive, and then reports that there is none', async () => {
  const gateway = await startSandboxGateway()
  stop = gateway.stop
  const own = gateway.others.find(({ speaks }) => speaks === 'btcpay')
  if (own?.speaks !== 'btcpay') throw new Error('the sandbox speaks it')
  const at = { url: gateway.url, allowedOrigin: gateway.url, fields: { ...own, url: gateway.url } }
  const askedAt = new Date()
  const again = async (laterMs: number) => {
    const now = new Date(askedAt.getTime() + laterMs)
    const answer = await createInvoice(at, {
      reference: 'none',
      amount: usd('20'),
      callbackUrl: '',
      returnUrl: 'https://shop/back',
      askedAt,
      now,
    })
    return answer.kind
  }
  expect([await again(1), await again(-5_000), await again(29_999)]).toEqual(['failed', 'failed', 'failed'])
  expect([await again(30_000), await again(-3_600_000)]).toEqual(['not_found', 'not_found'])
  const calls = await fetch(`${gateway.url}/sandbox/calls?action=btcpay_open`)
  expect(await calls.json()).toEqual([])
})

test('a server in a private network is called where the operator lists the network, and nowhere else', async () => {
  const gateway = await startSandboxGateway()
  stop = gateway.stop
  const own = gateway.others.find(({ speaks }) => speaks === 'btcpay')
  if (own?.speaks !== 'btcpay') throw new Error('the sandbox speaks it')
  const at = { url: gateway.url, fields: { ...own, url: gateway.url } }
  const network = parseNetwork('127.0.0.0/8')
  if (network === undefined) throw new Error('a network')
  expect(await testAccount({ ...at, allowedNetworks: [network] })).toEqual([{ code: 'key_good' }])
  expect(await testAccount(at)).toMatchObject([{ code: 'merchant_refused' }])
})
