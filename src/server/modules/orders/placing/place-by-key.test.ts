import { afterAll, beforeAll, expect, test } from 'vitest'

import { createOrder } from '#contract/orders/order-placing.ts'
import { changeApiAccess, createApiKey } from '#contract/users/api-keys.ts'
import { makeTestApp, type TestApp } from '#test/app.ts'
import { makeService, makeUser } from '#test/factories.ts'

let app: TestApp
beforeAll(async () => {
  app = await makeTestApp()
})
afterAll(() => app.drop())

test('copies of one order take no room of the daily limit from another order placed at the same time', async () => {
  const { token } = await makeUser(app.ctx, { balance: '1000' })
  const { key } = (await app.call(createApiKey, { token })).body
  const service = await makeService(app.ctx, { rate: '10', min: 1 })
  const body = { service_id: service.id, link: 'https://example.com/copy', quantity: 1000 }
  const place = (name: string) =>
    app.call(createOrder, { token: key, body, headers: { 'idempotency-key': name } })
  for (const round of [1, 2, 3, 4]) {
    await app.call(changeApiAccess, { token, body: { daily_limit: 20 * round } })
    const names = ['copied', 'copied', 'copied', 'other'].map((name) => `${name}-${round}`)
    const answers = await Promise.all(names.map(place))
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201])
  }
})
