import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'

import { startSandboxGateway } from '#sandbox/gateway/start-gateway.ts'
import { parseNetwork } from '#server/lib/http/outbound/allowed-addresses.ts'
import type { WebhookRequest } from '#server/integrations/gateways/gateway.ts'
import { usd } from '#test/factories.ts'

import { createInvoice } from './open-session.ts'
import { readInvoice } from './read-session.ts'
import { stripe } from './stripe.ts'
import { type StripeAccount, testAccount } from './stripe-client.ts'

let stop = () => Promise.resolve()
afterEach(() => stop())

/** Without the sandbox's origin. */
const allowedNetworks = [parseNetwork('127.0.0.0/8')].filter((network) => network !== undefined)
const fields = { account: 'acct_1', key: 'sk_test_1', webhook_secret: 'whsec_1' }
const account: StripeAccount = { url: 'https://api.stripe.com', fields }
const now = new Date('2026-11-27T20:00:00Z')
const t = now.getTime() / 1000
const event = JSON.stringify({ object: 'event', data: { object: {} }, note: 'Việt' })
const v1 = (body: string, time: number, secret = 'whsec_1') =>
  createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')
const request = (body: string, header: string | undefined): WebhookRequest => ({
  raw: Buffer.from(body),
  headers: { 'stripe-signature': header },
  query: {},
  address: '127.0.0.1',
  receivedAt: now,
})

test.each([
  ['one', `t=${t},v1=${v1(event, t)}`],
  ['two while the secret is replaced', `t=${t},v1=${v1(event, t, 'old')},v1=${v1(event, t)}`],
  ['other schemes beside it', `t=${t},v0=6ffbb59b,v1=${v1(event, t)}`],
  ['one of five minutes ago', `t=${t - 300},v1=${v1(event, t - 300)}`],
])('accepts a signature: %s', (_, header) => {
  expect(stripe.webhook.isSigned(account, request(event, header))).toBe(true)
})

test.each([
  ['none', undefined],
  ['an empty one', ''],
  ['one with another secret', `t=${t},v1=${v1(event, t, 'other')}`],
  ['one of another body', `t=${t},v1=${v1(`${event} `, t)}`],
  ['one of another time', `t=${t},v1=${v1(event, t - 1)}`],
  ['one older than five minutes', `t=${t - 301},v1=${v1(event, t - 301)}`],
  ['one from far ahead', `t=${t + 301},v1=${v1(event, t + 301)}`],
  ['one without a time', `v1=${v1(event, t)}`],
  ['only another scheme', `t=${t},v0=${v1(event, t)}`],
])('refuses a signature: %s', (_, header) => {
  expect(stripe.webhook.isSigned(account, request(event, header))).toBe(false)
})

const named = (object: object) =>
  stripe.webhook.read(request(JSON.stringify({ object: 'event', data: { object } }), ''))

test('finds the payment of sessions, charges and disputes, and stores other events', () => {
  expect(named({ object: 'checkout.session', id: 'cs_1', client_reference_id: 'ref' })).toEqual({
    reference: 'ref',
    id: 'cs_1',
  })
  expect(
    named({ object: 'charge', id: 'ch_1', payment_intent: 'pi_1', metadata: { deposit: 'ref' } }),
  ).toEqual({
    reference: 'ref',
    id: 'pi_1',
  })
  expect(named({ object: 'dispute', id: 'dp_1', charge: 'ch_1', payment_intent: 'pi_1' })).toEqual({
    id: 'pi_1',
  })
  expect(named({ object: 'dispute', id: 'dp_1', charge: 'ch_1', payment_intent: null })).toEqual({
    id: 'ch_1',
  })
  expect(named({ object: 'customer', id: 'cus_1' })).toEqual({})
  for (const body of ['', '[]', '{"object":"charge"}', 'x'])
    expect(stripe.webhook.read(request(body, ''))).toBeUndefined()
})

async function serve(bodies: Record<string, unknown>) {
  const server = createServer((incoming, response) => {
    const path = incoming.url?.split('?')[0] ?? ''
    const body = bodies[path]
    response.writeHead(body === undefined ? 404 : 200).end(JSON.stringify(body ?? { error: {} }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  stop = () => new Promise((resolve) => (server.closeAllConnections(), server.close(() => resolve())))
  const { port } = server.address() as AddressInfo // listening on a port, so it is one
  const url = `http://127.0.0.1:${port}`
  return { url, allowedOrigin: url, fields }
}

const session = (own: object = {}, intent: object = {}) => ({
  id: 'cs_1',
  object: 'checkout.session',
  client_reference_id: 'ref',
  amount_total: 2000,
  currency: 'usd',
  status: 'complete',
  payment_status: 'paid',
  payment_intent: { id: 'pi_1', amount_received: 2000, latest_charge: { id: 'ch_1' }, ...intent },
  ...own,
})
const known = { reference: 'ref', ids: ['cs_1', 'pi_1'], openedAt: now }
const read = async (own: object, intent?: object, more: Record<string, unknown> = {}) =>
  readInvoice(await serve({ '/v1/checkout/sessions/cs_1': session(own, intent), ...more }), known)

test.each([
  ['paid', {}, { state: 'paid', amount: usd('20'), arrived: usd('20'), reversed: 0n }],
  ['open', { status: 'open', payment_status: 'unpaid', payment_intent: null }, { state: 'open' }],
  ['expired', { status: 'expired', payment_status: 'unpaid', payment_intent: null }, { state: 'closed' }],
  ['a slow method', { payment_status: 'unpaid' }, { state: 'waiting' }],
  ['a word that is not known', { payment_status: 'pledged' }, { state: undefined }],
  ['nothing to pay', { payment_status: 'no_payment_required' }, { state: undefined }],
  ['a currency without cents', { currency: 'jpy' }, { currency: 'JPY', arrived: undefined }],
  ['an amount that is no number', { amount_total: '2000' }, { amount: undefined }],
])('reads a session: %s', async (_, own, invoice) => {
  expect(await read(own)).toMatchObject({ kind: 'invoice', invoice })
})

test.each([
  ['another reference', { client_reference_id: 'other' }],
  ['another object', { object: 'list' }],
])('concludes nothing from a session with %s', async (_, own) => {
  expect(await read(own)).toMatchObject({ kind: 'failed' })
})

test("refunds and disputes are one sum, whatever the account's currency", async () => {
  const moves = (...amounts: number[]) => amounts.map((amount) => ({ amount, currency: 'eur' }))
  const dispute = (own: object) => ({
    amount: 500,
    status: 'needs_response',
    balance_transactions: [],
    ...own,
  })
  const charge = { id: 'ch_1', amount_refunded: 700, refunded: false, disputed: true }
  const reversed = async (...disputes: object[]) => {
    const answer = await read({}, { latest_charge: charge }, { '/v1/disputes': { data: disputes } })
    await stop()
    return answer.kind === 'invoice' ? answer.invoice.reversed : answer
  }
  expect(await reversed(dispute({}))).toBe(usd('7'))
  expect(await reversed(dispute({ balance_transactions: moves(-460) }))).toBe(usd('12'))
  expect(await reversed(dispute({ balance_transactions: moves(-460, 460) }))).toBe(usd('7'))
  // If the disputes can't be read, it is unknown what was taken back.
  expect(await read({}, { latest_charge: charge })).toMatchObject({ kind: 'failed' })
})

test('a test mode payment is held for staff, except in the sandbox', async () => {
  const at = async (own: object) => {
    const { url } = await serve({ '/v1/checkout/sessions/cs_1': session(own) })
    return { url, fields, allowedNetworks }
  }
  const stateOf = async (own: object) => {
    const answer = await readInvoice(await at(own), known)
    await stop()
    return answer.kind === 'invoice' ? [answer.invoice.state, answer.invoice.status] : answer
  }
  expect(await stateOf({ livemode: true })).toEqual(['paid', 'complete paid'])
  expect(await stateOf({ livemode: false })).toEqual(['held', 'complete paid test_mode'])
  expect(await stateOf({ livemode: false, amount_total: 1000 })).toEqual(['held', 'complete paid test_mode'])
  // Nothing was paid yet, so there is nothing to hold.
  expect(await stateOf({ livemode: false, status: 'open', payment_status: 'unpaid' })).toEqual([
    'open',
    'open unpaid',
  ])
  expect(await read({ livemode: false })).toMatchObject({ invoice: { state: 'paid' } })
})

test('two test mode sessions of a deposit are held too', async () => {
  const { url } = await serve({
    '/v1/checkout/sessions/cs_1': session({ livemode: false }),
    '/v1/checkout/sessions/cs_2': session({ id: 'cs_2', livemode: false }),
  })
  const answer = await readInvoice({ url, fields, allowedNetworks }, { ...known, ids: ['cs_1', 'cs_2'] })
  expect(answer).toMatchObject({ invoice: { state: 'held', arrived: usd('40') } })
})

async function startSandbox() {
  let ms = now.getTime()
  const gateway = await startSandboxGateway({ clock: () => ms })
  stop = gateway.stop
  const own = gateway.others.find(({ speaks }) => speaks === 'stripe')
  if (own?.speaks !== 'stripe') throw new Error('the sandbox speaks it')
  const at: StripeAccount = { url: gateway.url, allowedOrigin: gateway.url, fields: own }
  const open = (reference: string, askedAt: Date) =>
    createInvoice(at, {
      reference,
      amount: usd('20'),
      callbackUrl: 'https://shop/hook',
      returnUrl: 'https://shop/back',
      askedAt,
      now: new Date(ms),
    })
  const count = async (action: string) =>
    ((await (await fetch(`${gateway.url}/sandbox/calls?action=${action}`)).json()) as unknown[]).length // a list
  return { at, open, count, wait: (minutes: number) => (ms += minutes * 60_000) }
}
const idOf = (answer: Awaited<ReturnType<typeof readInvoice>>) =>
  answer.kind === 'invoice' ? answer.invoice.ids[0] : answer

test('a second try gets the first session: by its idempotency key, later by search, even after a day', async () => {
  const { open, count, wait } = await startSandbox()
  const first = idOf(await open('ref', now))
  expect(first).toMatch(/^cs_/)
  wait(5)
  expect(idOf(await open('ref', now))).toBe(first)
  expect(await count('stripe_open')).toBe(2)
  for (const minutes of [10, 25 * 60]) {
    wait(minutes)
    expect(idOf(await open('ref', now))).toBe(first)
  }
  expect(await count('stripe_open')).toBe(2)
  expect(idOf(await open('other', now))).not.toBe(first)
})

test('a clock that stepped back between the tries opens no second session', async () => {
  const { open, wait } = await startSandbox()
  const first = idOf(await open('ref', now))
  wait(-60)
  expect(idOf(await open('ref', now))).toBe(first)
})

test('is found by reference only, and reported missing once all sessions since then were read', async () => {
  const { at, open } = await startSandbox()
  const ids = []
  for (const reference of Array.from({ length: 103 }, (_, index) => `ref-${index}`))
    ids.push(idOf(await open(reference, now)))
  expect(idOf(await readInvoice(at, { reference: 'ref-0', ids: [], openedAt: now }))).toBe(ids[0])
  expect(await readInvoice(at, { reference: 'none', ids: [], openedAt: now })).toEqual({ kind: 'not_found' })
  expect(await readInvoice(at, { reference: 'none', ids: ['cs_none'], openedAt: now })).toEqual({
    kind: 'not_found',
  })
})

test('the connection test reports a refused key and the key of another account', async () => {
  const { at } = await startSandbox()
  const codes = async (own: object) =>
    (await testAccount({ ...at, fields: { ...at.fields, ...own } })).map(({ code }) => code)
  expect(await codes({})).toEqual(['key_good'])
  expect(await codes({ key: 'sk_test_wrong' })).toEqual(['merchant_refused'])
  expect(await codes({ account: 'acct_other' })).toEqual(['merchant_refused'])
})

test('the connection test reports a test key, except in the sandbox', async () => {
  const own = await serve({ '/v1/checkout/sessions': { data: [] }, '/v1/account': { id: 'acct_1' } })
  const at = { url: own.url, allowedNetworks }
  expect(await testAccount(own)).toEqual([{ code: 'key_good' }])
  expect(await testAccount({ ...at, fields })).toEqual([{ code: 'key_for_tests' }])
  expect(await testAccount({ ...at, fields: { ...fields, key: 'rk_test_1' } })).toEqual([
    { code: 'key_for_tests' },
  ])
  expect(await testAccount({ ...at, fields: { ...fields, key: 'sk_live_1' } })).toEqual([
    { code: 'key_good' },
  ])
})
