import { afterAll, beforeAll, expect, test } from 'vitest'

import { usd } from '#test/factories.ts'
import { makeTill, rigs, type Till } from '#test/gateway-rigs.ts'

import { createDeposit } from './create-deposit.ts'

// With software that opens another invoice for each try, unlike most gateways.

const [rig] = rigs.filter(({ method }) => method === 'btcpay')
let till: Till
beforeAll(async () => {
  if (rig === undefined) throw new Error('there is such a gateway')
  till = await makeTill(rig)
})
afterAll(() => till.drop())

const startedAt = Date.now()
const openAt = async (key: string, seconds: number) => {
  const ctx = { ...till.ctx, clock: () => new Date(startedAt + seconds * 1000) }
  const request = { userId: till.user.id, amount: usd('20'), paymentMethod: 'btcpay', idempotencyKey: key }
  return createDeposit(ctx, request).then(
    ({ paymentUrl }) => paymentUrl,
    (error: { code: string }) => error.code,
  )
}
const asked = async () => {
  const calls = await fetch(`${till.gateway.url}/sandbox/calls?action=btcpay_open`)
  return ((await calls.json()) as unknown[]).length // a list by the sandbox's own contract
}
const fail = () => till.fault({ action: 'btcpay_open', kind: 'error_500_before' })

test('an invoice is requested again only when the last try can no longer bring one', async () => {
  const seen: [string, number][] = []
  const open = async (seconds: number) => {
    const outcome = await openAt('late', seconds)
    seen.push([outcome.startsWith('http') ? 'opened' : outcome, await asked()])
  }
  await fail()
  await open(0)
  await open(8)
  await open(29)
  await fail()
  await open(31)
  // Counts from the previous try, not from the first.
  await open(38)
  await open(60)
  await open(62)
  expect(seen).toEqual([
    ['gateway_failed', 1],
    ['gateway_failed', 1],
    ['gateway_failed', 1],
    ['gateway_failed', 2],
    ['gateway_failed', 2],
    ['gateway_failed', 2],
    ['opened', 3],
  ])
  expect(await till.invoices(await till.referenceOf('late'))).toBe(1)
})

test('everyone is sent to the invoice that was stored first, and nobody once staff have decided the deposit', async () => {
  const during = async (key: string, statement: string) => {
    await till.fault({ action: 'btcpay_open', kind: 'slow', delay_ms: 700 })
    const opening = openAt(key, 0)
    const isAsking = 'select lease_until is not null as asking from deposits where idempotency_key = $1'
    await expect
      .poll(async () => (await till.ctx.pool.query(isAsking, [key])).rows)
      .toEqual([{ asking: true }])
    await till.ctx.pool.query(`update deposits set ${statement} where idempotency_key = $1`, [key])
    return opening
  }
  const first = 'https://pay.example.com/first'
  expect(await during('two', `payment_url = '${first}'`)).toBe(first)
  const taken = `payment_url = '${first}', status = 'canceled', refused_at = now()`
  expect(await during('refused', taken)).toBe('state_conflict')
})

test('after a try that did not reach the gateway, the next one opens the invoice at once', async () => {
  const move = (url: string) => till.ctx.pool.query('update gateways set url = $1', [url])
  const before = await asked()
  // No server listens there.
  await move('http://127.0.0.1:1')
  const outcomes = [await openAt('unreached', 0)]
  await move(till.gateway.url)
  outcomes.push(await openAt('unreached', 1))
  expect(outcomes).toEqual(['gateway_failed', expect.stringMatching(/^http/)])
  expect(await asked()).toBe(before + 1)
  // An earlier lost answer still counts.
  await fail()
  const later = [await openAt('lost', 0)]
  await move('http://127.0.0.1:1')
  later.push(await openAt('lost', 1))
  await move(till.gateway.url)
  later.push(await openAt('lost', 2))
  expect(later).toEqual(['gateway_failed', 'gateway_failed', 'gateway_failed'])
  expect(await asked()).toBe(before + 2)
})
