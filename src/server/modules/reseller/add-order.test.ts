import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { createNamedKey } from '#contract/users/api-keys.ts'
import { makeTestApp, type TestApp } from '#test/app.ts'
import { makeService, makeUser } from '#test/factories.ts'
import { makeReseller, readAnswer } from '#test/reseller-client.ts'

// Extra fields that panels send with an action or a type (reseller.md R4, R16).

let app: TestApp
let key: string
let call: ReturnType<typeof makeReseller>
let service: { id: number }
let links = 0

beforeAll(async () => {
  app = await makeTestApp()
  service = await makeService(app.ctx, { rate: '1.2345', min: 10, max: 2000 })
})
afterAll(() => app.drop())
beforeEach(async () => {
  const { token } = await makeUser(app.ctx, { balance: '1000' })
  // Errors as codes, which only apply to new orders.
  key = (await app.call(createNamedKey, { token, body: { name: 'Panel', errors: 'code' } })).body.key
  call = makeReseller(app, key)
})

const order = () => ({ service: service.id, link: `https://example.com/${(links += 1)}`, quantity: 100 })
const incorrect = { error: 'Incorrect request' }
async function post(fields: object): Promise<unknown> {
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ key, ...fields })
  const answer = await readAnswer(await fetch(`${app.url}/api/v2`, { method: 'POST', headers, body }))
  expect(answer.status).toBe(200)
  return answer.json
}

test('R16 members that a type does not take are ignored', async () => {
  const every = { comments: 'a\nb', usernames: 'c', hashtags: '#d', hashtag: 'e', username: 'f', media: 'g' }
  const more = {
    answer_number: 1,
    groups: 'h',
    keywords: 'i',
    min: 1,
    max: 2,
    posts: 3,
    delay: 0,
    runs: 1,
    interval: 5,
  }
  expect((await call('add', { ...order(), ...every, ...more })).json).toEqual({ order: expect.any(Number) })
  const pack = await makeService(app.ctx, { type: 'Package', rate: '3' })
  const commented = await makeService(app.ctx, { type: 'Custom Comments', min: 1, max: 2, rate: '1000' })
  for (const [id, fields, charge] of [
    [pack.id, { quantity: 500 }, '3.00'],
    [commented.id, { quantity: 7, comments: 'a\r\nb' }, '2.00'],
  ] as const) {
    const { json } = await call('add', { ...order(), ...every, ...fields, service: id })
    expect((await call('status', { order: json.order })).json).toMatchObject({ charge })
  }
  const many = await call('add', { ...order(), service: commented.id, comments: 'a\nb\nc' })
  expect(many.json).toEqual({ error: 'neworder.error.max_quantity' })
})

const unreadable = {
  comments: {},
  usernames: ['a'],
  hashtags: true,
  media: 5.5,
  answer_number: 'not applicable',
  groups: [[]],
  runs: false,
  order: {},
  orders: [{}],
  refill: true,
  refills: 'x'.repeat(5_000),
  since: {},
  limit: true,
}

test('R16 members of another type or length are ignored where they are not taken', async () => {
  expect(await post({ action: 'add', ...order(), ...unreadable })).toEqual({ order: expect.any(Number) })
  const others = { ...unreadable, service: {}, link: {}, quantity: false, idempotency_key: {} }
  expect(await post({ ...others, action: 'balance' })).toMatchObject({ currency: 'USD' })
  expect((await call('balance', { order: 'x'.repeat(65) })).json).toMatchObject({ currency: 'USD' })
  expect(await post({ ...others, action: 'services' })).toContainEqual(
    expect.objectContaining({ service: service.id }),
  )
  expect(await post({ action: 'orders' })).toMatchObject([{ quantity: '100' }])
})

test('R16 an unreadable member that an action or a type takes is refused with its own error', async () => {
  const noOrder = { error: 'Incorrect order ID' }
  const commented = await makeService(app.ctx, { type: 'Custom Comments', min: 1, max: 2 })
  for (const [fields, answer] of [
    [{ action: 'orders', limit: true }, incorrect],
    [{ action: 'orders', since: {} }, incorrect],
    [{ action: 'orders', link: {} }, []],
    [{ action: 'status', order: true }, noOrder],
    [{ action: 'status', orders: [{}] }, incorrect],
    [{ action: 'cancel', orders: 'x'.repeat(5_000) }, incorrect],
    [{ action: 'refill_status', refills: {} }, incorrect],
    [{ action: 'add', ...order(), service: {} }, { error: 'error.incorrect_service_id' }],
    [{ action: 'add', ...order(), quantity: true }, { error: 'neworder.error.min_quantity' }],
    [{ action: 'add', ...order(), idempotency_key: {} }, incorrect],
    [{ action: 'add', ...order(), service: commented.id, comments: ['a'] }, incorrect],
  ] as const)
    expect([fields, await post(fields)]).toEqual([fields, answer])
})

test('R7b a link of any length or type is an incorrect link', async () => {
  for (const link of [`https://example.com/${'a'.repeat(2_000)}`, { to: 1 }, ['a']])
    expect(await post({ action: 'add', ...order(), link })).toEqual({ error: 'neworder.error.link' })
})

test('R16 an order under a key is the same whatever since and limit are sent', async () => {
  const fields = { ...order(), idempotency_key: 'once' }
  const { json: first } = await call('add', fields)
  expect((await call('add', { ...fields, since: 1, limit: 5 })).json).toEqual(first)
})
