import { afterAll, beforeAll, expect, test } from 'vitest'

import { enterDeposit, reverseDeposit } from '#contract/payments/admin-deposits.ts'
import type { TestApp } from '#test/app.ts'
import { balanceOf, makeUser, type TestUser, usd } from '#test/factories.ts'
import { makeManualShop, manualMethod, type ManualShop } from '#test/manual-payments.ts'

// Money that staff enter without a method may be a transfer that a manual method also credits: one reference, one second person.

let shop: ManualShop
const methods = [
  manualMethod('manual-bank', { approval_above: 200 }),
  manualMethod('manual-wise', { approval_above: 100 }),
  manualMethod('manual-cash', { approval_above: 50, is_on: false }),
  manualMethod('manual-usdt'),
]
beforeAll(async () => {
  shop = await makeManualShop(methods)
})
afterAll(() => shop.close())

type At = Pick<TestApp, 'call'>
const enter = (user: TestUser, { amount = 10, reference = 'FT' }, by = shop.admin, at: At = shop) =>
  at.call(enterDeposit, {
    token: by.token,
    body: { user: String(user.id), amount, reference, reason: 'At the bank' },
  })
const whyOf = ({ status, json }: { status: number; json: Record<string, unknown> }) => [
  status,
  json['details'],
]
const isEntered = (id: number | bigint) => [409, { reason: 'reference_entered', deposit_id: Number(id) }]

test('a reference that staff entered is not credited again by any manual method', async () => {
  const bank = await shop.openSent(10, 'ft 123')
  const usdt = await shop.openSent(10, 'FT123', 'manual-usdt')
  const entered = await enter(bank.user, { reference: 'FT123' })
  expect(entered.status).toBe(201)
  for (const { id } of [bank, usdt])
    expect(whyOf(await shop.credit(id, { amount: 10, reason: 'so' }, shop.second))).toEqual(
      isEntered(entered.body.deposit.id),
    )
  expect(await balanceOf(shop.ctx, bank.user.id)).toBe(usd('10'))
  expect(await balanceOf(shop.ctx, usdt.user.id)).toBe(0n)
})

test("a reference that any manual method credited can't be entered again, even after its approval", async () => {
  const small = await shop.openSent(10, 'FT 200', 'manual-usdt')
  expect((await shop.credit(small.id, { amount: 10, reason: 'so' }, shop.second)).status).toBe(200)
  expect(whyOf(await enter(small.user, { reference: 'ft200' }))).toEqual(isEntered(small.id))
  const large = await shop.openSent(500, 'FT 201')
  await shop.credit(large.id, { amount: 500, reason: 'so' })
  expect((await shop.approve(large.id, { expected_amount: 500 }, shop.second)).status).toBe(200)
  const other = await makeUser(shop.ctx)
  expect(whyOf(await enter(other, { reference: 'FT201' }))).toEqual(isEntered(large.id))
  expect(await balanceOf(shop.ctx, other.id)).toBe(0n)
})

test.each(['entry', 'credit'])(
  'a reference entered and credited at once, the %s first, over two processes, counts once',
  async (first) => {
    const other = await shop.another()
    const reference = `AT ONCE ${first}`
    const { user, id } = await shop.openSent(10, reference)
    const holder = await shop.database.pool.connect()
    await holder.query('begin')
    await holder.query('select from accounts where user_id = $1 for update', [user.id])
    const waiting = async () => {
      const { rowCount } = await shop.database.pool.query(`select 1 from pg_locks
        join pg_stat_activity using (pid) where not granted and datname = current_database()`)
      return rowCount ?? 0
    }
    const both = [
      () => enter(user, { reference }),
      () => shop.credit(id, { amount: 10, reason: 'so' }, shop.second, other),
    ]
    if (first === 'credit') both.reverse()
    const answers: Promise<{ status: number }>[] = []
    for (const send of both) {
      answers.push(send())
      await expect.poll(waiting, { timeout: 20_000 }).toBeGreaterThanOrEqual(answers.length)
    }
    await holder.query('rollback')
    holder.release()
    const statuses = (await Promise.all(answers)).map(({ status }) => status)
    expect(statuses).toEqual([first === 'entry' ? 201 : 200, 409])
    expect(await balanceOf(shop.ctx, user.id)).toBe(usd('10'))
  },
)

test('above the lowest limit of the active manual methods nobody enters a deposit alone, not even the owner', async () => {
  const user = await makeUser(shop.ctx)
  for (const by of [shop.admin, shop.second])
    expect(whyOf(await enter(user, { amount: 100.01, reference: 'LIMIT' }, by))).toEqual([
      409,
      { reason: 'second_person_needed', limit: 100 },
    ])
  expect(await balanceOf(shop.ctx, user.id)).toBe(0n)
  // At the limit one person is enough, and the refusals have left the reference free. 50 is the limit of a method that is off.
  expect((await enter(user, { amount: 100, reference: 'LIMIT' })).status).toBe(201)
})

test('the limit covers what one person enters for one customer within 24 hours, even concurrently in two processes', async () => {
  const other = await shop.another()
  const user = await makeUser(shop.ctx)
  const enterPart = (part: number, amount: number, by = shop.admin, at: At = shop) =>
    enter(user, { amount, reference: `PART ${part}` }, by, at)
  const statuses = await Promise.all(
    [1, 2, 3, 4].map(async (part) => (await enterPart(part, 40, shop.admin, part % 2 ? shop : other)).status),
  )
  expect(statuses.toSorted()).toEqual([201, 201, 409, 409])
  expect(await balanceOf(shop.ctx, user.id)).toBe(usd('80'))
  expect((await enterPart(5, 20)).status).toBe(201)
  const above = [409, { reason: 'second_person_needed', limit: 100 }]
  expect(whyOf(await enterPart(6, 0.01))).toEqual(above)
  // Another person and another customer have their own limit; reversed amounts are free again, and a day later all of it.
  expect((await enterPart(6, 100, shop.second)).status).toBe(201)
  expect((await enter(await makeUser(shop.ctx), { amount: 100, reference: 'PART 7' })).status).toBe(201)
  const { id } = await shop.find('manual:PART 5')
  const body = { reversed: 20, reason: 'A mistake' }
  expect((await shop.call(reverseDeposit, { token: shop.admin.token, params: { id }, body })).status).toBe(
    200,
  )
  expect(whyOf(await enterPart(8, 20.01))).toEqual(above)
  expect((await enterPart(8, 20)).status).toBe(201)
  await shop.database.pool.query(
    "update deposits set completed_at = completed_at - interval '1 day' where user_id = $1",
    [user.id],
  )
  expect((await enterPart(9, 100)).status).toBe(201)
})

test('a transfer keeps the limit it was opened under, also when its method is removed or its limit raised or lifted', async () => {
  const removed = await shop.openSent(150, 'KEPT 1', 'manual-wise')
  const raised = await shop.openSent(150, 'KEPT 2', 'manual-wise')
  const lifted = await shop.openSent(150, 'KEPT 3', 'manual-wise')
  for (const [{ user, id }, now] of [
    [removed, []],
    [raised, [manualMethod('manual-wise', { approval_above: 1000 })]],
    [lifted, [manualMethod('manual-wise')]],
  ] as const) {
    await shop.decide(now)
    expect((await shop.readTransfer(id)).approval_above).toBe(usd('100'))
    const { body } = await shop.credit(id, { amount: 150, reason: 'so' })
    expect(body.deposit).toMatchObject({ status: 'review', review_code: 'approval_needed' })
    expect(await balanceOf(shop.ctx, user.id)).toBe(0n)
  }
  await shop.decide(methods)
})

test('a lowered limit applies to pending transfers', async () => {
  const lowered = await shop.openSent(60, 'LOWERED', 'manual-wise')
  const isNew = await shop.openSent(60, 'NEW LIMIT', 'manual-usdt')
  await shop.decide([
    manualMethod('manual-wise', { approval_above: 50 }),
    manualMethod('manual-usdt', { approval_above: 50 }),
  ])
  for (const { id } of [lowered, isNew]) {
    expect((await shop.readTransfer(id)).approval_above).toBe(usd('50'))
    const { body } = await shop.credit(id, { amount: 60, reason: 'so' })
    expect(body.deposit).toMatchObject({ review_code: 'approval_needed' })
  }
  await shop.decide(methods)
})
