import { afterAll, beforeAll, expect, test } from 'vitest'

import { listUsers, updateUser } from '#contract/users/admin-users.ts'
import { getProfile } from '#contract/users/users.ts'
import { startSession } from '#server/modules/users/auth/start-session.ts'
import { makeTestApp, type TestApp } from '#test/app.ts'
import { balanceOf, makeUser, somewhere, type TestUser, usd } from '#test/factories.ts'

import { updateUser as changeUser } from './update-user.ts'

let one: TestApp
let other: TestApp
let admin: TestUser
beforeAll(async () => {
  one = await makeTestApp()
  other = await one.another()
  admin = await makeUser(one.ctx, { role: 'admin', name: 'Staff' })
})
afterAll(() => one.drop())

const change = (id: number, body: Record<string, unknown>) =>
  one.call(updateUser, { token: admin.token, params: { id }, body })

const ledgerOf = async (userId: number) => {
  const { rows } = await one.ctx.pool.query(
    `select type, from_account, to_account, amount, details, actor_id from transactions
     where user_id = $1 order by seq desc`,
    [userId],
  )
  return rows
}

test('changes name and role at once, and keeps the email', async () => {
  const user = await makeUser(one.ctx)
  expect((await one.call(listUsers, { token: user.token })).status).toBe(403)
  const { status, body } = await change(user.id, { name: 'Bo', role: 'admin', email: 'eve@example.com' })
  expect([status, body.user.name, body.user.role, body.user.email]).toEqual([200, 'Bo', 'admin', user.email])
  expect((await one.call(listUsers, { token: user.token })).status).toBe(200)
  await change(user.id, { role: 'user' })
  expect((await one.call(listUsers, { token: user.token })).status).toBe(403)
})

test('blocks at once, in another process soon after, and unblocking restores no session', async () => {
  const user = await makeUser(one.ctx)
  const statusIn = async (app: TestApp) => (await app.call(getProfile, { token: user.token })).status
  expect([await statusIn(one), await statusIn(other)]).toEqual([200, 200])
  expect((await change(user.id, { status: 'blocked' })).body.user.status).toBe('blocked')
  expect(await statusIn(one)).toBe(401)
  await expect.poll(() => statusIn(other), { interval: 20 }).toBe(401)
  expect((await change(user.id, { status: 'active' })).body.user.status).toBe('active')
  // A process caches a session for a second, then reads it again.
  await new Promise((resolve) => setTimeout(resolve, 1_050))
  expect([await statusIn(one), await statusIn(other)]).toEqual([401, 401])
})

test('posts a changed balance as an adjustment with who and why, up and down', async () => {
  const user = await makeUser(one.ctx, { balance: '10' })
  const up = await change(user.id, { balance: 12.5, expected_balance: 10, reason: 'Goodwill' })
  expect([up.status, up.json['user']]).toEqual([200, expect.objectContaining({ balance: 12.5 })])
  await change(user.id, { balance: 0, expected_balance: 12.5, reason: 'Chargeback' })
  expect(await balanceOf(one.ctx, user.id)).toBe(0n)
  expect((await ledgerOf(user.id)).slice(0, 2)).toEqual([
    {
      type: 'bonus',
      from_account: 'customer',
      to_account: 'adjustment',
      amount: usd('12.5'),
      details: { reason: 'Chargeback' },
      actor_id: admin.id,
    },
    {
      type: 'bonus',
      from_account: 'adjustment',
      to_account: 'customer',
      amount: usd('2.5'),
      details: { reason: 'Goodwill' },
      actor_id: admin.id,
    },
  ])
})

test('refuses a changed balance without a reason or the shown balance, below zero, or changed since it was shown', async () => {
  const user = await makeUser(one.ctx, { balance: '10' })
  for (const [body, fields] of [
    [{ balance: 20 }, ['reason', 'expected_balance']],
    [{ balance: 20, expected_balance: 10 }, ['reason']],
    [{ balance: 20, reason: 'Goodwill' }, ['expected_balance']],
    [{ balance: -1, expected_balance: 10, reason: 'Debt' }, ['balance']],
    [{ balance: 1.123456789, expected_balance: 10, reason: 'Dust' }, ['balance']],
    [{ balance: '20', expected_balance: 10, reason: 'Text' }, ['balance']],
  ] as const) {
    const { status, body: answer } = await change(user.id, { ...body, name: 'Must not stay' })
    expect([status, Object.keys(answer.fields)]).toEqual([422, fields])
  }
  const stale = await change(user.id, {
    balance: 20,
    expected_balance: 9,
    reason: 'Goodwill',
    name: 'Nor this',
  })
  expect([stale.status, stale.body.code]).toEqual([409, 'balance_changed'])
  const { rows } = await one.ctx.pool.query('select name from users where id = $1', [user.id])
  expect(rows[0].name).toMatch(/^User/)
  expect(await balanceOf(one.ctx, user.id)).toBe(usd('10'))
  expect(await ledgerOf(user.id)).toHaveLength(1)
})

test('moves nothing when a form sends back the shown balance', async () => {
  const user = await makeUser(one.ctx, { balance: '10' })
  expect((await change(user.id, { name: 'Bo', balance: 10 })).status).toBe(200)
  expect((await change(user.id, { name: 'Bo', balance: 9, expected_balance: 9 })).status).toBe(200)
  expect(await balanceOf(one.ctx, user.id)).toBe(usd('10'))
  expect(await ledgerOf(user.id)).toHaveLength(1)
})

test('adjusts once when the same change is sent many times at once', async () => {
  const user = await makeUser(one.ctx, { balance: '10' })
  const answers = await Promise.all(
    Array.from({ length: 6 }, () =>
      change(user.id, { balance: 15, expected_balance: 10, reason: 'Goodwill' }),
    ),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409, 409])
  expect(await balanceOf(one.ctx, user.id)).toBe(usd('15'))
})

test('returns not_found for a missing user', async () => {
  for (const id of [2_000_000_000, 3_000_000_000]) {
    const { status, body } = await change(id, { name: 'Bo' })
    expect([status, body.code]).toEqual([404, 'not_found'])
  }
})

const by = (actorId: number) => ({
  by: { actorId, address: '192.0.2.1' },
  staff: { role: 'admin', permissions: null } as const,
  requireProof: () => undefined,
})

test('keeps the last active admin, even if two admins demote each other at once', async () => {
  const own = await makeTestApp()
  try {
    const ann = await makeUser(own.ctx, { role: 'admin' })
    const bo = await makeUser(own.ctx, { role: 'admin' })
    for (let round = 0; round < 5; round += 1) {
      // Calls below the route, whose check of the caller would hide the race by refusing the slower of the two.
      const outcomes = await Promise.allSettled([
        changeUser(own.ctx, { ...by(ann.id), userId: bo.id, change: { role: 'user' } }),
        changeUser(own.ctx, { ...by(bo.id), userId: ann.id, change: { status: 'blocked' } }),
      ])
      expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
      expect(outcomes).toContainEqual({
        status: 'rejected',
        reason: expect.objectContaining({ code: 'last_admin' }),
      })
      await own.ctx.pool.query(`update users set role = 'admin', status = 'active'`)
    }
    await changeUser(own.ctx, { ...by(ann.id), userId: bo.id, change: { role: 'user' } })
    const token = await startSession(own.ctx, ann.id, somewhere)
    const put = (body: unknown) => own.call(updateUser, { token, params: { id: ann.id }, body })
    const refused = await put({ role: 'user' })
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'You cannot demote the last admin in the system.',
    ])
    expect((await put({ status: 'blocked' })).body.code).toBe('last_admin')
    expect((await put({ name: 'Still here', role: 'admin' })).status).toBe(200)
  } finally {
    await own.drop()
  }
})
