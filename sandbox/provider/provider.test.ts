import { afterEach, beforeEach, expect, test } from 'vitest'
import { callPanel, control, postPanel } from '#sandbox/call-sandbox.ts'
import type { CatalogueService } from './catalogue-service.ts'
import { startSandboxProvider, type SandboxProvider } from './start-provider.ts'

const LINK = 'https://www.instagram.com/someone'
const base = {
  category: 'C',
  rate: '0.90',
  min: '50',
  max: '10000',
  refill: true,
  cancel: true,
  dripfeed: true,
}
const catalogue: CatalogueService[] = [
  { ...base, service: 1, name: 'Followers', type: 'Default' },
  { ...base, service: 2, name: 'Package', type: 'Package', rate: '24.5', min: '1', max: '1' },
  {
    ...base,
    service: 3,
    name: 'Comments',
    type: 'Custom Comments',
    rate: '7.123456',
    min: '2',
    refill: false,
  },
  { ...base, service: 4, name: 'Auto likes', type: 'Subscriptions', cancel: false },
  { ...base, service: 5, name: 'Poll', type: 'Poll' },
]

let now = 0
let provider: SandboxProvider
beforeEach(async () => {
  now = Date.parse('2026-01-01T00:00:00Z')
  provider = await startSandboxProvider({ catalogue, key: 'secret', clock: () => now })
})
afterEach(() => provider.stop())

const call = (fields: Record<string, string | number>): Promise<unknown> => callPanel(provider, fields)
const add = (fields: Record<string, string | number> = {}): Promise<unknown> =>
  call({ action: 'add', service: 1, link: LINK, quantity: 1000, ...fields })

test('answers as the protocol requires: HTTP 200, exactly application/json, the list as it is', async () => {
  const response = await postPanel(provider, { action: 'services' })
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('application/json')
  expect(await response.json()).toEqual(catalogue)
})

test('takes an order, charges it exactly and lowers the balance', async () => {
  expect(await add()).toEqual({ order: 23_501 })
  expect(await add({ service: 2, quantity: '' })).toEqual({ order: 23_502 })
  expect(await add({ service: 3, comments: 'one\r\n\r\ntwo\nthree' })).toEqual({ order: 23_503 })
  expect(await add({ runs: 3, interval: 60 })).toEqual({ order: 23_504 })
  expect(await call({ action: 'balance' })).toEqual({ balance: '99971.87862963', currency: 'USD' })
  const { body } = await control(provider.url, 'calls?action=add')
  expect(body).toEqual([
    { at: '2026-01-01T00:00:00.000Z', service: 1, link: LINK, quantity: 1000, order: 23_501 },
    { at: '2026-01-01T00:00:00.000Z', service: 2, link: LINK, quantity: 1, order: 23_502 },
    expect.objectContaining({ service: 3, quantity: 3, order: 23_503 }),
    expect.objectContaining({ quantity: 1000, runs: '3', interval: '60', order: 23_504 }),
  ])
})

test('accepts JSON bodies too', async () => {
  const body = JSON.stringify({
    key: 'secret',
    action: 'add',
    service: 1,
    link: LINK,
    quantity: 100,
    runs: null,
  })
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(`${provider.url}/api/v2/`, { method: 'POST', headers, body })
  expect(await response.json()).toEqual({ order: 23_501 })
})

test("refuses in the protocol's words, and then takes nothing", async () => {
  await control(provider.url, 'settings', { balance: '1.00' })
  const refusals: [Record<string, string | number>, string][] = [
    [{ key: 'wrong' }, 'Invalid API key'],
    [{ action: 'nonsense' }, 'Incorrect request'],
    [{ service: '' }, 'Incorrect request'],
    [{ service: 99 }, 'Incorrect service ID'],
    [{ link: '' }, 'Incorrect link'],
    [{ link: 'not a link' }, 'Incorrect link'],
    [{ link: 'https://' }, 'Incorrect link'],
    [{ quantity: 'many' }, 'Incorrect request'],
    [{ quantity: 49 }, 'Quantity less than minimal 50'],
    [{ quantity: 10_001 }, 'Quantity more than maximum 10000'],
    [{ service: 5 }, 'Incorrect request'],
    [{ quantity: 2000 }, 'Not enough funds on balance'],
  ]
  for (const [fields, error] of refusals) expect(await add(fields)).toEqual({ error })
  expect((await control(provider.url, 'calls?action=add')).body).toEqual([])
  expect(await call({ action: 'balance' })).toEqual({ balance: '1.00', currency: 'USD' })
})

test('refuses a second active order for a link only when configured to', async () => {
  await add()
  expect(await add()).toEqual({ order: 23_502 })
  await control(provider.url, 'settings', { same_link_refused: true })
  const error = 'You have active order with this link. Please wait until order being completed.'
  expect(await add()).toEqual({ error })
  expect(await add({ link: `${LINK}2` })).toEqual({ order: 23_503 })
  now += 10_000
  expect(await add()).toEqual({ order: 23_504 })
})

test('returns the status of one order and of up to 100', async () => {
  await add()
  const view = { charge: '0.90', start_count: '0', status: 'Pending', remains: '1000', currency: 'USD' }
  expect(await call({ action: 'status', order: 23_501 })).toEqual(view)
  expect(await call({ action: 'status', order: 9 })).toEqual({ error: 'Incorrect order ID' })
  expect(await call({ action: 'status', orders: '23501, 10' })).toEqual({
    23501: view,
    10: { error: 'Incorrect order ID' },
  })
  const ids = Array.from({ length: 101 }, (_, index) => index + 1).join(',')
  expect(await call({ action: 'status', orders: ids })).toEqual({ error: 'Incorrect request' })
})

test('cancels with a delay, refunds the rest, and only what can be canceled', async () => {
  await add()
  await add({ service: 4, username: 'someone', min: 100, max: 200, delay: 0 })
  expect(await call({ action: 'cancel', orders: '23501,23502,7' })).toEqual([
    { order: 23_501, cancel: 1 },
    { order: 23_502, cancel: { error: 'Incorrect order ID' } },
    { order: 7, cancel: { error: 'Incorrect order ID' } },
  ])
  expect(await call({ action: 'status', order: 23_501 })).toMatchObject({ status: 'Pending' })
  now += 4000
  const canceled = await call({ action: 'status', order: 23_501 })
  expect(canceled).toMatchObject({ status: 'Canceled', remains: expect.stringMatching(/^[1-9]\d*$/) })
  now += 60_000
  expect(await call({ action: 'status', order: 23_501 })).toEqual(canceled)
  // 0.90 and 0.18 were charged; the canceled order's charge is now what it keeps.
  const { charge } = canceled as { charge: string }
  const { balance } = (await call({ action: 'balance' })) as { balance: string }
  expect(Number(balance)).toBeCloseTo(100_000 - 0.18 - Number(charge), 8)
})

test('refills a completed order, step by step', async () => {
  await add()
  expect(await call({ action: 'refill', order: 23_501 })).toEqual({ error: 'Incorrect order ID' })
  now += 10_000
  expect(await call({ action: 'refill', order: 23_501 })).toEqual({ refill: '1' })
  expect(await call({ action: 'refill', orders: '23501,3' })).toEqual([
    { order: 23_501, refill: 1 },
    { order: 3, refill: { error: 'Incorrect order ID' } },
  ])
  expect(await call({ action: 'refill_status', refill: 1 })).toEqual({ status: 'Pending' })
  now += 2000
  expect(await call({ action: 'refill_status', refill: 1 })).toEqual({ status: 'In progress' })
  now += 5000
  expect(await call({ action: 'refill_status', refills: '1,3' })).toEqual([
    { refill: 1, status: 'Completed' },
    { refill: 3, status: { error: 'Refill not found' } },
  ])
  expect(await call({ action: 'refill_status', refill: 3 })).toEqual({ error: 'Refill not found' })
})

test('every rate and charge follows the price level', async () => {
  const rates = async () =>
    ((await callPanel(provider, { action: 'services' })) as CatalogueService[]).map(({ rate }) => rate) // its own list
  const chargeOf = async (quantity: number) => {
    const added = (await callPanel(provider, { action: 'add', service: 1, link: LINK, quantity })) as {
      order: number
    } // it is taken
    return callPanel(provider, { action: 'status', order: added.order })
  }
  await control(provider.url, 'settings', { price_percent: 150 })
  expect(await rates()).toEqual(['1.35', '36.75', '10.685184', '1.35', '1.35'])
  expect(await chargeOf(1000)).toMatchObject({ charge: '1.35' })
  await control(provider.url, 'settings', { price_percent: 100 })
  expect(await rates()).toEqual(['0.90', '24.5', '7.123456', '0.90', '0.90'])
  expect(await chargeOf(1000)).toMatchObject({ charge: '0.90' })
  for (const price_percent of [0, 1.5, 10_001, '100'])
    expect((await control(provider.url, 'settings', { price_percent })).status).toBe(400)
})
