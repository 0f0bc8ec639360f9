import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { createOrder } from '#contract/orders/order-placing.ts'
import { makeTestApp, type TestApp } from '#test/app.ts'
import { balanceOf, makeService, makeUser, usd } from '#test/factories.ts'

let app: TestApp

beforeAll(async () => {
  app = await makeTestApp()
})
afterAll(() => app.drop())

const link = 'https://instagram.com/someone'

async function ordersOf(userId: number) {
  return app.ctx.db.selectFrom('orders').selectAll().where('user_id', '=', userId).orderBy('seq').execute()
}

async function ledgerOf(userId: number) {
  return app.ctx.db
    .selectFrom('transactions')
    .selectAll()
    .where('user_id', '=', userId)
    .where('type', '=', 'order')
    .orderBy('seq')
    .execute()
}

async function waitingForLocks(): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`
    select count(*)::int as waiting from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(app.ctx.db)
  return rows[0]?.waiting ?? 0
}

describe('orders at once', () => {
  test('50 on a balance that covers 20: exactly 20 are placed, 30 get 402, and the rest of the balance remains', async () => {
    const user = await makeUser(app.ctx, { balance: '24.5' })
    const service = await makeService(app.ctx, { rate: '1.2' })
    const answers = await Promise.all(
      Array.from({ length: 50 }, () =>
        app.call(createOrder, { token: user.token, body: { service_id: service.id, link, quantity: 1000 } }),
      ),
    )
    const taken = answers.filter(({ status }) => status === 201)
    const refused = answers.filter(({ status }) => status === 402)
    expect([taken.length, refused.length]).toEqual([20, 30])
    for (const { json } of refused)
      expect(json['message']).toBe('Insufficient balance. Required: $1.20, Available: $0.50')
    expect(await balanceOf(app.ctx, user.id)).toBe(usd('0.5'))
    const ledger = await ledgerOf(user.id)
    expect(ledger.map(({ balance_after }) => balance_after)).toEqual(
      Array.from({ length: 20 }, (_, index) => usd('24.5') - usd('1.2') * BigInt(index + 1)),
    )
    expect(new Set(taken.map(({ json }) => json['balance'])).size).toBe(20)
  })

  test('one that cannot be paid does not refuse a later one that can', async () => {
    const user = await makeUser(app.ctx, { balance: '2' })
    const service = await makeService(app.ctx, { rate: '1', min: 1 })
    const quantities = [1000, 100_000, 500, 90_000, 500, 100]
    const answers = await Promise.all(
      quantities.map((quantity) =>
        app.call(createOrder, { token: user.token, body: { service_id: service.id, link, quantity } }),
      ),
    )
    expect(answers[1]?.status).toBe(402)
    expect(answers[3]?.status).toBe(402)
    expect(answers.filter(({ status }) => status === 201).length).toBe(3)
    expect(await balanceOf(app.ctx, user.id)).toBe(0n)
  })

  test('many customers through two processes at once: every charge is correct, every number without gaps', async () => {
    const second = await app.another()
    const service = await makeService(app.ctx, { rate: '1', min: 1 })
    const users = await Promise.all(Array.from({ length: 12 }, () => makeUser(app.ctx, { balance: '5' })))
    const calls = users.flatMap((user) =>
      Array.from({ length: 8 }, (_, index) =>
        (index % 2 === 0 ? app : second).call(createOrder, {
          token: user.token,
          body: { service_id: service.id, link, quantity: 1000 },
        }),
      ),
    )
    const answers = await Promise.all(calls)
    expect(answers.filter(({ status }) => status === 201).length).toBe(60)
    for (const user of users) {
      expect(await balanceOf(app.ctx, user.id)).toBe(0n)
      expect((await ordersOf(user.id)).map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5])
    }
  })
})

describe('the idempotency key', () => {
  test('charges once and answers the same when the same order is sent twice at once, and again later', async () => {
    const second = await app.another()
    const user = await makeUser(app.ctx, { balance: '1.2' })
    const service = await makeService(app.ctx, { rate: '1.2' })
    const send = (through: TestApp) =>
      through.call(createOrder, {
        token: user.token,
        body: { service_id: service.id, link, quantity: 1000 },
        headers: { 'idempotency-key': 'click-1' },
      })
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => send(index % 2 === 0 ? app : second)),
    )
    answers.push(await send(app))
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201))
    expect(new Set(answers.map(({ json }) => JSON.stringify(json))).size).toBe(1)
    expect(answers.filter(({ headers }) => headers.get('idempotent-replayed') === 'true').length).toBe(10)
    expect(await ordersOf(user.id)).toHaveLength(1)
    expect(await balanceOf(app.ctx, user.id)).toBe(0n)
  })

  test('charges once when two processes wait for the same account with the same order', async () => {
    const second = await app.another()
    const user = await makeUser(app.ctx, { balance: '100' })
    const service = await makeService(app.ctx, { rate: '1.2' })
    const holder = await app.database.pool.connect()
    await holder.query('begin')
    await holder.query('select from accounts where user_id = $1 for update', [user.id])
    const body = { service_id: service.id, link, quantity: 1000 }
    const copies = [app, second].map((through) =>
      through.call(createOrder, { token: user.token, body, headers: { 'idempotency-key': 'both-wait' } }),
    )
    await expect.poll(() => waitingForLocks()).toBe(2)
    await holder.query('commit')
    holder.release()
    const answers = await Promise.all(copies)
    expect(answers.map(({ status }) => status)).toEqual([201, 201])
    expect(answers[0]?.json).toEqual(answers[1]?.json)
    expect(await ordersOf(user.id)).toHaveLength(1)
    expect(await balanceOf(app.ctx, user.id)).toBe(usd('98.8'))
  })

  test('refuses another order under the same key, stores no refusal, and belongs to one user', async () => {
    const [user, other] = [
      await makeUser(app.ctx, { balance: '1' }),
      await makeUser(app.ctx, { balance: '50' }),
    ]
    const service = await makeService(app.ctx, { rate: '1', min: 1 })
    const send = (token: string, quantity: number) =>
      app.call(createOrder, {
        token,
        body: { service_id: service.id, link, quantity },
        headers: { 'idempotency-key': 'same' },
      })
    expect((await send(user.token, 2000)).status).toBe(402)
    expect((await send(user.token, 1000)).status).toBe(201)
    const reused = await send(user.token, 500)
    expect([reused.status, reused.body.code]).toEqual([409, 'idempotency_key_reused'])
    expect((await send(other.token, 500)).status).toBe(201)
    for (const key of ['', 'a b', 'ü', 'x'.repeat(256)]) {
      const answer = await app
        .call(createOrder, {
          token: other.token,
          body: { service_id: service.id, link, quantity: 10 },
          headers: { 'idempotency-key': key },
        })
        .catch(() => ({ status: 400 }))
      expect(answer.status).toBe(400)
    }
  })
})
