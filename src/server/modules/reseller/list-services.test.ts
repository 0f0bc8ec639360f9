import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { createApiKey } from '#contract/users/api-keys.ts'
import { makeCatalogueSnapshot } from '#server/modules/catalogue/public/catalogue-snapshot.ts'
import { transact } from '#server/lib/postgres/transact.ts'
import { changeCustomerRates } from '#server/modules/users/custom-rates/change-customer-rates.ts'
import { makeTestApp, type TestApp } from '#test/app.ts'
import { makeService, makeUser, type TestUser, usd } from '#test/factories.ts'
import { makeReseller, readAnswer } from '#test/reseller-client.ts'

import { LISTS_MAX, makeServiceLists } from './list-services.ts'

let app: TestApp
let user: TestUser
let key: string
let call: ReturnType<typeof makeReseller>
let service: { id: number }

beforeAll(async () => {
  app = await makeTestApp()
  service = await makeService(app.ctx, { name: 'Likes & "more" <3', rate: '1.2345', min: 10, max: 2000 })
})
afterAll(() => app.drop())
beforeEach(async () => {
  ;({ user, key } = await makeCustomer('1000'))
  call = makeReseller(app, key)
})

async function makeCustomer(balance: string) {
  const made = await makeUser(app.ctx, { balance })
  return { user: made, key: (await app.call(createApiKey, { token: made.token })).body.key }
}

test('R12 services are plain text in the types of the protocol, with an ETag, plain and compressed', async () => {
  const { json } = await call('services')
  expect(json).toContainEqual({
    service: service.id,
    name: 'Likes & "more" <3',
    type: 'Default',
    category: expect.any(String),
    rate: '1.2345',
    min: '10',
    max: '2000',
    refill: false,
    cancel: false,
    dripfeed: false,
  })
  for (let at = 0; at < 10; at += 1) await makeService(app.ctx, {})
  const ask = (headers: Record<string, string>) =>
    fetch(`${app.url}/api/v2?key=${key}&action=services`, { headers }).then(readAnswer)
  const whole = await ask({ 'accept-encoding': 'identity' })
  const etag = String(whole.headers.get('etag'))
  for (const encoding of ['br', 'gzip']) {
    const compressed = await ask({ 'accept-encoding': encoding })
    expect(compressed.headers.get('content-encoding')).toBe(encoding)
    expect([compressed.text, compressed.headers.get('etag')]).toEqual([whole.text, etag])
    expect(compressed.headers.get('content-type')).toBe('application/json')
  }
  expect(await ask({ 'if-none-match': etag })).toMatchObject({ status: 304, text: '' })
  await makeService(app.ctx, {})
  expect((await ask({ 'if-none-match': etag })).status).toBe(200)
})

test("R15 services, price and charge follow the caller's own rates", async () => {
  const own = await makeService(app.ctx, { rate: '2' })
  const rateOf = async () => {
    const list: { service: number; rate: string }[] = (await call('services')).json
    return [service.id, own.id].map((id) => list.find((one) => one.service === id)?.rate)
  }
  expect(await rateOf()).toEqual(['1.2345', '2.00'])
  const before = (await call('services')).headers.get('etag')
  const change = { discount_percent: 10, rates: { [own.id]: usd('0.5') } }
  await transact(app.ctx, (tx) => changeCustomerRates(tx, { userId: user.id, change, now: app.ctx.clock() }))
  expect(await rateOf()).toEqual(['1.1111', '0.50'])
  const other = await makeCustomer('0')
  expect((await makeReseller(app, other.key)('services')).headers.get('etag')).toBe(before)
  const { json } = await call('add', { service: own.id, link: 'https://example.com/a', quantity: 1000 })
  expect((await call('status', { order: json.order })).json).toMatchObject({ charge: '0.50' })
  expect((await call('balance')).json).toEqual({ balance: '999.50', currency: 'USD' })
})

test('R12 when the cache of lists is full, only the least recently used list is built again', async () => {
  const catalogue = makeCatalogueSnapshot(app.ctx)
  const findServices = makeServiceLists(app.ctx, catalogue)
  const find = async (basisPoints: number) => {
    await app.ctx.pool.query('update accounts set discount_basis_points = $2 where user_id = $1', [
      user.id,
      basisPoints,
    ])
    return findServices(user.id)
  }
  const [plain, first] = [await find(0), await find(1)]
  expect(await find(0)).toBe(plain)
  for (let rule = 2; rule < LISTS_MAX; rule += 1) await find(rule)
  expect(await find(0)).toBe(plain)
  // One more than fits in the cache.
  const last = await find(LISTS_MAX)
  expect(await find(0)).toBe(plain)
  expect(await find(LISTS_MAX)).toBe(last)
  const again = await find(1)
  expect(again).not.toBe(first)
  expect(again.version).toBe(first.version)
  catalogue.stop()
})
