import { afterAll, beforeAll, expect, test } from 'vitest'

import { RESELLER_POINTS_PER_MINUTE, resellerCosts } from '#contract/base/limits.ts'
import { createApiKey } from '#contract/users/api-keys.ts'
import { makeTestApp, type TestApp } from '#test/app.ts'
import { makeUser } from '#test/factories.ts'
import { makeReseller } from '#test/reseller-client.ts'

import { limitCalls } from './limit-calls.ts'

let app: TestApp
beforeAll(async () => {
  app = await makeTestApp({ env: { RATE_LIMITS: 'default' } })
})
afterAll(() => app.drop())

const limited = () => limitCalls(app.ctx)
/** How many calls pass before the first is refused. */
async function countUntilRefused(action: 'status' | 'add' | 'cancel', limit = limited()): Promise<number> {
  for (let count = 0; ; count += 1)
    if (
      await limit.take(1, action).then(
        () => false,
        () => true,
      )
    )
      return count
}

test('R9 thousands of statuses a minute pass, fewer orders, and fewer of what asks a provider', async () => {
  expect(await countUntilRefused('status')).toBe(RESELLER_POINTS_PER_MINUTE)
  const counts = [await countUntilRefused('add'), await countUntilRefused('cancel')]
  expect(counts).toEqual([3_000, 600])
})

test('R9 a customer over the limit is told when to come back, and no other is refused', async () => {
  const limit = limited()
  await countUntilRefused('cancel', limit)
  const refusal: unknown = await limit.take(1, 'balance').then(
    () => undefined,
    (error: unknown) => error,
  )
  expect(refusal).toMatchObject({ code: 'rate_limited' })
  const { retryAfterSeconds } = refusal as { retryAfterSeconds: number } // as the line before says
  expect(retryAfterSeconds).toBeGreaterThan(0)
  expect(retryAfterSeconds).toBeLessThanOrEqual(60)
  await limit.take(2, 'balance')
})

test('R9 the whole list costs more than the same list again', async () => {
  const limit = limited()
  for (let at = 0; at < 300; at += 1) {
    await limit.take(1, 'services')
    limit.takeList(1)
  }
  expect(await countUntilRefused('status', limit)).toBe(
    RESELLER_POINTS_PER_MINUTE - 300 * resellerCosts.services,
  )
})

test('R8f R9 over the limit a call is 429 without a body, by all keys together', async () => {
  const { token } = await makeUser(app.ctx, {})
  const keys = [
    (await app.call(createApiKey, { token })).body.key,
    (await app.call(createApiKey, { token })).body.key,
  ]
  const [cancel, balance] = keys.map((key) => makeReseller(app, key))
  if (cancel === undefined || balance === undefined) throw new Error('two keys were asked for')
  const count = RESELLER_POINTS_PER_MINUTE / resellerCosts.cancel
  for (let at = 0; at < count; at += 50) {
    const answers = await Promise.all(Array.from({ length: 50 }, () => cancel('cancel')))
    expect(answers.every(({ status }) => status === 200)).toBe(true)
  }
  const { status, text, headers } = await balance('balance')
  expect([status, text, headers.get('content-type')]).toEqual([429, '', null])
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
})
