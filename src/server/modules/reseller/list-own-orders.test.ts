import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { findOrder, makeClient } from '#client/tally-and-reach.ts'
import { createApiKey, createNamedKey } from '#contract/users/api-keys.ts'
import { makeTestApp, type TestApp } from '#test/app.ts'
import { makeService, makeUser } from '#test/factories.ts'
import { makeReseller } from '#test/reseller-client.ts'

let app: TestApp
let service: { id: number }
let call: ReturnType<typeof makeReseller>
let userId: number
let token: string
beforeAll(async () => {
  app = await makeTestApp()
  service = await makeService(app.ctx, { rate: '1.5', min: 10, max: 2000 })
})
afterAll(() => app.drop())
beforeEach(async () => {
  ;({ id: userId, token } = await makeUser(app.ctx, { balance: '1000' }))
  call = makeReseller(app, (await app.call(createApiKey, { token })).body.key)
})

async function place(link: string, quantity = 100): Promise<number> {
  return (await call('add', { service: service.id, link, quantity })).json.order
}
const list = async (fields: Record<string, string | number> = {}) => (await call('orders', fields)).json
const idsOf = async (fields: Record<string, string | number> = {}) =>
  (await list(fields)).map(({ order }: { order: number }) => order)

test('orders are listed newest first, in the words and types of status', async () => {
  const ids = [await place('https://example.com/a'), await place('https://example.com/b', 200)]
  await call('cancel', { orders: ids.join(',') })
  const [second, first] = await list()
  const { json: status } = await call('status', { order: ids[1] ?? 0 })
  expect(second).toEqual({
    ...status,
    order: ids[1],
    service: service.id,
    link: 'https://example.com/b',
    quantity: '200',
    created: expect.any(Number),
  })
  expect(second).toMatchObject({ status: 'Canceled', charge: '0', remains: '200', currency: 'USD' })
  expect(Math.abs(second.created - Date.now() / 1000)).toBeLessThan(60)
  expect(Number.isInteger(second.created)).toBe(true)
  expect(first.order).toBe(ids[0])
  expect(await list({ limit: 1 })).toHaveLength(1)
})

test('an order is found by its link as it was placed, in any spelling that is the same link', async () => {
  const wanted = await place('https://www.example.com/Abc/')
  await place('https://example.com/abc')
  for (const link of ['https://www.example.com/Abc/', ' example.com/Abc', 'http://EXAMPLE.com/Abc'])
    expect(await idsOf({ link })).toEqual([wanted])
  expect(await idsOf({ link: 'https://example.com/nobody' })).toEqual([])
})

test('since is seconds or a time, and what was placed earlier is left out', async () => {
  const [old, recent] = [await place('https://example.com/1'), await place('https://example.com/2')]
  await app.database.pool.query(
    `update orders set created_at = '2026-01-01T12:00:00Z' where user_id = $1 and id = $2`,
    [userId, old],
  )
  const noon = 1_767_268_800
  for (const since of [noon, String(noon), `${noon}.0`, '2026-01-01T12:00:00Z', '2026-01-01', ' '])
    expect(await idsOf({ since })).toEqual([recent, old])
  for (const since of [noon + 1, '2026-01-01T12:00:01.000Z', '2026-01-01T13:30:00+01:00', '2026-01-02'])
    expect(await idsOf({ since })).toEqual([recent])
  expect(await idsOf({ since: 9_999_999_999 })).toEqual([])
})

test.each(['a\0b', '\0', 'https://example.com/a\nb'])('no order has the link %j', async (link) => {
  await place('https://example.com/a')
  const { status, json } = await call('orders', { link })
  expect([status, json]).toEqual([200, []])
})

test.each([
  ['since', 'yesterday'],
  ['since', '-5'],
  ['since', '2026-13-01'],
  ['limit', '0'],
  ['limit', '101'],
  ['limit', '1.5'],
  ['limit', 'all'],
])('orders with %s=%s is an incorrect request', async (name, value) => {
  expect(await list({ [name]: value })).toEqual({ error: 'Incorrect request' })
})

test("another customer's orders are not listed, and another key's are", async () => {
  const id = await place('https://example.com/own')
  const { body } = await app.call(createNamedKey, { token, body: { name: 'Reads', scopes: ['read'] } })
  const reads = makeReseller(app, body.key)
  expect((await reads('orders')).json).toMatchObject([{ order: id }])
  const other = await makeUser(app.ctx, {})
  const stranger = makeReseller(app, (await app.call(createApiKey, { token: other.token })).body.key)
  expect((await stranger('orders', { link: 'https://example.com/own' })).json).toEqual([])
})

test('the published client finds an order whose answer was lost', async () => {
  const { key } = (await app.call(createApiKey, { token })).body
  const client = makeClient({ url: app.url, key })
  const order = { service: service.id, link: 'https://example.com/lost', quantity: 100 }
  const since = app.ctx.clock()
  expect(await findOrder(client, { ...order, since })).toMatchObject({ outcome: 'done', answer: undefined })
  const id = await place(order.link)
  expect(await findOrder(client, { ...order, since })).toMatchObject({ answer: { order: id } })
  expect(await findOrder(client, { ...order, quantity: 200, since })).toMatchObject({ answer: undefined })
})
