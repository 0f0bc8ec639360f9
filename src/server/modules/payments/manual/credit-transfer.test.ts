import { afterAll, beforeAll, expect, test } from 'vitest'

import { listNotifications } from '#contract/messaging/notifications.ts'
import { listTransactions } from '#contract/ledger/transactions.ts'
import { enterDeposit, listAdminDeposits, reverseDeposit } from '#contract/payments/admin-deposits.ts'
import { getTransfer, getTransferFile } from '#contract/payments/admin-transfers.ts'
import { getReconciliation } from '#contract/reports/reconciliation.ts'
import { startDatabaseProxy } from '#torture/proxy/start-proxy.ts'
import { balanceOf, makeUser, type TestUser, usd } from '#test/factories.ts'
import { makePicture } from '#test/make-files.ts'
import { makeManualShop, manualMethod, type ManualShop } from '#test/manual-payments.ts'

// Staff decisions about payments that they confirm: the credit, the reference, the second person, the refusal.

let shop: ManualShop
beforeAll(async () => {
  shop = await makeManualShop([
    manualMethod('manual-bank', { fee: { percent: 2, fixed: 0 }, bonuses: [{ from: 50, percent: 4 }] }),
    manualMethod('manual-wise', { approval_above: 100 }),
    manualMethod('manual-usdt'),
  ])
})
afterAll(() => shop.close())

const linesOf = async (userId: number) => {
  const rows = await shop.ctx.db
    .selectFrom('transactions')
    .select(['type', 'from_account', 'to_account', 'amount'])
    .where('user_id', '=', userId)
    .orderBy('seq')
    .execute()
  return rows.map(({ from_account: from, to_account: to, amount }) => [from, to, amount])
}
const actionsOf = async (id: bigint) =>
  (
    await shop.ctx.db
      .selectFrom('audit_log')
      .select(['action', 'actor_id'])
      .where('subject', '=', 'deposit')
      .where('subject_id', '=', id)
      .orderBy('number')
      .execute()
  ).map(({ action, actor_id: actor }) => [action, actor])
const messagesOf = async ({ token }: TestUser) =>
  (await shop.call(listNotifications, { token })).body.map(({ message }) => message)
const fetchFile = (id: bigint, file: number, { token } = shop.admin) =>
  fetch(
    `${shop.url}${getTransferFile.path.replace(':id', String(id)).replace(':attachment_id', String(file))}`,
    {
      headers: { authorization: `Bearer ${token}` },
    },
  )

test("the received amount is credited with fee and bonus of the method, in the method's own clearing account", async () => {
  const { user, orderId, id } = await shop.openSent(100, 'FT-1')
  const list = await shop.call(listAdminDeposits, {
    token: shop.admin.token,
    query: { attention: 'true', user_id: String(user.id) },
  })
  expect(list.body.deposits).toMatchObject([{ id: Number(id), review_code: 'transfer_sent' }])
  const body = { amount: 102, reason: 'On the statement', expected_status: 'review' }
  expect((await shop.credit(id, body)).body.deposit).toMatchObject({
    status: 'completed',
    credited_amount: usd('102'),
    fee: usd('2'),
    arrived: usd('102'),
  })
  expect(await linesOf(user.id)).toEqual([
    ['clearing:manual-bank', 'customer', usd('102')],
    ['customer', 'fee', usd('2')],
    ['bonus', 'customer', usd('4')],
  ])
  expect((await shop.read(user, orderId)).body.payment).toMatchObject({
    stage: 'paid',
    amount: usd('100'),
    can_send: false,
  })
  expect(await actionsOf(id)).toEqual([['deposit.credit', shop.admin.id]])
  expect(await messagesOf(user)).toEqual([
    'Your payment of $100.00 was received. A bonus of $4.00 was added.',
  ])
  const late = await shop.send(user, orderId, 'AGAIN')
  expect([late.status, late.json.details]).toEqual([409, { reason: 'decided_already' }])
  const query = { day: new Date().toISOString().slice(0, 10) }
  const { gateways } = (await shop.call(getReconciliation, { token: shop.admin.token, query })).body
  expect(gateways.find(({ gateway }) => gateway === 'manual-bank')).toMatchObject({ differences: 0 })
})

test('an amount, a reference and the permission are required, and a reference only for manual payments', async () => {
  const user = await makeUser(shop.ctx)
  const orderId = await shop.open(user, 20)
  const { id } = await shop.find(orderId)
  const fieldsOf = async (body: unknown) => Object.keys((await shop.credit(id, body)).body.fields ?? {})
  expect(await fieldsOf({ reason: 'so' })).toEqual(['amount'])
  // The customer has sent nothing yet.
  expect(await fieldsOf({ amount: 20, reason: 'so' })).toEqual(['reference'])
  const clerk = await makeUser(shop.ctx, { role: 'admin', permissions: ['support', 'orders'] })
  const body = { amount: 20, reason: 'so', reference: 'SEEN' }
  for (const by of [clerk, user]) {
    expect((await shop.credit(id, body, by)).status).toBe(403)
    expect((await shop.approve(id, { expected_amount: 20 }, by)).status).toBe(403)
    const { status } = await shop.call(getTransfer, { token: by.token, params: { id } })
    expect(status).toBe(403)
  }
  expect((await shop.credit(id, body)).status).toBe(200)
  expect(await balanceOf(shop.ctx, user.id)).toBe(usd('19.60784314'))
  const entered = { user: String(user.id), amount: 1, reference: 'CASH', reason: 'so' }
  const { body: manual } = await shop.call(enterDeposit, { token: shop.admin.token, body: entered })
  expect((await shop.call(getTransfer, { token: shop.admin.token, params: manual.deposit })).status).toBe(404)
})

test("staff open a proof as a download that can't run anything, and others can't open it", async () => {
  const { user, id } = await shop.openSent(10, 'PROOF')
  const [file] = (await shop.readTransfer(id)).files
  const { status, headers } = await fetchFile(id, file?.id ?? 0)
  expect([status, headers.get('content-type')]).toEqual([200, 'application/pdf'])
  expect(headers.get('content-disposition')).toMatch(/^attachment; filename="receipt.pdf"/)
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('content-security-policy')).toBe("sandbox; default-src 'none'")
  const clerk = await makeUser(shop.ctx, { role: 'admin', permissions: ['support'] })
  const other = await shop.openSent(10, 'OTHER')
  expect((await fetchFile(id, file?.id ?? 0, clerk)).status).toBe(403)
  expect((await fetchFile(id, file?.id ?? 0, user)).status).toBe(403)
  expect((await fetchFile(other.id, file?.id ?? 0)).status).toBe(404)
})

test('a reference is credited once per method, whatever its case and blanks, and staff learn for which deposit', async () => {
  const first = await shop.openSent(10, 'Ref 77', 'manual-usdt')
  const again = await shop.openSent(20, ' rEF77', 'manual-usdt')
  expect((await shop.credit(first.id, { amount: 10, reason: 'so' })).status).toBe(200)
  const refused = await shop.credit(again.id, { amount: 20, reason: 'so' })
  expect(refused.json).toMatchObject({
    code: 'state_conflict',
    details: { reason: 'reference_entered', deposit_id: Number(first.id) },
  })
  expect(await balanceOf(shop.ctx, again.user.id)).toBe(0n)
  expect((await shop.readTransfer(again.id)).same_reference).toBe(Number(first.id))
  expect((await shop.readTransfer(first.id)).same_reference).toBeNull()
  // Two banks may use the same number: staff are shown the other one, and decide.
  const elsewhere = await shop.openSent(20, 'REF77', 'manual-bank')
  expect((await shop.readTransfer(elsewhere.id)).same_reference).toBe(Number(first.id))
  expect((await shop.credit(elsewhere.id, { amount: 20, reason: 'so' })).status).toBe(200)
})

test('one reference for many payments at once credits one of them, over two processes', async () => {
  const other = await shop.another()
  const sent = []
  for (let at = 0; at < 6; at += 1) sent.push(await shop.openSent(10, 'AT ONCE', 'manual-usdt'))
  const answers = await Promise.all(
    sent.map(({ id }, at) =>
      shop.credit(id, { amount: 10, reason: 'so' }, shop.admin, at % 2 === 0 ? shop : other),
    ),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409, 409])
  const balances = await Promise.all(sent.map(({ user }) => balanceOf(shop.ctx, user.id)))
  expect(balances.toSorted().at(-1)).toBe(usd('10'))
  expect(balances.filter((balance) => balance > 0n)).toHaveLength(1)
})

test('staff at once credit once', async () => {
  const { user, id } = await shop.openSent(10, 'TWO STAFF')
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, at) =>
      shop.credit(id, { amount: 10 + at, reason: 'so' }, at % 2 === 0 ? shop.admin : shop.second),
    ),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409, 409])
  expect((await linesOf(user.id)).filter(([from]) => from === 'clearing:manual-bank')).toHaveLength(1)
})

test('a refusal is read by its customer, in the app and by email, and the reference stays free', async () => {
  const { user, orderId, id } = await shop.openSent(500, 'REFUSED', 'manual-wise')
  await shop.credit(id, { amount: 500, reason: 'so' })
  const answer = await shop.refuse(id, { reason: 'No such transfer arrived' }, shop.second)
  expect(answer.body.deposit).toMatchObject({ status: 'canceled', review_code: null })
  expect((await shop.read(user, orderId)).body.payment).toMatchObject({
    stage: 'canceled',
    refusal: 'No such transfer arrived',
    can_send: false,
  })
  expect(await messagesOf(user)).toEqual([
    "Your payment of $500.00 wasn't credited: No such transfer arrived",
  ])
  const emails = await shop.ctx.db
    .selectFrom('emails')
    .select('kind')
    .where('user_id', '=', user.id)
    .execute()
  expect(emails).toEqual([{ kind: 'transfer_refused' }])
  expect((await shop.refuse(id, { reason: 'again' })).json['details']).toEqual({ reason: 'refused_already' })
  expect((await shop.send(user, orderId, 'REFUSED')).status).toBe(409)
  expect((await shop.approve(id, { expected_amount: 500 }, shop.second)).status).toBe(409)
  const again = await shop.openSent(100, 'REFUSED', 'manual-wise')
  expect((await shop.credit(again.id, { amount: 100, reason: 'so' })).status).toBe(200)
})

test('an interrupted credit leaves nothing claimed, and a retry credits once', async () => {
  const line = await startDatabaseProxy(shop.database.url)
  const far = await shop.another({ databaseUrl: line.url })
  const { user, id } = await shop.openSent(10, 'CUT OFF', 'manual-usdt')
  const holder = await shop.database.pool.connect()
  await holder.query('begin')
  await holder.query('select from accounts where user_id = $1 for update', [user.id])
  const tried = shop.credit(id, { amount: 10, reason: 'so' }, shop.admin, far)
  const waiting = `select 1 from pg_locks join pg_stat_activity using (pid)
    where not granted and datname = current_database()`
  await expect
    .poll(async () => (await shop.database.pool.query(waiting)).rowCount, { timeout: 20_000 })
    .toBeGreaterThan(0)
  await line.cut()
  expect((await tried).status).toBeGreaterThanOrEqual(500)
  await holder.query('rollback')
  holder.release()
  const claims = await shop.database.pool.query('select from entered_references where deposit_id = $1', [id])
  expect([claims.rowCount, await linesOf(user.id)]).toEqual([0, []])
  expect((await shop.credit(id, { amount: 10, reason: 'so' })).status).toBe(200)
  expect(await balanceOf(shop.ctx, user.id)).toBe(usd('10'))
})

test('a transfer that the bank took back says so without the id of its method', async () => {
  const { user, id } = await shop.openSent(10, 'RECALLED', 'manual-usdt')
  expect((await shop.credit(id, { amount: 10, reason: 'so' })).status).toBe(200)
  const body = { reversed: 10, reason: 'The bank recalled it' }
  expect((await shop.call(reverseDeposit, { token: shop.admin.token, params: { id }, body })).status).toBe(
    200,
  )
  const { transactions } = (await shop.call(listTransactions, { token: user.token })).body
  expect(transactions.map(({ description }) => description)).toEqual([
    'Payment of $10.00 reversed',
    'Deposit by transfer',
  ])
})

test('end to end: from the method in the settings to the balance, approved by a second person, with a reference that counts once', async () => {
  const terms = { min: 20, max: 1000, fee: { percent: 2, fixed: 0.5 }, approval_above: 200 }
  await shop.decide([manualMethod('manual-way', terms)])
  const [user, other] = [await makeUser(shop.ctx), await makeUser(shop.ctx)]
  for (const amount of [19.99, 1000.01])
    expect((await shop.pay(user, amount, 'manual-way')).body.fields).toHaveProperty('amount')
  const orderId = await shop.open(user, 300, 'manual-way')
  expect((await shop.read(user, orderId, { language: 'vi' })).body.payment).toMatchObject({
    label: 'Chuyển khoản',
    instructions: 'Chuyển vào tài khoản 1.',
    fee: usd('6.5'),
    total: usd('306.5'),
  })
  const proof = { name: 'proof.png', bytes: await makePicture('png') }
  expect((await shop.send(user, orderId, 'WAY-1', [proof])).json.payment).toMatchObject({ stage: 'review' })
  const { id } = await shop.find(orderId)
  const [file] = (await shop.readTransfer(id)).files
  const opened = await fetchFile(id, file?.id ?? 0)
  expect([opened.status, opened.headers.get('content-type')]).toEqual([200, 'image/png'])
  expect((await shop.credit(id, { amount: 306.5, reason: 'Arrived' })).body.deposit.status).toBe('review')
  expect(await balanceOf(shop.ctx, user.id)).toBe(0n)
  expect((await shop.approve(id, { expected_amount: 306.5 })).json['details']).toEqual({
    reason: 'own_proposal',
  })
  expect((await shop.approve(id, { expected_amount: 306.5 }, shop.second)).status).toBe(200)
  expect(await balanceOf(shop.ctx, user.id)).toBe(usd('315'))
  expect(await linesOf(user.id)).toEqual([
    ['clearing:manual-way', 'customer', usd('306.5')],
    ['customer', 'fee', usd('6.5')],
    ['bonus', 'customer', usd('15')],
  ])
  const again = await shop.open(other, 20, 'manual-way')
  await shop.send(other, again, 'way 1', [proof])
  const refused = await shop.credit((await shop.find(again)).id, {
    amount: 20.9,
    reference: 'way-1',
    reason: 'Arrived',
  })
  expect(refused.json['details']).toMatchObject({ reason: 'reference_entered', deposit_id: Number(id) })
  expect(await balanceOf(shop.ctx, other.id)).toBe(0n)
})
