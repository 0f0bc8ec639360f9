import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { type SandboxGateway, startSandboxGateway } from '#sandbox/gateway/start-gateway.ts'

let gateway: SandboxGateway
beforeEach(async () => {
  gateway = await startSandboxGateway()
})
afterEach(() => gateway.stop())

/** A session, and the URL of its page. */
async function open(cents = '2500'): Promise<{ id: string; url: string }> {
  const own = gateway.others.find(({ speaks }) => speaks === 'stripe')
  const response = await fetch(`${gateway.url}/v1/checkout/sessions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${own?.key}` },
    body: new URLSearchParams({
      mode: 'payment',
      client_reference_id: 'ref',
      'line_items[0][quantity]': '1',
      'line_items[0][price_data][currency]': 'usd',
      'line_items[0][price_data][unit_amount]': cents,
      'line_items[0][price_data][product_data][name]': 'Deposit',
      success_url: 'http://127.0.0.1:9/thanks',
      cancel_url: 'http://127.0.0.1:9/back',
    }),
  })
  return (await response.json()) as { id: string; url: string } // the sandbox's own answer
}
const press = async (url: string, what: string) => {
  const response = await fetch(url, {
    method: 'POST',
    body: new URLSearchParams({ do: what }),
    redirect: 'manual',
  })
  return [response.status, response.headers.get('location')]
}
const buttons = async (url: string) =>
  [...(await (await fetch(url)).text()).matchAll(/name="do" value="(\w+)"/g)].map(([, what]) => what)

test('a payment returns to the shop, and can then be refunded, disputed, and reinstated', async () => {
  const { id, url } = await open()
  expect(await buttons(url)).toEqual([
    'pay',
    'pay_little',
    'pay_much',
    'pay_twice',
    'pay_later',
    'fail',
    'cancel',
  ])
  expect(await press(url, 'pay')).toEqual([303, 'http://127.0.0.1:9/thanks'])
  expect(await buttons(url)).toEqual(['pay', 'refund', 'inquire', 'dispute'])
  expect(await press(url, 'dispute')).toEqual([303, `/checkout/${id}`])
  expect(await buttons(url)).toEqual(['pay', 'refund', 'reinstate', 'lose'])
})

test('a closed one has no buttons, and pressing a missing button changes nothing', async () => {
  const { id, url } = await open()
  expect(await press(url, 'refund')).toEqual([303, `/checkout/${id}`])
  expect(await press(url, 'cancel')).toEqual([303, 'http://127.0.0.1:9/back'])
  expect(await buttons(url)).toEqual([])
  expect((await press(url, 'steal'))[0]).toBe(400)
})

test('an unsigned Payeer URL shows the reason, and opens nothing', async () => {
  const response = await fetch(
    `${gateway.url}/merchant/?m_shop=1234567&m_orderid=a&m_amount=1.00&m_curr=USD&m_desc=&m_sign=A`,
  )
  expect([response.status, await response.text()]).toEqual([400, expect.stringContaining('Invalid sign')])
  expect(await (await fetch(`${gateway.url}/sandbox/checkouts`)).json()).toEqual([])
})

test('checkouts survive a restart', async () => {
  const stateDir = await mkdtemp(join(tmpdir(), 'checkouts-'))
  await gateway.stop()
  gateway = await startSandboxGateway({ stateDir, key: 'k' })
  const { url } = await open()
  await press(url, 'pay_little')
  await gateway.stop()
  gateway = await startSandboxGateway({ stateDir, key: 'k' })
  const list = await (await fetch(`${gateway.url}/sandbox/checkouts`)).json()
  expect(list).toMatchObject([{ reference: 'ref', amount: '25.00', received: '12.50' }])
  await rm(stateDir, { recursive: true })
})

test('part of an odd amount is paid in whole cents', async () => {
  for (const [what, received] of [
    ['pay_little', '201.65'],
    ['pay_much', '604.96'],
  ] as const) {
    const { id, url } = await open('40331')
    await press(url, what)
    const list = await (await fetch(`${gateway.url}/sandbox/checkouts`)).json()
    expect(list).toContainEqual(expect.objectContaining({ id, received }))
  }
})
