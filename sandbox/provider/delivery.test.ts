import { afterEach, beforeEach, expect, test } from 'vitest'
import { callPanel, control } from '#sandbox/call-sandbox.ts'
import { startSandboxProvider, type SandboxProvider } from './start-provider.ts'

type Status = { status: string; remains: string; start_count: string; charge: string }

let now = 0
let provider: SandboxProvider
beforeEach(async () => {
  now = Date.parse('2026-01-01T00:00:00Z')
  const service = {
    service: 1,
    name: 'Followers',
    type: 'Default',
    category: 'C',
    rate: '1',
    min: '1',
    max: '1000000',
  }
  const packaged = { ...service, service: 2, type: 'Package', rate: '5', max: '1' }
  provider = await startSandboxProvider({ catalogue: [service, packaged], clock: () => now })
})
afterEach(() => provider.stop())

const add = (): Promise<unknown> =>
  callPanel(provider, { action: 'add', service: 1, link: 'someone', quantity: 1000 })
const statuses = async (): Promise<Status[]> => {
  const ids = Array.from({ length: 50 }, (_, index) => 23_501 + index).join(',')
  const answer = (await callPanel(provider, { action: 'status', orders: ids })) as Record<string, Status>
  return Object.values(answer)
}

test('at speed 1 every order starts within 2 s and is delivered within 10 s, and remains only shrink', async () => {
  for (let index = 0; index < 50; index += 1) await add()
  expect((await statuses()).every(({ status, remains }) => status === 'Pending' && remains === '1000')).toBe(
    true,
  )
  now += 2000
  const started = await statuses()
  expect(
    started.every(({ status, start_count: count }) => status === 'In progress' && Number(count) > 0),
  ).toBe(true)
  now += 2000
  for (const [index, { remains }] of (await statuses()).entries())
    expect(Number(remains)).toBeLessThan(Number(started[index]?.remains))
  now += 6000
  expect((await statuses()).every(({ status, remains }) => status === 'Completed' && remains === '0')).toBe(
    true,
  )
})

test('at speed 0 nothing moves, and at 10 everything is done in a second', async () => {
  await control(provider.url, 'speed', { factor: 0 })
  await add()
  now += 3_600_000
  expect((await callPanel(provider, { action: 'status', order: 23_501 })) as Status).toMatchObject({
    status: 'Pending',
  })
  await control(provider.url, 'speed', { factor: 10 })
  now += 1000
  expect((await callPanel(provider, { action: 'status', order: 23_501 })) as Status).toMatchObject({
    status: 'Completed',
  })
})

test('an order set by a control call stays there, and its undelivered part is refunded', async () => {
  await add()
  await control(provider.url, 'orders/23501', { status: 'Partial', remains: 157, start_count: 3572 })
  now += 60_000
  expect(await callPanel(provider, { action: 'status', order: 23_501 })).toEqual({
    charge: '0.843',
    start_count: '3572',
    status: 'Partial',
    remains: '157',
    currency: 'USD',
  })
  expect(await callPanel(provider, { action: 'balance' })).toMatchObject({ balance: '99999.157' })
  await control(provider.url, 'orders/23501', { status: 'Canceled' })
  expect(await callPanel(provider, { action: 'balance' })).toMatchObject({ balance: '100000.00' })
})

test('a package is delivered in its own pieces, and a part of it is refunded', async () => {
  await control(provider.url, 'settings', { package_pieces: 500 })
  await callPanel(provider, { action: 'add', service: 2, link: 'someone' })
  const status = () => callPanel(provider, { action: 'status', order: 23_501 })
  expect(await status()).toMatchObject({ status: 'Pending', remains: '500', charge: '5.00' })
  await control(provider.url, 'orders/23501', { status: 'Partial', remains: 200 })
  expect(await status()).toMatchObject({ status: 'Partial', remains: '200', charge: '3.00' })
  expect((await control(provider.url, 'calls?action=add')).body).toMatchObject([{ quantity: 1 }])
})

test('a canceled order is charged for the delivered part, or for what a test sets', async () => {
  await add()
  const status = () => callPanel(provider, { action: 'status', order: 23_501 })
  await control(provider.url, 'orders/23501', { status: 'Canceled', remains: 400 })
  expect(await status()).toMatchObject({ status: 'Canceled', remains: '400', charge: '0.60' })
  await control(provider.url, 'orders/23501', { status: 'Canceled', remains: 400, charge: '1' })
  expect(await status()).toMatchObject({ status: 'Canceled', remains: '400', charge: '1.00' })
  expect(await callPanel(provider, { action: 'balance' })).toMatchObject({ balance: '99999.00' })
})

test('control calls refuse invalid input with a sentence', async () => {
  await add()
  const refused: [path: string, body: unknown, status: number][] = [
    ['speed', { factor: -1 }, 400],
    ['speed', {}, 400],
    ['orders/23501', {}, 400],
    ['orders/23501', { status: 'Partial', remains: 1001 }, 400],
    ['orders/1', { status: 'Partial' }, 404],
    ['faults', { action: 'add', kind: 'meteor' }, 400],
    ['faults', { action: 'fly', kind: 'reset' }, 400],
    ['faults', { action: 'add', kind: 'reset', times: 0 }, 400],
    ['faults', { action: 'add', kind: 'webhook_late' }, 400],
    ['faults', { action: 'add', kind: 'accept_no_reply', taken: false }, 400],
    ['settings', { quirks: ['nice'] }, 400],
    ['settings', { colour: 'red' }, 400],
    ['settings', { package_pieces: 0 }, 400],
    ['orders/23501', { status: 'Canceled', charge: 1 }, 400],
    ['refills/1', { status: 'Rejected' }, 404],
    ['nothing', {}, 404],
  ]
  for (const [path, body, status] of refused) {
    const answer = await control(provider.url, path, body)
    expect([path, answer.status]).toEqual([path, status])
    expect(answer.body).toEqual({ error: expect.stringMatching(/\.$/) })
  }
  const raw = await fetch(`${provider.url}/sandbox/speed`, { method: 'POST', body: '{' })
  expect(raw.status).toBe(400)
  expect((await control(provider.url, 'calls?action=fly')).status).toBe(400)
})

test('control calls are closed to web pages, and a body has a limit', async () => {
  const fromPage = await fetch(`${provider.url}/sandbox/faults`, {
    method: 'DELETE',
    headers: { origin: 'https://elsewhere.example' },
  })
  expect(fromPage.status).toBe(403)
  const large = await fetch(`${provider.url}/api/v2`, { method: 'POST', body: 'x'.repeat(1_100_000) })
  expect(large.status).toBe(413)
})

test('past orders have their final status, and open ones are delivered in their own time', async () => {
  const at = now - 3_600_000
  const past = { service: 1, link: 'someone', quantity: 1000, at }
  const { body } = await control(provider.url, 'history', {
    orders: [
      { ...past, takes_ms: 600_000, status: 'Partial', remains: 400, start_count: 77 },
      { ...past, takes_ms: 7_200_000 },
    ],
  })
  expect(body).toEqual([
    { order: 23_501, charge: '0.60', status: 'Partial', remains: 400, start_count: 77 },
    { order: 23_502, charge: '1.00', status: 'In progress', remains: 556, start_count: expect.any(Number) },
  ])
  now += 1_800_000
  expect((await statuses()).slice(0, 2).map(({ status, remains }) => [status, remains])).toEqual([
    ['Partial', '400'],
    ['In progress', '278'],
  ])
  now += 1_800_000
  expect((await statuses())[1]?.status).toBe('Completed')
  // From then on at the speed of other orders.
  await add()
  now += 10_000
  expect((await statuses())[2]?.status).toBe('Completed')
  const refused = await control(provider.url, 'history', { orders: [{ ...past, at: 'yesterday' }] })
  expect(refused.status).toBe(400)
})
