import { afterAll, beforeAll, expect, test } from 'vitest'

import { AppError } from '#contract/base/errors.ts'
import * as calls from '#contract/users/api-keys.ts'
import { transact } from '#server/lib/postgres/transact.ts'
import { makeTestApp, type TestApp } from '#test/app.ts'
import { makeUser, type TestUser, usd } from '#test/factories.ts'
import { stayInOneDay } from '#test/stay-in-one-day.ts'

import { countCredit } from './count-credit.ts'

let app: TestApp
await stayInOneDay()
beforeAll(async () => {
  app = await makeTestApp()
})
afterAll(() => app.drop())

/** A member of staff whose key may credit $10 a day. */
async function makeCrediting(): Promise<{ staff: TestUser; keyId: string }> {
  const staff = await makeUser(app.ctx, { role: 'admin' })
  const body = { name: 'Script', scopes: ['payments'], daily_limit: 10 }
  const { body: made } = await app.call(calls.createNamedKey, { token: staff.token, body })
  return { staff, keyId: made.keys[0]?.id ?? '' }
}

async function rotate({ token }: TestUser, id: string): Promise<string> {
  const { body } = await app.call(calls.rotateApiKey, { token, params: { id }, body: {} })
  return body.keys.at(-1)?.id ?? ''
}

type Credit = { staff: TestUser; keyId: string; dollars: string; now?: Date }

/** 'counted', or the code of the refusal. */
async function credit({ staff, keyId, dollars, now = new Date() }: Credit): Promise<string> {
  try {
    await transact(app.ctx, (tx) => countCredit(tx, { userId: staff.id, keyId, amount: usd(dollars), now }))
    return 'counted'
  } catch (error) {
    if (error instanceof AppError) return error.code
    throw error
  }
}

const spentOf = async ({ token }: TestUser) =>
  (await app.call(calls.getApiAccess, { token })).body.keys.map((key) => key.spent_today)

test('a key and its replacement share one daily limit, even concurrently, and it restarts the next day', async () => {
  const { staff, keyId } = await makeCrediting()
  expect(await credit({ staff, keyId, dollars: '4' })).toBe('counted')
  const next = await rotate(staff, keyId)
  expect(await spentOf(staff)).toEqual([usd('4'), usd('4')])
  const keys = [next, keyId, next, keyId]
  const answers = await Promise.all(keys.map((key) => credit({ staff, keyId: key, dollars: '2' })))
  expect(answers.toSorted()).toEqual(['counted', 'counted', 'counted', 'daily_limit_reached'])
  expect(await spentOf(staff)).toEqual([usd('10'), usd('10')])
  const now = new Date(Date.now() + 86_400_000)
  expect(await credit({ staff, keyId, dollars: '10', now })).toBe('counted')
  expect(await credit({ staff, keyId: next, dollars: '0.01', now })).toBe('daily_limit_reached')
})

test('a credit that waits while its key is rotated is counted on the replacement too', async () => {
  const { staff, keyId } = await makeCrediting()
  const rotating = await app.database.pool.connect()
  await rotating.query('begin')
  await rotating.query('select from api_access where user_id = $1 for no key update', [staff.id])
  const waiting = credit({ staff, keyId, dollars: '7' })
  const waits = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"
  await expect.poll(async () => (await app.database.pool.query(waits)).rowCount, { interval: 10 }).toBe(1)
  // What rotating does.
  await rotating.query(`update api_keys set limit_group = id where id = $1`, [keyId])
  await rotating.query(
    `insert into api_keys (user_id, id, hash, prefix, scopes, daily_limit, limit_group)
     select user_id, gen_random_uuid(), sha256('next'), prefix, scopes, daily_limit, id from api_keys where id = $1`,
    [keyId],
  )
  await rotating.query('commit')
  rotating.release()
  expect(await waiting).toBe('counted')
  expect(await spentOf(staff)).toEqual([usd('7'), usd('7')])
})

test('a key that can no longer credit, or never could, is refused and counts nothing', async () => {
  const { staff, keyId } = await makeCrediting()
  const { keyId: foreign } = await makeCrediting()
  const body = { name: 'Bot', scopes: ['read'] }
  const { body: made } = await app.call(calls.createNamedKey, { token: staff.token, body })
  const reading = made.keys.find(({ name }) => name === 'Bot')?.id ?? ''
  for (const other of [foreign, reading])
    expect(await credit({ staff, keyId: other, dollars: '1' })).toBe('authentication_required')
  await app.database.pool.query('update api_keys set expires_at = now() where id = $1', [keyId])
  expect(await credit({ staff, keyId, dollars: '1' })).toBe('authentication_required')
  await app.call(calls.revokeApiKey, { token: staff.token, query: { id: keyId } })
  expect(await credit({ staff, keyId, dollars: '1' })).toBe('authentication_required')
  expect(await spentOf(staff)).toEqual([0n])
})
