import { afterAll, beforeAll, expect, test } from 'vitest'

import {
  creditDeposit,
  dismissDeposit,
  getAdminDeposit,
  listAdminDeposits,
  refuseDeposit,
} from '#contract/payments/admin-deposits.ts'
import { getPaymentStatus } from '#contract/payments/payments.ts'
import { listTransactions } from '#contract/ledger/transactions.ts'
import { startDatabaseProxy } from '#torture/proxy/start-proxy.ts'
import { type DepositReviewApp, makeDepositReview } from '#test/deposit-review.ts'
import { balanceOf, makeUser, usd } from '#test/factories.ts'

// Longer than most: one setup, and everything that can race with a manual credit.

let desk: DepositReviewApp
beforeAll(async () => {
  desk = await makeDepositReview()
})
afterAll(() => desk.close())

test('lists what needs review: who, how much, the received amount and why', async () => {
  const { user, reference, id } = await desk.openShort(100, '7.5')
  const { deposits } = await desk.list({ attention: 'true' })
  const one = await desk.call(getAdminDeposit, { token: desk.admin.token, params: { id } })
  expect(one.body.deposit).toEqual(deposits[0])
  expect(deposits[0]).toEqual({
    id: Number(id),
    order_id: reference,
    user_id: user.id,
    user_email: user.email,
    gateway: 'cryptomus',
    payment_method: 'cryptomus',
    amount: usd('100'),
    fee: 0n,
    bonus: usd('5'),
    status: 'review',
    credited_amount: null,
    reversed: 0n,
    user_owes: 0n,
    review_code: 'underpaid',
    review_details: { arrived: '7.50000000' },
    review_reason: 'Less was paid than invoiced',
    gateway_reversed: null,
    gateway_status: 'wrong_amount',
    arrived: usd('7.5'),
    arrived_as: '7.50000000 USDT',
    answered_at: expect.any(Date),
    created_at: expect.any(Date),
    updated_at: expect.any(Date),
    expires_at: expect.any(Date),
    refused_at: null,
    completed_at: null,
  })
  expect((await desk.list({ status: 'completed', user_id: String(user.id) })).deposits).toEqual([])
})

test('pages over all customers without gaps or repetitions, newest first', async () => {
  const ids: number[] = []
  for (let times = 0; times < 5; times += 1) ids.push(Number((await desk.openShort(10, '1')).id))
  const seen: number[] = []
  for (let cursor: string | null = String(Math.max(...ids) + 1); cursor !== null && seen.length < 5;) {
    const page = await desk.list({ status: 'review', limit: '2', cursor })
    seen.push(...page.deposits.map(({ id }) => id))
    cursor = page.next_cursor
  }
  expect(seen.slice(0, 5)).toEqual(ids.toReversed())
})

test('credits the amount that the gateway reports, once and finally: a later paid changes nothing', async () => {
  const { user, reference, id } = await desk.openShort(600, '150')
  const answer = await desk.credit(id, { reason: 'as it arrived' })
  expect([answer.status, answer.body.deposit]).toMatchObject([
    200,
    {
      status: 'completed',
      credited_amount: usd('150'),
      amount: usd('600'),
      bonus: usd('7.5'),
      review_code: null,
    },
  ])
  await desk.sendWebhook(reference, 'paid')
  await desk.pollIn(60_000)
  expect(await balanceOf(desk.ctx, user.id)).toBe(usd('157.5'))
  expect(await desk.linesOf(user.id)).toEqual([
    ['deposit', usd('150')],
    ['bonus', usd('7.5')],
  ])
  expect(await desk.messagesOf(user)).toEqual([
    ['other', "We received $600.00 and credited $150.00. We're reviewing the other $450.00."],
    ['payment_success', 'Your payment of $150.00 was received. A bonus of $7.50 was added.'],
    ['other', "We received $150.00 of your $600.00 payment. We're reviewing it."],
  ])
  const status = await desk.call(getPaymentStatus, { token: user.token, params: { order_id: reference } })
  expect(status.body).toMatchObject({ status: 'paid', amount: usd('150'), bonus: usd('7.5') })
  const { transactions } = (await desk.call(listTransactions, { token: user.token })).body
  expect(transactions.find(({ id: line }) => line === Number(id))).toMatchObject({
    type: 'deposit',
    status: 'completed',
    amount: usd('150'),
    reference_id: reference,
  })
})

test('logs who credited, from where, why, and the values before and after', async () => {
  const { user, id } = await desk.openShort(20, '5')
  await desk.credit(id, { amount: 19.99, reason: 'goodwill' })
  expect(await desk.recordsOf(id)).toMatchObject([
    {
      actor_id: desk.admin.id,
      action: 'deposit.credit',
      reason: 'goodwill',
      address: '127.0.0.1',
      before: { status: 'review', user_id: user.id, credited_amount: null, arrived: String(usd('5')) },
      after: { status: 'completed', credited_amount: String(usd('19.99')) },
    },
  ])
  const line = await desk.ctx.db
    .selectFrom('transactions')
    .select(['actor_id', 'deposit_id', 'from_account'])
    .where('user_id', '=', user.id)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(line).toEqual({ actor_id: desk.admin.id, deposit_id: id, from_account: 'clearing:cryptomus' })
})

test.each([
  ['the promised one with the amount of the invoice', 500, 500, '50'],
  ['that of a deposit of what is credited, when it is less', 500, 499.99, '24.9995'],
  ['that of a deposit of what is credited, when it is more', 50, 100.00000019, '5'],
  ['none below the first step', 100, 99.99, '0'],
])('the bonus is %s', async (_name, opened, credited, bonus) => {
  const { user, id } = await desk.openShort(opened, '1')
  expect((await desk.credit(id, { amount: credited, reason: 'so' })).status).toBe(200)
  expect(await desk.linesOf(user.id)).toEqual([
    ['deposit', usd(String(credited))],
    ...(bonus === '0' ? [] : [['bonus', usd(bonus)]]),
  ])
})

test('credits one that is still open or was canceled when staff know better, and none twice', async () => {
  for (const word of [undefined, 'cancel']) {
    const user = await makeUser(desk.ctx)
    const reference = await desk.open(user.token, 10)
    if (word !== undefined) await desk.sendWebhook(reference, word)
    const { id } = await desk.find(reference)
    expect((await desk.credit(id, { amount: 10, reason: 'seen at the wallet' })).status).toBe(200)
    const again = await desk.credit(id, { amount: 10, reason: 'once more' })
    expect([again.status, again.body.code]).toEqual([409, 'state_conflict'])
    expect((await desk.refuse(id)).status).toBe(409)
    await desk.sendWebhook(reference, 'paid')
    expect(await balanceOf(desk.ctx, user.id)).toBe(usd('10'))
    expect(await desk.recordsOf(id)).toHaveLength(1)
  }
})

test('two members of staff at once credit once, also over two processes', async () => {
  const other = await desk.another()
  const { user, id } = await desk.openShort(30, '30')
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, at) =>
      desk.credit(id, { amount: 10 + at, reason: 'at once' }, at % 2 === 0 ? desk : other),
    ),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(7).fill(409)])
  const credited = answers.find(({ status }) => status === 200)?.body.deposit.credited_amount
  expect(await balanceOf(desk.ctx, user.id)).toBe(credited)
  expect(await desk.recordsOf(id)).toHaveLength(1)
})

test('staff and a webhook at the same moment credit once', async () => {
  for (let round = 0; round < 10; round += 1) {
    const { user, reference, id } = await desk.openShort(10, '4')
    await desk.move(reference, 'paid')
    await desk.send({ order_id: reference, status: 'paid' })
    const [byHand] = await Promise.all([
      desk.credit(id, { amount: 4, reason: 'as it arrived' }),
      desk.workWebhooks(),
      desk.pollIn(3_600_000),
    ])
    expect([200, 409]).toContain(byHand.status)
    expect(await balanceOf(desk.ctx, user.id)).toBe(byHand.status === 200 ? usd('4') : usd('10'))
    expect(await desk.linesOf(user.id)).toHaveLength(1)
  }
})

test('a connection that breaks in the middle leaves nothing, and a retry credits once', async () => {
  const line = await startDatabaseProxy(desk.database.url)
  const far = await desk.another({ databaseUrl: line.url })
  const { user, id } = await desk.openShort(10, '4')
  const holder = await desk.database.pool.connect()
  await holder.query('begin')
  await holder.query('select from accounts where user_id = $1 for update', [user.id])
  const tried = desk.credit(id, { reason: 'interrupted' }, far)
  const waiting = `select 1 from pg_locks join pg_stat_activity using (pid)
    where not granted and datname = current_database()`
  await expect
    .poll(async () => (await desk.database.pool.query(waiting)).rowCount, { timeout: 20_000 })
    .toBe(1)
  await line.cut()
  expect((await tried).status).toBeGreaterThanOrEqual(500)
  await holder.query('rollback')
  holder.release()
  expect(await desk.linesOf(user.id)).toEqual([])
  expect(await desk.recordsOf(id)).toEqual([])
  expect((await desk.credit(id, { reason: 'again' })).status).toBe(200)
  expect(await balanceOf(desk.ctx, user.id)).toBe(usd('4'))
})

test('when the answer of the commit is lost, the retry learns it, and it is credited once', async () => {
  const line = await startDatabaseProxy(desk.database.url)
  const far = await desk.another({ databaseUrl: line.url })
  const { user, id } = await desk.openShort(10, '4')
  const { pool } = desk.database
  // The commit waits for the advisory lock that this tx holds.
  await pool.query(`
    create function hold() returns trigger language plpgsql as $$
      begin perform pg_advisory_xact_lock(4711); return null; end $$;
    create constraint trigger hold after insert on audit_log deferrable initially deferred
      for each row execute function hold()`)
  const holder = await pool.connect()
  await holder.query('select pg_advisory_lock(4711)')
  const tried = desk.credit(id, { reason: 'unheard' }, far)
  const waiting = `select 1 from pg_locks where locktype = 'advisory' and objid = 4711 and not granted`
  await expect.poll(async () => (await pool.query(waiting)).rowCount, { timeout: 20_000 }).toBe(1)
  line.darken('answers')
  await holder.query('select pg_advisory_unlock(4711)')
  holder.release()
  await expect.poll(() => desk.recordsOf(id), { timeout: 20_000 }).toHaveLength(1)
  await line.cut()
  expect((await tried).status).toBeGreaterThanOrEqual(500)
  await pool.query('drop trigger hold on audit_log; drop function hold')
  expect((await desk.credit(id, { reason: 'again' })).body.code).toBe('state_conflict')
  expect(await balanceOf(desk.ctx, user.id)).toBe(usd('4'))
  expect(await desk.recordsOf(id)).toHaveLength(1)
})

test('without its audit log entry nothing is credited', async () => {
  const { user, id, reference } = await desk.openShort(10, '4')
  await desk.database.pool.query('alter table audit_log add constraint full_disk check (false) not valid')
  expect((await desk.credit(id, { reason: 'in vain' })).status).toBe(500)
  await desk.database.pool.query('alter table audit_log drop constraint full_disk')
  expect([await balanceOf(desk.ctx, user.id), (await desk.find(reference)).status]).toEqual([0n, 'review'])
})

test('polls the gateway when the amount is unknown, and requires it from staff when that fails', async () => {
  const user = await makeUser(desk.ctx)
  const reference = await desk.open(user.token, 20)
  const { id } = await desk.find(reference)
  await desk.fault({ action: 'info', kind: 'error_500_before', times: 1 })
  const unknown = await desk.credit(id, { reason: 'it is there' })
  expect([unknown.status, unknown.body.fields['amount']]).toEqual([422, expect.any(String)])
  await desk.move(reference, 'confirm_check', '20')
  const known = await desk.credit(id, { reason: 'it is there' })
  expect([known.status, known.body.deposit.credited_amount]).toEqual([200, usd('20')])
  expect(await balanceOf(desk.ctx, user.id)).toBe(usd('20'))
})

test('an answer that credits it meanwhile is not credited again', async () => {
  const user = await makeUser(desk.ctx)
  const reference = await desk.open(user.token, 20)
  const { id } = await desk.find(reference)
  await desk.move(reference, 'paid')
  expect((await desk.credit(id, { reason: 'it is there' })).status).toBe(409)
  expect(await balanceOf(desk.ctx, user.id)).toBe(usd('20'))
})

test.each([
  ['no reason', { amount: 1 }, 'reason'],
  ['an empty reason', { amount: 1, reason: '  ' }, 'reason'],
  ['nothing', { amount: 0, reason: 'so' }, 'amount'],
  ['less than nothing', { amount: -1, reason: 'so' }, 'amount'],
  ['nine decimals', { amount: 0.000000001, reason: 'so' }, 'amount'],
  ['a text', { amount: '1', reason: 'so' }, 'amount'],
  ['more than an account holds', '{"amount":1e309,"reason":"so"}', 'amount'],
])('refuses to credit with %s', async (_name, body, field) => {
  const { user, id } = await desk.openShort(10, '4')
  const answer = await desk.credit(id, body)
  expect([answer.status, answer.body.fields[field]]).toEqual([422, expect.any(String)])
  expect(await desk.linesOf(user.id)).toEqual([])
})

test('is for staff only, and refuses a missing deposit', async () => {
  const { user, id } = await desk.openShort(10, '4')
  const body = { amount: 10, reason: 'mine' }
  for (const endpoint of [creditDeposit, refuseDeposit, dismissDeposit]) {
    expect((await desk.call(endpoint, { token: user.token, params: { id }, body })).status).toBe(403)
    expect((await desk.call(endpoint, { params: { id }, body })).status).toBe(401)
  }
  expect((await desk.call(listAdminDeposits, { token: user.token })).status).toBe(403)
  expect((await desk.credit(9_000_000_000_000n, body)).body.code).toBe('deposit_not_found')
  expect(await desk.linesOf(user.id)).toEqual([])
})
