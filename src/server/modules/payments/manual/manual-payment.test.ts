import { afterAll, beforeAll, expect, test } from 'vitest'

import { listTransactions } from '#contract/ledger/transactions.ts'
import { cancelManualPayment } from '#contract/payments/manual-payments.ts'
import { getPaymentStatus, listDeposits } from '#contract/payments/payments.ts'
import { getConfig } from '#contract/settings/public-config.ts'
import { depositQueue } from '#server/modules/payments/deposits/poll-deposit.ts'
import { sweepFiles } from '#server/modules/attachments/sweep-files.ts'
import { deleteUser } from '#contract/users/admin-users.ts'
import { startDatabaseProxy } from '#torture/proxy/start-proxy.ts'
import { makeUser, type TestUser, usd } from '#test/factories.ts'
import { makePdf, makePicture, type TestFile } from '#test/make-files.ts'
import { makeManualShop, manualMethod, type ManualShop } from '#test/manual-payments.ts'

// A payment that staff confirm, as its customer makes it. Staff decisions are in credit-transfer.test.ts.

const DAY_MS = 86_400_000

let shop: ManualShop
let user: TestUser
let stranger: TestUser
beforeAll(async () => {
  shop = await makeManualShop([
    manualMethod('manual-bank', { fee: { percent: 2, fixed: 0.3 }, bonuses: [{ from: 50, percent: 4 }] }),
    manualMethod('manual-off', { is_on: false }),
  ])
  user = await makeUser(shop.ctx)
  stranger = await makeUser(shop.ctx)
})
afterAll(() => shop.close())

const cancel = (orderId: string, by = user) =>
  shop.call(cancelManualPayment, { token: by.token, params: { order_id: orderId } })
const statusOf = async (orderId: string) =>
  (await shop.call(getPaymentStatus, { token: user.token, params: { order_id: orderId } })).body
const pdf = (name: string): TestFile => ({ name, bytes: makePdf() })
const runJobsIn = (milliseconds: number) =>
  depositQueue.workDue({ ...shop.ctx, clock: () => new Date(Date.now() + milliseconds) })
const countFiles = async (id: bigint) =>
  (await shop.database.pool.query('select from attachments where deposit_id = $1', [id])).rowCount

test('a method is offered with its terms, and its payment page says what to send and how', async () => {
  const { payment_methods: methods } = (await shop.call(getConfig, { query: { language: 'vi' } })).body
  expect(methods.filter(({ id }) => id.startsWith('manual'))).toEqual([
    // The operator's account details are not public.
    expect.objectContaining({
      id: 'manual-bank',
      label: 'Chuyển khoản',
      available: true,
      instructions: null,
    }),
  ])
  const { status, body } = await shop.pay(user, 100)
  expect([status, body.payment_url]).toEqual([
    200,
    `${shop.ctx.config.publicUrl}/add-funds/manual?order_id=${body.order_id}`,
  ])
  const { id } = await shop.find(body.order_id)
  expect((await shop.read(user, body.order_id, { language: 'vi' })).body.payment).toEqual({
    order_id: body.order_id,
    stage: 'unpaid',
    payment_method: 'manual-bank',
    label: 'Chuyển khoản',
    instructions: 'Chuyển vào tài khoản 1.',
    amount: usd('100'),
    fee: usd('2.3'),
    total: usd('102.3'),
    bonus: usd('4'),
    note: `DEP-${id}`,
    created_at: expect.any(Date),
    expires_at: expect.any(Date),
    reference: null,
    sent_at: null,
    files: [],
    refusal: null,
    can_send: true,
    can_cancel: true,
  })
  expect(await statusOf(body.order_id)).toMatchObject({ status: 'pending', stage: 'unpaid' })
  const { open } = (await shop.call(listDeposits, { token: user.token })).body
  expect(open).toMatchObject({ order_id: body.order_id, payment_url: body.payment_url })
})

test('the same idempotency key opens one payment, and a method that is off or unknown opens none', async () => {
  const [first, again] = await Promise.all([
    shop.pay(user, 20, 'manual-bank', 'one'),
    shop.pay(user, 20, 'manual-bank', 'one'),
  ])
  expect([first.status, again.body]).toEqual([200, first.body])
  for (const method of ['manual-off', 'manual-none', 'manual'])
    expect((await shop.pay(user, 20, method)).body.code).toBe('payment_method_unavailable')
})

test('a transfer that was sent waits for approval: reference and files can be corrected until it is decided', async () => {
  const orderId = await shop.open(user, 30)
  const sent = await shop.send(user, orderId, ' FT 1 ', [pdf('a.pdf')])
  expect([sent.status, sent.json.payment]).toEqual([
    200,
    expect.objectContaining({ stage: 'review', reference: 'FT 1', can_send: true, can_cancel: false }),
  ])
  expect(await statusOf(orderId)).toMatchObject({ status: 'pending', stage: 'review' })
  const { transactions } = (await shop.call(listTransactions, { token: user.token })).body
  const { id, review_code: code, due_at: dueAt } = await shop.find(orderId)
  expect(transactions.find((line) => line.id === Number(id))).toMatchObject({
    status: 'processing',
    description: 'Deposit by transfer',
    payment_method: 'manual-bank',
  })
  expect([code, dueAt]).toEqual(['transfer_sent', null])
  const picture = { name: 'b.png', bytes: await makePicture('png') }
  const corrected = await shop.send(user, orderId, 'FT 2', [picture])
  expect(corrected.json.payment).toMatchObject({
    reference: 'FT 2',
    sent_at: sent.json.payment.sent_at,
    files: [{ name: 'a.pdf' }, { name: 'b.png' }],
  })
  expect((await shop.send(user, orderId, 'FT 3', [])).json.payment).toMatchObject({ reference: 'FT 3' })
  const many = await shop.send(user, orderId, 'FT 3', [pdf('c.pdf'), pdf('d.pdf')])
  expect([many.status, many.json.fields]).toEqual([
    422,
    { attachments: 'You can upload a maximum of 3 files' },
  ])
  expect((await cancel(orderId)).body).toMatchObject({
    code: 'state_conflict',
    details: { reason: 'transfer_sent' },
  })
})

test.each([
  ['without a reference', '', [pdf('a.pdf')], 422, 'reference'],
  ['with a long one', 'x'.repeat(101), [pdf('a.pdf')], 422, 'reference'],
  ['without a proof', 'R', [], 422, 'attachments'],
  ['with a program', 'R', [{ name: 'a.png', bytes: Buffer.alloc(100, 'MZ') }], 415, undefined],
] as const)('%s nothing is sent', async (_what, reference, files, status, field) => {
  const orderId = await shop.open(user, 10)
  const refused = await shop.send(user, orderId, reference, files)
  expect([refused.status, Object.keys(refused.json.fields ?? {})]).toEqual([status, field ? [field] : []])
  expect(await shop.find(orderId)).toMatchObject({ status: 'pending', review_code: null })
  expect((await cancel(orderId)).body.payment).toMatchObject({ stage: 'canceled', can_cancel: false })
})

test("another customer's payment, and one by a gateway, is not found", async () => {
  const orderId = await shop.open(user, 10)
  const answers = [
    await shop.read(stranger, orderId),
    await shop.send(stranger, orderId, 'R'),
    await cancel(orderId, stranger),
    await shop.read(user, 'unknown'),
  ]
  await shop.ctx.db
    .updateTable('deposits')
    .set({ gateway: 'cryptomus' })
    .where('reference', '=', orderId)
    .execute()
  answers.push(await shop.read(user, orderId), await shop.send(user, orderId, 'R'))
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404])
})

test('an unsent payment is canceled after 7 days, a sent one never, and a transfer can still be reported', async () => {
  const [unsent, sent] = [await shop.open(user, 10), await shop.open(user, 11)]
  await shop.send(user, sent, 'IN TIME')
  await runJobsIn(6.9 * DAY_MS)
  expect((await shop.find(unsent)).status).toBe('pending')
  await runJobsIn(7.1 * DAY_MS)
  expect([(await shop.find(unsent)).status, (await shop.find(sent)).status]).toEqual(['canceled', 'review'])
  expect((await shop.send(user, unsent, 'LATE')).json.payment).toMatchObject({ stage: 'review' })
})

test('concurrent copies of one form store at most three files and one review', async () => {
  const orderId = await shop.open(user, 10)
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => shop.send(user, orderId, 'COPY', [pdf('a.pdf')])),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 422, 422])
  expect(await countFiles((await shop.find(orderId)).id)).toBe(3)
})

test('an interrupted form leaves the payment unsent, and its file is removed later', async () => {
  const line = await startDatabaseProxy(shop.database.url)
  const far = await shop.another({ databaseUrl: line.url })
  const orderId = await shop.open(user, 10)
  const { id } = await shop.find(orderId)
  const holder = await shop.database.pool.connect()
  await holder.query('begin')
  await holder.query('select from deposits where id = $1 for update', [id])
  const tried = shop.send(user, orderId, 'CUT', [pdf('a.pdf')], far)
  const waiting = `select 1 from pg_locks join pg_stat_activity using (pid)
    where not granted and datname = current_database()`
  await expect
    .poll(async () => (await shop.database.pool.query(waiting)).rowCount, { timeout: 20_000 })
    .toBeGreaterThan(0)
  await line.cut()
  expect((await tried).status).toBeGreaterThanOrEqual(500)
  await holder.query('rollback')
  holder.release()
  expect([(await shop.find(orderId)).status, await countFiles(id)]).toEqual(['pending', 0])
  const left = 'select from attachments where user_id = $1 and deposit_id is null'
  expect((await shop.database.pool.query(left, [user.id])).rowCount).toBeGreaterThan(0)
  await sweepFiles({ ...shop.ctx, clock: () => new Date(Date.now() + 2 * DAY_MS) })
  expect((await shop.database.pool.query(left, [user.id])).rowCount).toBe(0)
  expect((await shop.send(user, orderId, 'CUT')).status).toBe(200)
})

test('proofs of a deleted user are removed with the files of their tickets', async () => {
  const { user: gone, id } = await shop.openSent(10, 'GONE')
  const { status } = await shop.call(deleteUser, { token: shop.admin.token, params: { id: gone.id } })
  expect([status < 300, await countFiles(id)]).toEqual([true, 0])
  await sweepFiles({ ...shop.ctx, clock: () => new Date(Date.now() + 2 * DAY_MS) })
  const left = await shop.database.pool.query('select from attachments where user_id = $1', [gone.id])
  expect(left.rowCount).toBe(0)
})
