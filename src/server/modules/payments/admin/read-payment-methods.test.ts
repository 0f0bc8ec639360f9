import { afterAll, beforeAll, expect, test } from 'vitest'

import { listAdminDeposits } from '#contract/payments/admin-deposits.ts'
import { listGatewayEvents, readGatewayEvent } from '#contract/payments/gateways.ts'
import { getPaymentMethods } from '#contract/payments/payment-methods.ts'
import { updateSettings } from '#contract/settings/admin-settings.ts'
import { defaultMethod } from '#contract/settings/payment-methods.ts'
import { gatewayEventQueue } from '#server/modules/payments/gateways/work-gateway-events.ts'
import { balanceOf, makeUser, type TestUser, usd } from '#test/factories.ts'
import { makePaymentsApp, type PaymentsApp } from '#test/pay-with-sandbox.ts'

// What staff see of payment methods, gateways and their webhooks.

let shop: PaymentsApp
let admin: TestUser
let user: TestUser
beforeAll(async () => {
  shop = await makePaymentsApp()
  admin = await makeUser(shop.ctx, { role: 'admin' })
  user = await makeUser(shop.ctx)
})
afterAll(() => shop.drop())

const list = async () => (await shop.call(getPaymentMethods, { token: admin.token })).body
const events = async (query: Record<string, string> = {}) =>
  (await shop.call(listGatewayEvents, { token: admin.token, query })).body.events
const send = (reference: string, key?: string) =>
  shop.send({ type: 'payment', order_id: reference, status: 'paid' }, key)
const work = () => gatewayEventQueue.workDue(shop.ctx)
const readAgain = (id: number, token = admin.token) => shop.call(readGatewayEvent, { token, params: { id } })

test('lists methods and gateways with what last came, also a refused webhook', async () => {
  const before = await list()
  expect(before.methods.map(({ id, gateway, is_set_up: isSetUp }) => [id, gateway, isSetUp])).toEqual(
    expect.arrayContaining([
      ['card', null, false],
      ['cryptomus', 'cryptomus', true],
      ['payeer', 'cryptomus', true],
    ]),
  )
  const blank = { account: 'sandbox', is_on: true, last_webhook_at: null, last_refused_at: null }
  expect(before.gateways).toContainEqual({ id: 'cryptomus', ...blank })

  const reference = await shop.open(user.token, 10)
  expect(await send(reference, 'not the key')).toBe(401)
  expect(await events()).toEqual([])
  const refused = (await list()).gateways.find(({ id }) => id === 'cryptomus')
  expect(refused).toMatchObject({ last_webhook_at: null, last_refused_at: expect.any(Date) })

  await shop.move(reference, 'paid')
  expect(await send(reference)).toBe(200)
  await work()
  const { methods, gateways } = await list()
  expect(gateways.find(({ id }) => id === 'cryptomus')?.last_webhook_at).toEqual(expect.any(Date))
  const paid = methods.filter(({ last_payment_at: at }) => at !== null)
  expect(paid.map(({ id }) => id)).toEqual(['cryptomus', 'payeer'])
})

test('a method that is turned off is in the list, and is not shown to customers', async () => {
  const body = {
    payment_methods: [{ ...defaultMethod('card'), is_on: false, fee: { percent: 0, fixed: 0 } }],
  }
  expect((await shop.call(updateSettings, { token: admin.token, body })).status).toBe(200)
  await expect
    .poll(async () => (await list()).methods.find(({ id }) => id === 'card'))
    .toMatchObject({ is_listed: false, label: 'VISA/MasterCard' })
})

test('a webhook says how it changed its deposit, and its copies say that they did not', async () => {
  const reference = await shop.open(user.token, 10)
  await shop.move(reference, 'wrong_amount', '5')
  await send(reference)
  await send(reference)
  await work()
  const [copy, first] = await events({ limit: '2' })
  expect(first).toMatchObject({ reference, verdict: 'done', effect: 'review', deposit: { status: 'review' } })
  expect(copy).toMatchObject({ reference, verdict: 'done', effect: 'none' })
})

test('"read again" asks the gateway about the deposit once more and credits what it confirms, once', async () => {
  const reference = await shop.open(user.token, 20)
  await send(reference)
  await work()
  const [event] = await events({ limit: '1' })
  expect(event).toMatchObject({ reference, effect: 'none', deposit: { status: 'pending' } })
  await shop.move(reference, 'paid')
  const before = await balanceOf(shop.ctx, user.id)
  const { id = 0 } = event ?? {}
  const answers = await Promise.all([readAgain(id), readAgain(id), readAgain(id)])
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(await balanceOf(shop.ctx, user.id)).toBe(before + usd('20'))
  expect((await events({ limit: '1' }))[0]).toMatchObject({
    verdict: 'done',
    deposit: { status: 'completed' },
  })
  expect((await readAgain(987_654)).status).toBe(404)
  expect((await readAgain(id, user.token)).status).toBe(403)
})

test('a webhook that reversed a payment says so, even after it was read again', async () => {
  const reference = await shop.open(user.token, 10)
  await shop.move(reference, 'paid')
  await send(reference)
  await work()
  await shop.move(reference, 'refund_paid')
  await send(reference)
  await work()
  const [refund, payment] = await events({ limit: '2' })
  expect([payment?.effect, refund?.effect]).toEqual(['completed', 'reversed'])
  await readAgain(refund?.id ?? 0)
  await shop.database.pool.query(
    'update gateway_events set due_at = null, processed_at = now() where reference = $1',
    [reference],
  )
  for (const one of [refund, payment]) await readAgain(one?.id ?? 0)
  expect((await events({ limit: '2' })).map(({ effect }) => effect)).toEqual(['reversed', 'completed'])
})

test('"read again" of a failed webhook ends its failure once the gateway answers, and names what it says until then', async () => {
  const reference = await shop.open(user.token, 30)
  await shop.database.pool.query(
    `insert into gateway_events (gateway, reference, body, due_at, processed_at, failed_at, fault)
     values ('cryptomus', $1, '{}', null, now(), now(), '{"code": "said", "details": {"error": "it never answered"}}')`,
    [reference],
  )
  const [{ id = 0 } = {}] = await events({ limit: '1' })
  await shop.fault({ action: 'info', kind: 'error_500_before', times: 1 })
  expect((await readAgain(id)).body.event).toMatchObject({
    verdict: 'nothing',
    reason: { code: expect.any(String), details: expect.objectContaining({ http_status: 500 }) },
  })
  expect((await readAgain(id)).body.event).toMatchObject({ verdict: 'done', reason: null, effect: 'none' })
})

test('webhooks and deposits are filtered by gateway', async () => {
  expect((await events({ gateway: 'acme' })).length).toBe(0)
  expect((await events({ gateway: 'cryptomus' })).length).toBeGreaterThan(0)
  const deposits = async (gateway: string) =>
    (await shop.call(listAdminDeposits, { token: admin.token, query: { gateway } })).body.deposits
  expect((await deposits('cryptomus')).every(({ gateway }) => gateway === 'cryptomus')).toBe(true)
  expect((await deposits('cryptomus')).length).toBeGreaterThan(0)
  expect(await deposits('manual')).toEqual([])
})
