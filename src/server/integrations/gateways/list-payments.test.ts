import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { afterEach, expect, test } from 'vitest'

import { usd } from '#test/factories.ts'

import type { GatewayAccount, ListedPayment } from './gateway.ts'
import { gateways } from './registry.ts'

// Lists of several pages, in each company's format.

let stop = () => Promise.resolve()
afterEach(() => stop())

const reference = 'an-own-reference-of-ours'
const [since, until] = [new Date('2026-11-01T00:00:00Z'), new Date('2026-11-02T00:00:00Z')]
const fields = {
  merchant: 'm',
  key: 'k',
  shop: '7',
  account: 'P1',
  api_id: '1',
  api_pass: 'p',
  store: 'S',
  url: '',
  webhook_secret: 'w',
}

const invoice = (uuid: string, status: string, own: object = {}) => ({
  uuid,
  order_id: reference,
  amount: '20.00',
  currency: 'USD',
  status,
  payment_status: status,
  payment_amount_usd: '20.00',
  created_at: '2026-11-01T13:00:00+03:00',
  ...own,
})
const charge = (id: string, own: object = {}) => ({
  id,
  object: 'charge',
  created: 1_793_527_200,
  paid: true,
  status: 'succeeded',
  currency: 'usd',
  amount_captured: 2000,
  amount_refunded: 0,
  disputed: false,
  metadata: { deposit: reference },
  ...own,
})
const row = (id: string, own: object = {}) => ({
  id,
  date: '2026-11-01 13:00:00',
  type: 'sci',
  status: 'success',
  shopId: '7',
  shopOrderId: reference,
  creditedAmount: '19.80',
  creditedCurrency: 'USD',
  ...own,
})
const opened = (id: string, own: object = {}) => ({
  id,
  amount: '20.00',
  paidAmount: '20.00',
  currency: 'USD',
  createdTime: 1_793_527_200,
  status: 'Settled',
  additionalStatus: 'None',
  metadata: { orderId: reference },
  ...own,
})
const many = <Row>(count: number, make: (id: string) => Row) =>
  Array.from({ length: count }, (_, at) => make(String(count - at)))

type Page = { answer: unknown; asked: readonly string[] }
const cases: { gateway: string; pages: Page[]; ids: string[]; amount: bigint | undefined }[] = [
  {
    gateway: 'cryptomus',
    pages: [
      {
        answer: {
          state: 0,
          result: {
            items: [invoice('a', 'paid'), invoice('b', 'check'), invoice('c', 'cancel')],
            paginate: { nextCursor: 'eyJpZCI6' },
          },
        },
        asked: ['/v1/payment/list', '"date_from":"2026-11-01 03:00:00"', '"date_to":"2026-11-02 03:00:00"'],
      },
      {
        answer: {
          state: 0,
          result: { items: [invoice('d', 'refund_paid')], paginate: { nextCursor: null } },
        },
        asked: ['/v1/payment/list?cursor=eyJpZCI6'],
      },
    ],
    ids: ['a', 'd'],
    amount: usd('20'),
  },
  {
    gateway: 'payeer',
    pages: [
      {
        answer: {
          auth_error: '0',
          errors: [],
          history: Object.fromEntries(
            many(1000, (id) => row(id, id === '5' ? {} : { shopId: '8' })).map((one) => [one.id, one]),
          ),
        },
        asked: ['action=history', 'type=incoming', 'from=2026-11-01+03%3A00%3A00'],
      },
      {
        answer: {
          auth_error: '0',
          errors: [],
          history: {
            '0': { ...row('0'), shopId: null, shopOrderId: null, shop: { id: 7, orderid: reference } },
            '00': row('00', { status: 'pending' }),
          },
        },
        asked: ['&append=1'],
      },
    ],
    ids: ['5', '0'],
    amount: undefined,
  },
  {
    gateway: 'stripe',
    pages: [
      {
        answer: { object: 'list', has_more: true, data: [charge('ch_2'), charge('ch_1', { paid: false })] },
        asked: ['/v1/charges?limit=100&created%5Bgte%5D=1793491200&created%5Blt%5D=1793577600'],
      },
      {
        answer: { object: 'list', has_more: false, data: [charge('ch_0', { amount_refunded: 500 })] },
        asked: ['starting_after=ch_1'],
      },
    ],
    ids: ['ch_2', 'ch_0'],
    amount: usd('20'),
  },
  {
    gateway: 'btcpay',
    pages: [
      {
        answer: many(100, (id) => opened(id, id === '7' ? {} : { status: 'New', paidAmount: '0' })),
        asked: ['/api/v1/stores/S/invoices?startDate=1793491200&endDate=1793577600&skip=0&take=100'],
      },
      { answer: [opened('0')], asked: ['skip=100'] },
    ],
    ids: ['7', '0'],
    amount: usd('20'),
  },
]

test.each(cases)('$gateway: reads the payments of all pages, and only successful ones', async (own) => {
  const { gateway: id, pages, ids, amount } = own
  const { account, seen } = await answerWith(pages.map(({ answer }) => answer))
  const payments: ListedPayment[] = []
  let cursor: string | undefined
  for (const { asked } of pages) {
    const answer = await gateways.get(id)?.listPayments?.(account, { since, until, cursor })
    if (answer?.kind !== 'payments') throw new Error(JSON.stringify(answer))
    payments.push(...answer.payments)
    for (const part of asked) expect(seen.at(-1)).toContain(part)
    cursor = answer.next
  }
  expect(cursor).toBeUndefined()
  expect(payments.map((payment) => payment.id)).toEqual(ids)
  for (const payment of payments)
    expect(payment).toMatchObject({ reference, amount, at: new Date('2026-11-01T10:00:00Z') })
})

test.each(cases)("$gateway: an invalid answer doesn't count as an empty list", async ({ gateway: id }) => {
  const read = async (answer: unknown) => {
    const { account } = await answerWith([answer])
    const listed = await gateways.get(id)?.listPayments?.(account, { since, until, cursor: undefined })
    await stop()
    return listed?.kind
  }
  expect(await read({ message: 'Server error', errors: ['x'], error: { message: 'x' } })).toBe('failed')
  expect(await read('<html>')).toBe('failed')
})

/** A server that returns these answers in turn; anything but an object with status 200 gets 500. */
async function answerWith(answers: readonly unknown[]): Promise<{ account: GatewayAccount; seen: string[] }> {
  const seen: string[] = []
  const server = createServer((request, response) => {
    let text = ''
    request.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
    request.on('end', () => {
      const answer = answers[seen.length]
      seen.push(`${request.url} ${text}`)
      const isFault = typeof answer === 'string' || Object(answer)['message'] !== undefined
      response
        .writeHead(isFault ? 500 : 200)
        .end(typeof answer === 'string' ? answer : JSON.stringify(answer))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A server that listens on TCP has an AddressInfo.
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  stop = () =>
    new Promise<void>((resolve) => {
      server.closeAllConnections()
      server.close(() => resolve())
    })
  return { account: { url, allowedOrigin: url, fields }, seen }
}
