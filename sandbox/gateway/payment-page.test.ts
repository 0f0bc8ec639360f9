import { afterEach, beforeEach, expect, test } from 'vitest'
import { makeShop, postSigned, type Shop } from './make-shop.ts'
import { startSandboxGateway, type SandboxGateway } from './start-gateway.ts'

let gateway: SandboxGateway
let shop: Shop
beforeEach(async () => {
  gateway = await startSandboxGateway()
  shop = await makeShop({ key: gateway.key })
})
afterEach(async () => {
  await gateway.stop()
  await shop.stop()
})

const create = async (members: object = {}): Promise<string> => {
  const { body } = await postSigned(gateway, 'payment', {
    amount: '10',
    currency: 'USD',
    order_id: 'd-1',
    url_callback: `${shop.url}/hook`,
    url_return: `${shop.url}/add-funds`,
    url_success: `${shop.url}/add-funds/success?order_id=d-1&x=é"'<b>`,
    is_payment_multiple: true,
    ...members,
  })
  return String(body.result['url'])
}
const press = async (url: string, button: string): Promise<[number, string | null]> => {
  const response = await fetch(url, {
    method: 'POST',
    body: new URLSearchParams({ do: button }),
    redirect: 'manual',
  })
  return [response.status, response.headers.get('location')]
}
const payment = async (): Promise<Record<string, unknown>> =>
  (await postSigned(gateway, 'payment/info', { order_id: 'd-1' })).body.result

test('shows the invoice, says that it is a sandbox, escapes its input and loads nothing', async () => {
  const url = await create({ url_return: `${shop.url}/a?b="><script>alert(1)</script>` })
  const response = await fetch(url)
  const html = await response.text()
  expect(html).toContain('No real money moves here.')
  for (const label of [
    'Pay $10.00',
    'Pay too little',
    'Pay too much',
    'Pay twice',
    'Cancel',
    'Back to the shop',
  ])
    expect(html).toContain(`>${label}<`)
  expect(html).not.toContain('<script')
  expect(html).not.toMatch(/(src|href)="(?!data:,|http:\/\/127\.0\.0\.1)/)
  expect(response.headers.get('content-security-policy')).toContain(`form-action 'self' ${shop.url}`)
})

test('shows an amount in the currency of the invoice', async () => {
  const html = await (await fetch(await create({ currency: 'EUR' }))).text()
  expect(html).toContain('>Pay 10.00 EUR<')
  expect(html).not.toContain('$')
})

test('Pay marks it paid, sends the webhook and goes to url_success', async () => {
  const url = await create()
  expect(await press(url, 'pay')).toEqual([303, expect.stringContaining('/add-funds/success?order_id=d-1')])
  expect(await payment()).toMatchObject({ status: 'paid', payment_amount: '10.00000000' })
  await expect
    .poll(() => shop.received.map(({ body, isSigned }) => [body['status'], isSigned]))
    .toEqual([['paid', true]])
  const html = await (await fetch(url)).text()
  expect(html).toContain('This invoice is paid.')
  expect([...html.matchAll(/<button[^>]*>([^<]*)/g)].map(([, label]) => label)).toEqual(['Refund'])
})

test('paid twice it has twice the amount, and a refund ends it', async () => {
  const url = await create()
  await press(url, 'pay_twice')
  expect(await payment()).toMatchObject({ status: 'paid_over', payment_amount: '20.00000000' })
  await press(url, 'refund')
  expect(await payment()).toMatchObject({ status: 'refund_paid' })
  expect(await (await fetch(url)).text()).not.toContain('<button')
})

test('a button pressed twice counts once', async () => {
  const url = await create()
  await press(url, 'pay')
  expect(await press(url, 'pay_much')).toEqual([303, new URL(url).pathname])
  expect(await payment()).toMatchObject({ status: 'paid' })
})

test('an underpayment leaves the rest open, to be paid or canceled', async () => {
  const url = await create()
  expect(await press(url, 'pay_little')).toEqual([303, new URL(url).pathname])
  expect(await payment()).toMatchObject({ status: 'wrong_amount_waiting', payment_amount: '5.00000000' })
  expect(await (await fetch(url)).text()).toContain('>Pay $5.00<')
  await press(url, 'cancel')
  expect(await payment()).toMatchObject({ status: 'wrong_amount', payment_amount: '5.00000000' })
})

test('an underpayment is final where the shop takes one payment only', async () => {
  const url = await create({ is_payment_multiple: false })
  expect(await press(url, 'pay_little')).toEqual([303, `${shop.url}/add-funds`])
  expect(await payment()).toMatchObject({ status: 'wrong_amount' })
})

test('an overpayment is paid_over, and Cancel returns to the shop', async () => {
  const url = await create()
  expect((await press(url, 'pay_much'))[1]).toContain('/add-funds/success')
  expect(await payment()).toMatchObject({ status: 'paid_over', amount: '10', payment_amount: '15.00000000' })
  const { body } = await postSigned(gateway, 'payment', { amount: '1', currency: 'USD', order_id: 'd-2' })
  expect(await press(String(body.result['url']), 'cancel')).toEqual([303, expect.stringMatching(/^\/pay\//)])
})

test('an unknown invoice is a 404, an unknown button a 400', async () => {
  expect((await fetch(`${gateway.url}/pay/00000000-0000-0000-0000-000000000000`)).status).toBe(404)
  expect((await press(await create(), 'steal'))[0]).toBe(400)
})
