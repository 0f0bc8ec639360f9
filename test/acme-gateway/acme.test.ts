import { afterAll, beforeAll, expect, test } from 'vitest'

import { gateways } from '#server/integrations/gateways/registry.ts'
import { createDeposit } from '#server/modules/payments/deposits/create-deposit.ts'
import { depositQueue } from '#server/modules/payments/deposits/poll-deposit.ts'
import { readPaymentStatus } from '#server/modules/payments/deposits/read-payment-status.ts'
import { registerSandboxGateway } from '#server/modules/payments/gateways/register-sandbox-gateway.ts'
import { testGateway } from '#server/modules/payments/gateways/test-gateway.ts'
import { gatewayEventQueue } from '#server/modules/payments/gateways/work-gateway-events.ts'
import { makeTestApp, type TestApp } from '#test/app.ts'
import { auditMoney } from '#test/audit.ts'
import { balanceOf, makeUser, type TestUser, usd } from '#test/factories.ts'

import { acme, sign } from './acme.ts'
import { type AcmeServer, startAcme } from './start-acme.ts'

// A gateway that isn't part of the product: this folder, and the line that registers it.

let server: AcmeServer
let app: TestApp
let user: TestUser
beforeAll(async () => {
  server = await startAcme()
  app = await makeTestApp({ gateways: new Map([...gateways, ['acme', acme]]) })
  await registerSandboxGateway(app.ctx, { speaks: 'acme', url: server.url, ...server.fields })
  user = await makeUser(app.ctx)
})
afterAll(async () => {
  await auditMoney(app.ctx)
  await app.drop()
  await server.stop()
})

const open = (amount: string, idempotencyKey?: string) =>
  createDeposit(app.ctx, { userId: user.id, amount: usd(amount), paymentMethod: 'acme', idempotencyKey })
const send = (form: Record<string, string>, secret = server.fields.hook_secret) => {
  const body = new URLSearchParams(form).toString()
  return fetch(`${app.url}/api/payment/webhook/acme`, {
    method: 'POST',
    headers: { 'acme-signature': sign(body, secret), 'content-type': 'application/x-www-form-urlencoded' },
    body,
  })
}
const work = () => gatewayEventQueue.workDue(app.ctx)
/** Ten minutes later each time, so that everything is due. */
let laterMs = 0
const pollLater = () => {
  laterMs += 600_000
  const at = Date.now() + laterMs
  const clock = () => new Date(at)
  return depositQueue.workDue({ ...app.ctx, clock })
}
const firstIdOf = async (reference: string) => {
  const { gateway_id } = await app.ctx.db
    .selectFrom('deposit_gateway_ids')
    .innerJoin('deposits', (join) => join.onRef('deposits.id', '=', 'deposit_id'))
    .select('gateway_id')
    .where('reference', '=', reference)
    .executeTakeFirstOrThrow()
  return gateway_id
}
const credited = async (what: () => Promise<unknown>) => {
  const before = await balanceOf(app.ctx, user.id)
  await what()
  return (await balanceOf(app.ctx, user.id)) - before
}
const statusOf = (reference: string) =>
  readPaymentStatus(app.ctx, { userId: user.id, reference, isViewOnly: true })

test('is paid in two charges, the second known only from a webhook, and credited once', async () => {
  const { reference, paymentUrl } = await open('20')
  const first = await firstIdOf(reference)
  expect(paymentUrl).toBe(`http://127.0.0.1/pay/${first}`)
  server.charge({ id: first, paid_cents: '500', status: 'done' })
  const answer = await send({ charge: first })
  expect([answer.status, await answer.text()]).toEqual([202, `taken ${first}`])
  expect(await credited(work)).toBe(0n)
  expect(await statusOf(reference)).toMatchObject({ stage: 'waiting', payment_url: paymentUrl })

  const second = { order: reference, due_cents: '2000', paid_cents: '1500', status: 'done' }
  server.charge({ id: 'second', ...second })
  const forged = await send({ charge: 'second', order: reference }, 'not the secret')
  expect([forged.status, await forged.text()]).toEqual([401, 'refused'])
  const copies = Array.from({ length: 10 }, () => send({ charge: 'second', order: reference }))
  expect((await Promise.all(copies)).map(({ status }) => status)).toEqual(Array(10).fill(202))
  expect(await credited(() => Promise.all([work(), work()]))).toBe(usd('20'))
  expect(
    await credited(async () => [await send({ charge: 'second' }), await work(), await pollLater()]),
  ).toBe(0n)
  const line = await app.ctx.db
    .selectFrom('transactions')
    .select(['from_account', 'amount', 'payment_method'])
    .where('reference_id', '=', reference)
    .execute()
  expect(line).toEqual([{ from_account: 'clearing:acme', amount: usd('20'), payment_method: 'acme' }])
})

test('is found by polling when no webhook came, even if the answer to its creation was lost', async () => {
  server.loseNext()
  await expect(open('30', 'a-key')).rejects.toMatchObject({ code: 'gateway_failed' })
  const { reference } = await app.ctx.db
    .selectFrom('deposits')
    .select('reference')
    .where('idempotency_key', '=', 'a-key')
    .executeTakeFirstOrThrow()
  await pollLater()
  server.charge({ id: await firstIdOf(reference), paid_cents: '3000', status: 'done' })
  expect(await credited(pollLater)).toBe(usd('30'))
  expect(await credited(pollLater)).toBe(0n)
  expect((await statusOf(reference)).stage).toBe('paid')
})

test('a charge of another deposit is credited to nobody else', async () => {
  const [one, other] = [await open('40'), await open('40')]
  server.charge({ id: await firstIdOf(one.reference), paid_cents: '4000', status: 'done' })
  const charge = await firstIdOf(one.reference)
  await send({ charge, order: other.reference })
  expect(await credited(work)).toBe(0n)
  expect((await statusOf(other.reference)).stage).toBe('unpaid')
  expect(await credited(pollLater)).toBe(usd('40'))
  expect((await statusOf(other.reference)).stage).toBe('unpaid')
})

test("a webhook that names another gateway's deposit is verified by its own gateway's account only", async () => {
  await app.database.pool.query(
    `with account as (
       insert into gateway_accounts (gateway, url, fields_ciphertext) values ('cryptomus', 'https://x', 'sealed') returning id
     )
     insert into deposits (user_id, reference, gateway, payment_method, amount, due_at, gateway_account)
     select $1, 'of-another', 'cryptomus', 'cryptomus', 100, 'infinity', id from account`,
    [user.id],
  )
  expect((await send({ charge: 'x', order: 'of-another' })).status).toBe(202)
  expect((await send({ charge: 'x', order: 'of-another' }, 'not the secret')).status).toBe(401)
  expect(await credited(work)).toBe(0n)
})

test('has a connection test', async () => {
  const codes = async () => (await testGateway(app.ctx, acme)).map(({ code }) => code)
  expect(await codes()).toEqual(expect.arrayContaining(['reached', 'key_good']))
  await registerSandboxGateway(app.ctx, { speaks: 'acme', url: server.url, ...server.fields, token: 'wrong' })
  expect(await codes()).toContain('merchant_refused')
})
