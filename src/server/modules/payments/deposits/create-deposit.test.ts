import { afterAll, beforeAll, expect, test, vi } from 'vitest'

import { createPayment } from '#contract/payments/payments.ts'
import { countUnpaid } from './create-deposit.ts'
import { depositQueue } from './poll-deposit.ts'
import { countBlocks } from '#test/count-blocks.ts'
import { makeUser, usd } from '#test/factories.ts'
import { makePaymentsApp, type PaymentsApp } from '#test/pay-with-sandbox.ts'

let shop: PaymentsApp
beforeAll(async () => {
  shop = await makePaymentsApp()
})
afterAll(() => shop.drop())

const create = (token: string, body: unknown, key?: string, at: PaymentsApp['call'] = shop.call) =>
  at(createPayment, { token, body, ...(key === undefined ? {} : { headers: { 'idempotency-key': key } }) })
const depositsOf = (userId: number) =>
  shop.ctx.db.selectFrom('deposits').selectAll().where('user_id', '=', userId).execute()
const tenDollars = { amount: 10, payment_method: 'cryptomus' }

test('opens a deposit with its bonus and returns the payment URL', async () => {
  const user = await makeUser(shop.ctx)
  const { status, body } = await create(user.token, { amount: 500, payment_method: 'cryptomus' })
  expect(status).toBe(200)
  expect(body.payment_url).toMatch(new RegExp(`^${shop.gateway.url}/pay/`))
  const [deposit, ...more] = await depositsOf(user.id)
  expect(more).toEqual([])
  expect(deposit).toMatchObject({
    reference: body.order_id,
    amount: usd('500'),
    bonus: usd('50'),
    status: 'pending',
    payment_url: body.payment_url,
    expires_at: expect.any(Date),
    due_at: expect.any(Date),
  })
})

test.each([
  ['below the least', { amount: 0.99 }],
  ['above the most', { amount: 10_000.01 }],
  ['three decimals', { amount: 10.001 }],
  ['zero', { amount: 0 }],
  ['negative', { amount: -10 }],
  ['a text', { amount: '10' }],
  ['nothing', {}],
  ['Infinity by 1e309', '{"amount":1e309,"payment_method":"cryptomus"}'],
])('refuses %s as an amount with 422 and writes nothing', async (_name, body) => {
  const user = await makeUser(shop.ctx)
  const sent = typeof body === 'string' ? body : { payment_method: 'cryptomus', ...body }
  const answer = await create(user.token, sent)
  expect(answer.status).toBe(422)
  expect(answer.body.fields['amount']).toEqual(expect.any(String))
  expect(await depositsOf(user.id)).toEqual([])
})

test('accepts the minimum and the maximum, and names the bounds beyond them', async () => {
  const user = await makeUser(shop.ctx)
  expect((await create(user.token, { ...tenDollars, amount: 1 })).status).toBe(200)
  expect((await create(user.token, { ...tenDollars, amount: 10_000 })).status).toBe(200)
  const { body } = await create(user.token, { ...tenDollars, amount: 10_001 })
  expect(body.message).toBe('Amount must be between $1.00 and $10,000.00')
})

test('refuses NaN as invalid JSON, unknown members and methods, methods that are not set up, and a stranger', async () => {
  const user = await makeUser(shop.ctx)
  const other = await makeUser(shop.ctx)
  expect((await create(user.token, '{"amount":NaN,"payment_method":"cryptomus"}')).status).toBe(400)
  expect((await create(user.token, { ...tenDollars, bonus: 1000 })).status).toBe(422)
  expect((await create(user.token, { ...tenDollars, payment_method: 'cash' })).status).toBe(422)
  for (const method of ['card', 'bank', 'manual', 'manual-bank']) {
    const { status, body } = await create(user.token, { ...tenDollars, payment_method: method })
    expect([method, status, body.code]).toEqual([method, 409, 'payment_method_unavailable'])
  }
  expect((await create(user.token, { ...tenDollars, userId: other.id })).status).toBe(403)
  expect((await shop.call(createPayment, { body: tenDollars })).status).toBe(401)
  expect(await depositsOf(user.id)).toEqual([])
})

test('answers copies with one key like the first, in two processes at once, with one invoice', async () => {
  const user = await makeUser(shop.ctx)
  const other = await shop.another()
  await shop.fault({ action: 'payment', kind: 'slow', times: 1, delay_ms: 500 })
  const before = await shop.calls('payment')
  const answers = await Promise.all(
    Array.from({ length: 16 }, (_, at) =>
      create(user.token, tenDollars, 'key-1', at % 2 === 0 ? shop.call : other.call),
    ),
  )
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1)
  const replayed = answers.map(({ headers }) => headers.get('idempotent-replayed'))
  // The call that asked the gateway counts as the first, whether or not it inserted the row.
  expect(replayed.filter((header) => header === 'true')).toHaveLength(15)
  expect(await depositsOf(user.id)).toHaveLength(1)
  expect((await shop.calls('payment')) - before).toBe(1)
})

test('a process whose clock is an hour ahead delays no deposit, and no payment under its key', async () => {
  const user = await makeUser(shop.ctx)
  await shop.fault({ action: 'payment', kind: 'error_500_before', times: 1 })
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 })
  try {
    expect((await create(user.token, tenDollars, 'ahead')).status).toBe(503)
  } finally {
    vi.useRealTimers()
  }
  const { rows } = await shop.database.pool.query(
    `select due_at < now() + interval '1 minute' as is_soon, created_at <= now() as is_past
     from deposits where user_id = $1`,
    [user.id],
  )
  expect(rows).toEqual([{ is_soon: true, is_past: true }])
  expect((await create(user.token, tenDollars, 'ahead')).status).toBe(200)
})

test("a lease from before the database's clock stepped back delays no payment under its key", async () => {
  const user = await makeUser(shop.ctx)
  await shop.fault({ action: 'payment', kind: 'error_500_before', times: 1 })
  await create(user.token, tenDollars, 'stepped')
  await shop.database.pool.query(
    "update deposits set lease_until = now() + interval '100 s' where user_id = $1",
    [user.id],
  )
  expect((await create(user.token, tenDollars, 'stepped')).status).toBe(200)
})

test('refuses another body under the same key; the key of another user is another', async () => {
  const [user, other] = [await makeUser(shop.ctx), await makeUser(shop.ctx)]
  const first = await create(user.token, tenDollars, 'key-2')
  const changed = await create(user.token, { ...tenDollars, amount: 11 }, 'key-2')
  expect([changed.status, changed.body.code]).toEqual([409, 'idempotency_key_reused'])
  const theirs = await create(other.token, { ...tenDollars, amount: 11 }, 'key-2')
  expect(theirs.status).toBe(200)
  expect(theirs.body.order_id).not.toBe(first.body.order_id)
})

test.each(['error_500_before', 'error_500_after', 'reset', 'html', 'empty', 'accept_no_reply'])(
  'answers 503 when the gateway fails by %s, and a retry continues with the same deposit',
  async (kind) => {
    const user = await makeUser(shop.ctx)
    await shop.fault({
      action: 'payment',
      kind,
      times: 1,
      ...(kind === 'accept_no_reply' && { delay_ms: 100 }),
    })
    const failed = await create(user.token, tenDollars, 'key-3')
    expect([failed.status, failed.body.code]).toEqual([503, 'gateway_failed'])
    const again = await create(user.token, tenDollars, 'key-3')
    expect(again.status).toBe(200)
    expect(again.headers.get('idempotent-replayed')).toBeNull()
    const deposits = await depositsOf(user.id)
    expect(deposits.map(({ reference, status }) => [reference, status])).toEqual([
      [again.body.order_id, 'pending'],
    ])
  },
  30_000,
)

test('refuses an answer about another invoice', async () => {
  const user = await makeUser(shop.ctx)
  await shop.fault({ action: 'payment', kind: 'duplicate_id', times: 1 })
  expect((await create(user.token, tenDollars)).status).toBe(503)
})

test('refuses when there is no gateway account', async () => {
  const bare = await makePaymentsApp()
  await bare.ctx.db.deleteFrom('gateways').execute()
  const user = await makeUser(bare.ctx)
  expect((await create(user.token, tenDollars, undefined, bare.call)).body.code).toBe(
    'payment_method_unavailable',
  )
  await bare.drop()
})

test("limits a customer's unpaid deposits per hour, also concurrently", async () => {
  const strict = await makePaymentsApp({ env: { RATE_LIMITS: 'default' } })
  const user = await makeUser(strict.ctx)
  const answers = await Promise.all(
    Array.from({ length: 25 }, () => create(user.token, tenDollars, undefined, strict.call)),
  )
  const refused = answers.filter(({ status }) => status === 429)
  expect(refused).toHaveLength(5)
  expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(3000)
  await strict.drop()
})

test('interrupted between the row and the gateway, it is still polled and ends', async () => {
  const user = await makeUser(shop.ctx)
  // The statement after the commit would take the lease; here it never runs.
  await shop.database.pool.query(`
    create function die() returns trigger language plpgsql as $$ begin raise 'ended here'; end $$;
    create trigger die before update on deposits for each row when (new.lease_until is not null) execute function die()`)
  expect((await create(user.token, tenDollars, 'key-4')).status).toBe(500)
  await shop.database.pool.query('drop trigger die on deposits; drop function die')
  const [left] = await depositsOf(user.id)
  expect(left).toMatchObject({ status: 'pending', payment_url: null, due_at: expect.any(Date) })

  const pollIn = (minutes: number) => {
    const clock = () => new Date(Date.now() + minutes * 60_000)
    return depositQueue.workDue({ ...shop.ctx, clock })
  }
  const asked = await shop.calls('info')
  await pollIn(1)
  expect(await shop.calls('info')).toBeGreaterThan(asked)
  await pollIn(60)
  expect((await depositsOf(user.id))[0]).toMatchObject({ status: 'canceled', gateway_status: 'not_found' })

  const again = await create(user.token, tenDollars, 'key-4')
  expect([again.status, again.body.order_id]).toEqual([200, left?.reference])
})

test('the database allows no open deposit that is never polled', async () => {
  const user = await makeUser(shop.ctx)
  await create(user.token, tenDollars)
  const unwatch = shop.database.pool.query('update deposits set due_at = null where user_id = $1', [user.id])
  await expect(unwatch).rejects.toThrow(/deposits_pending_are_polled/)
})

test("counts a customer's unpaid deposits without reading earlier ones", async () => {
  const user = await makeUser(shop.ctx)
  await shop.ctx.pool.query(
    `insert into deposits (user_id, reference, gateway, payment_method, amount, bonus, status, created_at)
     select $1, 'old-' || n, 'cryptomus', 'cryptomus', 100000000, 0, 'canceled', now() - interval '1 day'
     from generate_series(1, 5000) n`,
    [user.id],
  )
  const since = new Date(Date.now() - 3_600_000)
  const work = (db: typeof shop.ctx.db) => countUnpaid(db, { userId: user.id, since })
  expect(await countBlocks(shop.ctx.db, { table: 'deposits', work })).toBeLessThan(20)
})
