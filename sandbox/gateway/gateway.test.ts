import { afterEach, beforeEach, expect, test } from 'vitest'
import { control } from '#sandbox/call-sandbox.ts'
import { postSigned } from './make-shop.ts'
import { signBody } from './sign.ts'
import { startSandboxGateway, type SandboxGateway } from './start-gateway.ts'

let now = 0
let gateway: SandboxGateway
beforeEach(async () => {
  now = Date.parse('2026-01-01T00:00:00Z')
  gateway = await startSandboxGateway({ clock: () => now })
})
afterEach(() => gateway.stop())

const PAYMENT = {
  amount: '10.28',
  currency: 'USD',
  order_id: 'deposit-1',
  network: 'bsc',
  to_currency: 'USDT',
}
const create = (members: object = {}): ReturnType<typeof postSigned> =>
  postSigned(gateway, 'payment', { ...PAYMENT, ...members })
const info = (members: Record<string, unknown> = { order_id: 'deposit-1' }): ReturnType<typeof postSigned> =>
  postSigned(gateway, 'payment/info', members)

test('makes an invoice with the members that the gateway documents', async () => {
  const { status, body } = await create()
  expect(status).toBe(200)
  expect(body).toMatchObject({
    state: 0,
    result: {
      uuid: expect.stringMatching(/^[0-9a-f-]{36}$/),
      order_id: 'deposit-1',
      amount: '10.28',
      currency: 'USD',
      payment_amount: null,
      payer_amount: '10.28000000',
      payer_currency: 'USDT',
      merchant_amount: null,
      network: 'bsc',
      status: 'check',
      payment_status: 'check',
      is_final: false,
      expired_at: now / 1000 + 3600,
      created_at: '2026-01-01T03:00:00+03:00',
      txid: null,
    },
  })
  expect(body.result['url']).toBe(`${gateway.url}/pay/${String(body.result['uuid'])}`)
})

test('returns the same invoice for the same order_id, whatever else is sent', async () => {
  const first = await create()
  const second = await create({ amount: '999' })
  expect(second.body).toEqual(first.body)
  expect((await info({ uuid: first.body.result['uuid'] })).body).toEqual(first.body)
})

test('refuses a wrong merchant, a wrong signature and a changed body', async () => {
  const body = JSON.stringify(PAYMENT)
  const post = async (merchant: string, sign: string): Promise<unknown> => {
    const response = await fetch(`${gateway.url}/v1/payment`, {
      method: 'POST',
      headers: { merchant, sign },
      body,
    })
    return [response.status, await response.json()]
  }
  expect(await post('someone', signBody(body, gateway.key))).toEqual([
    401,
    { state: 1, message: 'Merchant not found' },
  ])
  const other = signBody(body + ' ', gateway.key)
  expect(await post(gateway.merchant, other)).toEqual([401, { state: 1, message: 'Invalid Sign' }])
  expect((await control(gateway.url, 'invoices')).body).toEqual([])
})

test('lists the invalid fields with 422', async () => {
  const { status, body } = await create({
    amount: '',
    order_id: 'a b',
    currency: 'XYZ',
    lifetime: 299,
    url_callback: 'x',
  })
  expect(status).toBe(422)
  expect(body).toEqual({
    state: 1,
    errors: {
      amount: ['validation.required'],
      order_id: ['validation.alpha_dash'],
      currency: ['validation.in'],
      lifetime: ['validation.between.numeric'],
      url_callback: ['validation.url'],
    },
  })
  expect((await info({})).status).toBe(422)
})

test('reports a missing payment only when it is missing', async () => {
  expect((await info({ order_id: 'nothing' })).body).toEqual({ state: 1, message: 'Payment not found' })
})

test('amounts are consistent in every status', async () => {
  await create({ amount: '10' })
  const cases: [body: object, members: object][] = [
    [{ status: 'paid' }, { payment_amount: '10.00000000', merchant_amount: '9.80000000', is_final: true }],
    [
      { status: 'paid_over', amount: '12.5' },
      { payment_amount: '12.50000000', payment_amount_usd: '12.50' },
    ],
    [
      { status: 'wrong_amount', amount: 4 },
      { payment_amount: '4.00000000', is_final: true },
    ],
    [{ status: 'wrong_amount_waiting' }, { payment_amount: '4.00000000', is_final: false }],
    [{ status: 'cancel' }, { payment_amount: null, txid: null, is_final: true }],
    [{ status: 'confirm_check' }, { payment_amount: '10.00000000', is_final: false }],
    [{ status: 'process' }, { is_final: false }],
    [{ status: 'fail' }, { is_final: true }],
    [{ status: 'system_fail' }, { is_final: true }],
    [{ status: 'refund_process' }, { is_final: false }],
    [{ status: 'refund_fail' }, {}],
    [{ status: 'refund_paid' }, { is_final: true }],
    [{ status: 'locked' }, {}],
    [{ status: 'check' }, { payment_amount: null, is_final: false }],
  ]
  for (const [change, members] of cases) {
    const answer = await control(gateway.url, 'invoices/deposit-1', change)
    expect(answer).toMatchObject({ status: 200, body: { ...change, ...members, amount: '10' } })
    expect((await info()).body.result).toMatchObject({ ...members })
  }
})

test('cancels an unpaid invoice when its time has passed, and closes an underpaid one as underpaid', async () => {
  await create({ lifetime: 300 })
  await create({ lifetime: 300, order_id: 'deposit-2' })
  await control(gateway.url, 'invoices/deposit-2', { status: 'wrong_amount_waiting', amount: '4' })
  now += 299_999
  expect((await info()).body.result).toMatchObject({ status: 'check' })
  now += 1
  expect((await info()).body.result).toMatchObject({ status: 'cancel', is_final: true })
  expect((await info({ order_id: 'deposit-2' })).body.result).toMatchObject({
    status: 'wrong_amount',
    payment_amount: '4.00000000',
  })
})

test('a late payment still counts', async () => {
  await create()
  await control(gateway.url, 'invoices/deposit-1', { status: 'cancel' })
  await control(gateway.url, 'invoices/deposit-1', { status: 'paid' })
  expect((await info()).body.result).toMatchObject({ status: 'paid', payment_amount: '10.28000000' })
})

test('each fault makes the invoice or not, as the table says', async () => {
  const cases: [kind: string, status: number, made: boolean][] = [
    ['error_500_before', 500, false],
    ['error_500_after', 500, true],
    ['html', 200, false],
    ['empty', 200, false],
    ['status_429', 429, false],
  ]
  for (const [kind, status, made] of cases) {
    await control(gateway.url, 'faults', { action: 'payment', kind })
    const body = JSON.stringify({ ...PAYMENT, order_id: kind })
    const headers = { merchant: gateway.merchant, sign: signBody(body, gateway.key) }
    expect((await fetch(`${gateway.url}/v1/payment`, { method: 'POST', headers, body })).status).toBe(status)
    expect((await control(gateway.url, `invoices/${kind}`)).status).toBe(made ? 200 : 404)
  }
  await control(gateway.url, 'faults', { action: 'payment', kind: 'duplicate_id' })
  expect((await create()).body.result).toMatchObject({ order_id: 'error_500_after' })
  expect((await control(gateway.url, 'invoices/deposit-1')).status).toBe(404)
  const { body } = await control(gateway.url, 'calls?action=payment')
  expect(body).toMatchObject([
    ...cases.map(([kind]) => ({ order_id: kind, fault: kind })),
    { fault: 'duplicate_id' },
  ])
})

test('control calls refuse invalid input with a sentence', async () => {
  await create()
  const refused: [path: string, body: unknown, status: number][] = [
    ['invoices/deposit-1', {}, 400],
    ['invoices/deposit-1', { status: 7 }, 400],
    ['invoices/deposit-1', { status: 'paid', amount: 'much' }, 400],
    ['invoices/deposit-1', { status: 'paid', amount: -1 }, 400],
    ['invoices/nothing', { status: 'paid' }, 404],
    ['faults', { action: 'add', kind: 'reset' }, 400],
    ['nothing', {}, 404],
  ]
  for (const [path, body, status] of refused) {
    const answer = await control(gateway.url, path, body)
    expect([path, answer.status]).toEqual([path, status])
    expect(answer.body).toEqual({ error: expect.stringMatching(/\.$/) })
  }
})
