import { afterAll, beforeAll, expect, test } from 'vitest'

import { changeApiAccess, createApiKey } from '#contract/users/api-keys.ts'
import { placeMassOrder } from '#contract/orders/mass-orders.ts'
import { makeTestApp, type TestApp } from '#test/app.ts'
import { auditMoney } from '#test/audit.ts'
import { balanceOf, makeService, makeUser, type TestService, usd } from '#test/factories.ts'

let app: TestApp
let service: TestService
beforeAll(async () => {
  app = await makeTestApp()
  service = await makeService(app.ctx, { rate: '1', min: 100, max: 1_000_000 })
})
afterAll(async () => {
  await auditMoney(app.ctx)
  await app.drop()
})

type Asked = { quantity?: number; price?: number | null }

const lineOf = (own: Asked = {}) => ({
  service_id: service.id,
  link: 'https://example.com/a',
  quantity: 1000,
  ...own,
})
const send = (token: string, lines: readonly Asked[], key?: string) =>
  app.call(placeMassOrder, {
    token,
    body: { lines },
    ...(key !== undefined && { headers: { 'idempotency-key': key } }),
  })
/** 'placed' or the error code of each line. */
const outcomesOf = ({ body: { results } }: Awaited<ReturnType<typeof send>>) =>
  results.map((one) => ('order' in one ? 'placed' : one.code))

test('a refused line sees the balance that the lines before it leave, though they are placed later', async () => {
  const user = await makeUser(app.ctx, { balance: '10' })
  // 3 depends on 20, which is refused at once; so is 6.
  const quantities = [5000, 20_000, 3000, 6000]
  const answer = await send(
    user.token,
    quantities.map((quantity) => lineOf({ quantity })),
  )
  expect(answer.json['results']).toMatchObject({
    1: { details: { required: 20, available: 5 } },
    3: { details: { required: 6, available: 2 } },
  })
})

test('a line whose price differs from the shown one is refused with the current price, and no other line', async () => {
  const user = await makeUser(app.ctx, { balance: '50' })
  const { key } = (await app.call(createApiKey, { token: user.token })).body
  // One unit of difference is a client's rounding.
  const prices = [1, 0.5, 0.99999999, null, undefined]
  const lines = prices.map((price) => lineOf(price === undefined ? {} : { price }))
  for (const [at, token] of [user.token, key, key].entries()) {
    if (at === 2) await app.call(changeApiAccess, { token: user.token, body: { daily_limit: 20 } })
    const answer = await send(token, lines, `seen-${at}`)
    expect(outcomesOf(answer)).toEqual(['placed', 'price_changed', 'placed', 'placed', 'placed'])
    expect(answer.json['results']).toMatchObject({ 1: { details: { price: 1 }, fields: { price: 1 } } })
    // The same request again is replayed; with another price it is a different request.
    expect((await send(token, lines, `seen-${at}`)).json).toEqual(answer.json)
    const other = await send(token, [lineOf({ price: 2 }), ...lines.slice(1)], `seen-${at}`)
    expect(other.body.code).toBe('idempotency_key_reused')
  }
  expect(await balanceOf(app.ctx, user.id)).toBe(usd('38'))
})
