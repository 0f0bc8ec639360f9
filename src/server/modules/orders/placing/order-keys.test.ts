import { afterAll, beforeAll, expect, test } from 'vitest'

import { placeMassOrder } from '#contract/orders/mass-orders.ts'
import { createOrder } from '#contract/orders/order-placing.ts'
import { createApiKey } from '#contract/users/api-keys.ts'
import { makeTestApp, type TestApp } from '#test/app.ts'
import { makeService, makeUser } from '#test/factories.ts'

let app: TestApp
beforeAll(async () => {
  app = await makeTestApp()
})
afterAll(() => app.drop())

test('an order is stored with the API key that placed it, whatever the call, and without one from the web app', async () => {
  const { id, token } = await makeUser(app.ctx, { balance: '1000' })
  const { key, keys } = (await app.call(createApiKey, { token })).body
  const service = await makeService(app.ctx, { rate: '1', min: 1 })
  const body = { service_id: service.id, link: 'https://example.com/by', quantity: 10 }
  await app.call(createOrder, { token: key, body })
  await app.call(createOrder, { token: key, body, headers: { 'idempotency-key': 'named' } })
  await app.call(placeMassOrder, { token: key, body: { lines: [body] } })
  await fetch(
    `${app.url}/api/v2?${new URLSearchParams({ key, action: 'add', service: String(service.id), link: body.link, quantity: '10' })}`,
  )
  await app.call(createOrder, { token, body })
  await app.call(placeMassOrder, { token, body: { lines: [body] } })
  const { rows } = await app.ctx.pool.query('select key_id from orders where user_id = $1 order by seq', [id])
  const keyId = keys[0]?.id
  expect(rows.map((row) => row.key_id)).toEqual([keyId, keyId, keyId, keyId, null, null])
})

test('orders that many keys place at once are each stored with their own key', async () => {
  const { token, id } = await makeUser(app.ctx, { balance: '1000' })
  const service = await makeService(app.ctx, { rate: '1', min: 1 })
  const made = [await app.call(createApiKey, { token }), await app.call(createApiKey, { token })]
  const names = made.flatMap(({ body: { key } }, at) =>
    Array.from({ length: 20 }, (_, nth) => ({ key, link: `https://example.com/${at}/${nth}` })),
  )
  await Promise.all(
    names.map(({ key, link }) =>
      app.call(createOrder, { token: key, body: { service_id: service.id, link, quantity: 10 } }),
    ),
  )
  const { rows } = await app.ctx.pool.query('select key_id, link from orders where user_id = $1', [id])
  const ids = made[1]?.body.keys.map((one) => one.id) ?? []
  expect(rows.map((row) => ids.indexOf(row.key_id))).toEqual(
    rows.map((row) => Number(row.link.split('/')[3])),
  )
  expect(rows).toHaveLength(40)
})
