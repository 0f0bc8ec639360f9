import { beforeAll, beforeEach, describe, expect, test } from 'vitest'

import type { Permission } from '#contract/base/permissions.ts'
import { adminCancelOrder, adminRefundOrder, adminSetPartial } from '#contract/orders/order-actions.ts'
import { decideOrders } from '#contract/orders/order-incidents.ts'
import { cancelOrder } from '#contract/orders/orders.ts'
import { settleProvider } from '#contract/orders/settle-provider.ts'
import { getAdminUser, inviteUser, updateUser } from '#contract/users/admin-users.ts'
import { makeUser, type TestUser, usd } from '#test/factories.ts'
import { makeOrderBench } from '#test/order-bench.ts'

// 1,000 pieces for $1.
const bench = makeOrderBench({ rate: '1', refill: true, cancel: true, min: 1 })

let owner: TestUser
let clerk: TestUser
beforeAll(async () => {
  owner = await makeUser(bench.ctx, { role: 'admin' })
})
beforeEach(async () => {
  clerk = await makeClerk('5')
})

/** Staff with `orders` and `refund`, and their daily refund limit. */
async function makeClerk(limit: string, permissions: Permission[] = ['orders', 'refund']): Promise<TestUser> {
  const made = await makeUser(bench.ctx, { role: 'admin', permissions })
  await bench.ctx.db
    .updateTable('users')
    .set({ refund_limit: usd(limit) })
    .where('id', '=', made.id)
    .execute()
  return made
}

const reason = 'asked for it'
const refund = (id: bigint, amount: number | undefined, by = clerk) =>
  bench.app.call(adminRefundOrder, {
    token: by.token,
    params: { id },
    body: { reason, ...(amount !== undefined && { amount }) },
  })
const readToday = async () =>
  (await bench.app.call(getAdminUser, { token: owner.token, params: { id: clerk.id } })).body.user

/** Each way in which staff refund $1 of an order; returns the status and the refusal's code. */
const ways: Record<string, (by: TestUser) => Promise<[number, string | undefined]>> = {
  async 'a refund'(by) {
    return outcomeOf(await refund(await bench.placeInReview(), undefined, by))
  },
  async 'a part of the price'(by) {
    const { id } = await bench.placeAt('Completed', { quantity: 2000 })
    return outcomeOf(await refund(id, 1, by))
  },
  async 'a cancellation before it is sent'(by) {
    const params = { id: await bench.place() }
    return outcomeOf(await bench.app.call(adminCancelOrder, { token: by.token, params, body: { reason } }))
  },
  async "a cancellation in the customer's name"(by) {
    const [params, query] = [{ id: await bench.place() }, { user_id: String(bench.user.id) }]
    return outcomeOf(await bench.app.call(cancelOrder, { token: by.token, params, query }))
  },
  async 'an end as partial'(by) {
    const { id } = await bench.placeAt('In progress', { quantity: 2000 })
    const body = { remains: 1000, reason }
    return outcomeOf(await bench.app.call(adminSetPartial, { token: by.token, params: { id }, body }))
  },
  async 'a decision of many'(by) {
    const items = [{ id: Number(await bench.placeInReview()), decision: 'refund' }]
    const body = { items, reason, dry_run: false }
    const { status, body: said } = await bench.app.call(decideOrders, { token: by.token, body })
    return [status, said.results?.[0]?.code ?? said.code ?? undefined]
  },
  async 'a settlement with a provider'(by) {
    await bench.placeAt('Canceled', { remains: 0 })
    const [params, what] = [{ id: bench.panel.provider.id }, { kind: 'canceled' }]
    const body = { what, reason, dry_run: false }
    const { status, body: said } = await bench.app.call(settleProvider, { token: by.token, params, body })
    return [status, said.limited > 0 ? 'refund_limit_reached' : said.code]
  },
}

function outcomeOf({
  status,
  body,
}: {
  status: number
  body: { code?: string }
}): [number, string | undefined] {
  return [status, body.code]
}

describe('giving money back', () => {
  test.each(Object.entries(ways))('%s counts within the daily limit', async (_name, give) => {
    expect(await give(clerk)).toEqual([200, undefined])
    expect((await readToday()).refunded_today).toBe(usd('1'))
    await bench.ctx.db
      .updateTable('users')
      .set({ refund_limit: usd('1.5') })
      .where('id', '=', clerk.id)
      .execute()
    const [, code] = await give(clerk)
    expect(code).toBe('refund_limit_reached')
    expect((await readToday()).refunded_today).toBe(usd('1'))
    // The owner has no limit.
    expect(await give(owner)).toEqual([200, undefined])
  })

  test.each(Object.entries(ways))('%s needs the permission to refund', async (_name, give) => {
    const [status, code] = await give(await makeClerk('5', ['orders', 'providers']))
    expect([status, code]).toEqual([403, 'insufficient_permissions'])
  })

  test('to the exact unit, with what is left in the refusal; the next day begins at zero', async () => {
    const { id } = await bench.placeAt('Completed', { quantity: 9000 })
    expect((await refund(id, 4.99999999)).status).toBe(200)
    const refused = await refund(id, 0.00000002)
    expect([refused.status, refused.body.code, refused.json.details]).toEqual([
      409,
      'refund_limit_reached',
      { limit: 5, left: 0.00000001 },
    ])
    expect((await refund(id, 0.00000001)).status).toBe(200)
    expect((await refund(id, 0.00000001)).json.details).toEqual({ limit: 5, left: 0 })
    const yesterday = `update staff_refunds set refunded_on = refunded_on - 1 where user_id = $1`
    await bench.ctx.pool.query(yesterday, [clerk.id])
    expect((await readToday()).refunded_today).toBe(0n)
    expect((await refund(id, 1)).status).toBe(200)
    expect((await readToday()).refunded_today).toBe(usd('1'))
  })

  test('concurrent refunds together never exceed it', async () => {
    const ids: bigint[] = []
    for (let at = 0; at < 8; at += 1) {
      // Orders of one customer would wait for the account anyway.
      bench.use({ user: await makeUser(bench.ctx, { balance: '10' }) })
      ids.push((await bench.placeAt('Completed', { quantity: 2000 })).id)
    }
    const answers = await Promise.all(ids.map((id) => refund(id, 2)))
    const done = answers.filter(({ status }) => status === 200)
    expect(done).toHaveLength(2)
    expect(answers.filter(({ body }) => body.code === 'refund_limit_reached')).toHaveLength(6)
    expect((await readToday()).refunded_today).toBe(usd('4'))
  })

  test('a dry run of many reports which would be refused, and counts nothing', async () => {
    const ids: number[] = []
    for (let at = 0; at < 3; at += 1) ids.push(Number(await bench.placeInReview()))
    await bench.ctx.db
      .updateTable('users')
      .set({ refund_limit: usd('2') })
      .where('id', '=', clerk.id)
      .execute()
    const items = ids.map((id) => ({ id, decision: 'refund' }))
    const decide = async (dry_run: boolean) => {
      const { body } = await bench.app.call(decideOrders, {
        token: clerk.token,
        body: { items, reason, dry_run },
      })
      return body.results.map(({ result, code }) => code ?? result)
    }
    const expected = ['done', 'done', 'refund_limit_reached']
    expect(await decide(true)).toEqual(expected)
    expect((await readToday()).refunded_today).toBe(0n)
    expect(await decide(false)).toEqual(expected)
  })
})

test('a dry run locks the account before the count of refunds, as refunds do', async () => {
  const { id: counted } = await bench.placeAt('Completed', { quantity: 2000 })
  expect((await refund(counted, 1)).status).toBe(200)
  const first = await bench.placeInReview()
  bench.use({ user: await makeUser(bench.ctx, { balance: '10' }) })
  const items = [first, await bench.placeInReview()].map((id) => ({ id: Number(id), decision: 'refund' }))
  const held = await bench.ctx.pool.connect()
  await held.query('begin')
  await held.query('select from accounts where user_id = $1 for update', [bench.user.id])
  const body = { items, reason, dry_run: true }
  const looking = bench.app.call(decideOrders, { token: clerk.token, body })
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  const row = 'select from staff_refunds where user_id = $1 for update nowait'
  try {
    await expect.poll(async () => (await bench.ctx.pool.query(waiting)).rowCount).toBe(1)
    expect((await held.query(row, [clerk.id])).rowCount).toBe(1)
  } finally {
    await held.query('rollback')
    held.release()
  }
  expect((await looking).body.totals.refund.orders).toBe(2)
})

describe('the limit', () => {
  const put = (by: TestUser, id: number, body: Record<string, unknown>) =>
    bench.app.call(updateUser, { token: by.token, params: { id }, body })

  test('is set and removed by owners, only for staff with a list of permissions, and ends with that list', async () => {
    const set = await put(owner, clerk.id, { refund_limit: 12.5 })
    expect([set.status, set.body.user.refund_limit]).toEqual([200, usd('12.5')])
    expect((await put(owner, clerk.id, { refund_limit: null })).body.user.refund_limit).toBeNull()
    for (const refund_limit of [0, -1, 1e-9])
      expect((await put(owner, clerk.id, { refund_limit })).status).toBe(422)
    for (const id of [owner.id, bench.user.id])
      expect((await put(owner, id, { refund_limit: 1 })).json.field_codes).toEqual({
        refund_limit: { code: 'refund_limit_of_staff' },
      })
    await put(owner, clerk.id, { refund_limit: 3 })
    expect((await put(owner, clerk.id, { permissions: null })).body.user.refund_limit).toBeNull()
  })

  test("is not changed by staff who aren't owners, and staff with a limit can't let others refund", async () => {
    const lead = await makeClerk('7', ['users', 'staff', 'orders', 'refund'])
    for (const refund_limit of [1, 100, null])
      expect((await put(lead, clerk.id, { refund_limit })).body.code).toBe('insufficient_permissions')
    expect((await put(lead, lead.id, { refund_limit: null })).body.code).toBe('insufficient_permissions')
    // A form that sends back the displayed values changes nothing.
    expect((await put(lead, clerk.id, { name: 'Bo', refund_limit: 5 })).status).toBe(200)
    const fresh = await makeUser(bench.ctx)
    const given = { role: 'admin', permissions: ['orders', 'refund'] }
    expect((await put(lead, fresh.id, given)).body.code).toBe('insufficient_permissions')
    const invited = { name: 'Second', email: 'second@example.com', ...given }
    const invite = (by: TestUser) => bench.app.call(inviteUser, { token: by.token, body: invited })
    expect((await invite(lead)).body.code).toBe('insufficient_permissions')
    const free = await makeUser(bench.ctx, {
      role: 'admin',
      permissions: ['users', 'staff', 'orders', 'refund'],
    })
    expect((await invite(free)).status).toBe(201)
    expect((await put(free, fresh.id, given)).status).toBe(200)
    const kept = await put(lead, clerk.id, { permissions: ['refund'] })
    expect(kept.body.user.refund_limit).toBe(usd('5'))
  })

  test('does not end with a demotion, unless an owner demotes', async () => {
    const lead = await makeUser(bench.ctx, {
      role: 'admin',
      permissions: ['users', 'staff', 'orders', 'refund'],
    })
    expect((await put(lead, clerk.id, { role: 'user' })).body.code).toBe('insufficient_permissions')
    expect((await put(lead, clerk.id, { permissions: ['orders'] })).body.user.refund_limit).toBe(usd('5'))
    expect((await put(lead, clerk.id, { permissions: ['refund'] })).body.user.refund_limit).toBe(usd('5'))
    expect((await put(owner, clerk.id, { role: 'user' })).body.user.refund_limit).toBeNull()
  })
})
