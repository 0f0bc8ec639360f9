import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'

import { listTransactions } from '#contract/ledger/transactions.ts'
import { listNotifications } from '#contract/messaging/notifications.ts'
import { getPaymentStatus, listDeposits } from '#contract/payments/payments.ts'
import { placeMassOrder } from '#contract/orders/mass-orders.ts'
import { createOrder } from '#contract/orders/order-placing.ts'
import { getProfile } from '#contract/users/users.ts'
import type { Invoice } from '#server/integrations/gateways/gateway.ts'
import { postingKinds } from '#server/modules/ledger/posting-kinds.ts'
import { postTransaction } from '#server/modules/ledger/post-transaction.ts'
import { createApiKey } from '#server/modules/users/api-keys/manage-keys.ts'
import { auditMoney } from '#test/audit.ts'
import { type DepositReviewApp, makeDepositReview } from '#test/deposit-review.ts'
import { balanceOf, makeService, makeUser, type TestUser, usd } from '#test/factories.ts'
import { makeReseller } from '#test/reseller-client.ts'

import { type DepositKey, findDepositByReference } from './deposit-queries.ts'
import { settleDeposit } from './settle-deposit.ts'

// Longer than most: one setup, and every way in which money is reversed.

let shop: DepositReviewApp
let service: { id: number }
beforeAll(async () => {
  shop = await makeDepositReview()
  service = await makeService(shop.ctx, { rate: '10' })
})
afterEach(() => auditMoney(shop.ctx))
afterAll(() => shop.close())

type Paid = { key: DepositKey; reference: string; invoice: Invoice }

/** A deposit of that many dollars, and its gateway's answer once it is paid. */
async function open(user: TestUser, amount: number): Promise<Paid> {
  const reference = await shop.open(user.token, amount)
  const deposit = await findDepositByReference(shop.ctx.db, { reference })
  if (deposit === undefined) throw new Error('the deposit was just opened')
  const key = { userId: user.id, id: deposit.id }
  const invoice: Invoice = {
    reference,
    ids: [reference],
    amount: usd(String(amount)),
    currency: 'USD',
    arrived: undefined,
    arrivedAs: undefined,
    state: 'paid',
    status: 'paid',
    url: undefined,
    expiresAt: undefined,
  }
  return { key, reference, invoice }
}

/** A deposit of that many dollars that the gateway reports as paid. */
async function pay(user: TestUser, amount: number): Promise<Paid> {
  const paid = await open(user, amount)
  expect(await settleDeposit(shop.ctx, paid.key, paid.invoice)).toBe('completed')
  return paid
}

/** The gateway reports that total as reversed. */
const takeBack = ({ key, invoice }: Paid, total: string, askedAt?: Date) =>
  settleDeposit(shop.ctx, key, { ...invoice, reversed: usd(total) }, askedAt)

/** Orders for that many whole dollars. */
const order = (user: TestUser, dollars: number) =>
  shop.call(createOrder, {
    token: user.token,
    body: { service_id: service.id, link: 'https://example.com/a', quantity: dollars * 100 },
  })

async function fundsOf({ id }: TestUser): Promise<{ balance: bigint; owed: bigint }> {
  return shop.ctx.db
    .selectFrom('accounts')
    .select(['balance', 'owed'])
    .where('user_id', '=', id)
    .executeTakeFirstOrThrow()
}

async function linesOf({ token }: TestUser): Promise<[string, bigint][]> {
  const { body } = await shop.call(listTransactions, { token, query: {} })
  return body.transactions.map(({ description, amount }) => [description, amount])
}

const codesOf = async ({ token }: TestUser) => {
  const { body } = await shop.call(listNotifications, { token })
  return body.map(({ code, details }) => ({ code, details }))
}

test('takes what the balance has and the rest from the next deposits; until then orders are refused and say how much is owed', async () => {
  const user = await makeUser(shop.ctx)
  const first = await pay(user, 50)
  expect((await order(user, 20)).status).toBe(201)
  await takeBack(first, '50')
  expect(await fundsOf(user)).toEqual({ balance: 0n, owed: usd('20') })
  const { body: profile } = await shop.call(getProfile, { token: user.token })
  expect(profile.user).toMatchObject({ balance: 0n, owed: usd('20') })

  // A refund raises the balance, but the order is still refused.
  await postTransaction(shop.ctx.db, {
    userId: user.id,
    kind: postingKinds.adjustment,
    amount: usd('5'),
    reason: 'Sorry',
    actorId: shop.admin.id,
  })
  const refused = await order(user, 1)
  expect([refused.status, refused.body]).toEqual([
    409,
    expect.objectContaining({
      code: 'balance_owed',
      message:
        'You owe $20.00 because a payment was reversed. Add funds to pay it, then you can order again.',
      details: { owed: 20 },
    }),
  ])
  const mass = await shop.call(placeMassOrder, {
    token: user.token,
    body: { lines: [{ service_id: service.id, link: 'https://example.com/b', quantity: 100 }] },
  })
  expect(mass.body.results).toMatchObject([{ code: 'balance_owed' }])
  const reseller = makeReseller(shop, await createApiKey(shop.ctx, { userId: user.id, address: '127.0.0.1' }))
  const added = await reseller('add', { service: service.id, link: 'https://example.com/c', quantity: 100 })
  expect(added.text).toBe('{"error":"Not enough funds on balance"}')
  expect((await reseller('balance')).json).toEqual({ balance: '5.00', currency: 'USD' })

  await pay(user, 10)
  expect(await fundsOf(user)).toEqual({ balance: 0n, owed: usd('5') })
  await pay(user, 10)
  expect(await fundsOf(user)).toEqual({ balance: usd('5'), owed: 0n })
  expect((await order(user, 1)).status).toBe(201)
  expect((await linesOf(user)).slice(1)).toEqual([
    ['Payment of the amount owed', usd('-5')],
    ['Deposit via Cryptomus', usd('10')],
    ['Payment of the amount owed', usd('-15')],
    ['Deposit via Cryptomus', usd('10')],
    ['Balance adjustment: Sorry', usd('5')],
    ['Payment of $50.00 reversed by Cryptomus', usd('-30')],
    [expect.stringContaining('Order'), usd('-20')],
    ['Deposit via Cryptomus', usd('50')],
  ])
})

test('also takes the share of the bonus, follows totals, and a replay changes nothing', async () => {
  const user = await makeUser(shop.ctx)
  const deposit = await pay(user, 100)
  expect(await balanceOf(shop.ctx, user.id)).toBe(usd('105'))
  for (const total of ['30', '30', '30']) await takeBack(deposit, total)
  expect(await fundsOf(user)).toEqual({ balance: usd('73.5'), owed: 0n })
  await takeBack(deposit, '100')
  await takeBack(deposit, '250')
  expect(await fundsOf(user)).toEqual({ balance: 0n, owed: 0n })
  expect((await linesOf(user)).slice(0, 4)).toEqual([
    ['Bonus of a reversed payment', usd('-3.5')],
    ['Payment of $100.00 reversed by Cryptomus', usd('-70')],
    ['Bonus of a reversed payment', usd('-1.5')],
    ['Payment of $100.00 reversed by Cryptomus', usd('-30')],
  ])
  await takeBack(deposit, '0')
  expect((await linesOf(user)).slice(0, 2)).toEqual([
    ['Bonus of a returned payment', usd('5')],
    ['Reversed payment returned', usd('100')],
  ])
  expect(await fundsOf(user)).toEqual({ balance: usd('105'), owed: 0n })
  expect((await codesOf(user)).slice(0, 2)).toEqual([
    { code: 'payment_returned', details: expect.objectContaining({ amount: 100, owed: 0 }) },
    { code: 'payment_reversed', details: expect.objectContaining({ amount: 70, owed: 0 }) },
  ])
})

test('what comes back first pays what is owed, for that deposit and for others', async () => {
  const user = await makeUser(shop.ctx)
  const one = await pay(user, 100)
  const other = await pay(user, 20)
  expect((await order(user, 65)).status).toBe(201)
  await takeBack(one, '100')
  expect(await fundsOf(user)).toEqual({ balance: 0n, owed: usd('45') })
  await takeBack(other, '20')
  expect(await fundsOf(user)).toEqual({ balance: 0n, owed: usd('65') })
  await takeBack(one, '80')
  expect(await fundsOf(user)).toEqual({ balance: 0n, owed: usd('44') })
  await takeBack(one, '0')
  expect(await fundsOf(user)).toEqual({ balance: usd('40'), owed: 0n })
  await takeBack(other, '0')
  expect(await fundsOf(user)).toEqual({ balance: usd('60'), owed: 0n })
})

test('leaves the fee, which never reached the balance', async () => {
  const user = await makeUser(shop.ctx)
  const deposit = await pay(user, 50)
  const fee = { userId: user.id, kind: postingKinds.fee, amount: usd('2'), depositId: deposit.key.id }
  await postTransaction(shop.ctx.db, fee)
  await shop.ctx.db
    .updateTable('deposits')
    .set({ fee: fee.amount })
    .where('id', '=', deposit.key.id)
    .execute()
  await takeBack(deposit, '25')
  expect(await balanceOf(shop.ctx, user.id)).toBe(usd('24'))
  await takeBack(deposit, '50')
  expect(await fundsOf(user)).toEqual({ balance: 0n, owed: 0n })
})

test('an answer to an earlier request that arrives later returns nothing', async () => {
  const user = await makeUser(shop.ctx)
  const deposit = await pay(user, 40)
  const now = shop.ctx.clock().getTime()
  await takeBack(deposit, '40', new Date(now + 2_000))
  await takeBack(deposit, '0', new Date(now + 1_000))
  expect(await balanceOf(shop.ctx, user.id)).toBe(0n)
  await takeBack(deposit, '10', new Date(now + 3_000))
  expect(await balanceOf(shop.ctx, user.id)).toBe(usd('30'))
})

test('takes back once when many answers arrive at once, in two processes, while other deposits are credited and reversed', async () => {
  const user = await makeUser(shop.ctx)
  const [one, two, three] = [await pay(user, 100), await pay(user, 40), await pay(user, 40)]
  expect((await order(user, 150)).status).toBe(201)
  const other = await shop.another()
  const reference = await shop.open(user.token, 60)
  const opened = await findDepositByReference(shop.ctx.db, { reference })
  const credit = { ...one.invoice, reference, ids: [reference], amount: usd('60') }
  const key = { userId: user.id, id: opened?.id ?? 0n }
  await Promise.all(
    Array.from({ length: 8 }, (_, at) => (at % 2 === 0 ? shop.ctx : other.ctx)).flatMap((ctx) => [
      settleDeposit(ctx, one.key, { ...one.invoice, reversed: usd('100') }),
      settleDeposit(ctx, two.key, { ...two.invoice, reversed: usd('40') }),
      settleDeposit(ctx, key, credit),
    ]),
  )
  // 185 arrived and 60 more; 150 were spent and 145 reversed.
  expect(await fundsOf(user)).toEqual({ balance: 0n, owed: usd('50') })
  await takeBack(three, '40')
  expect(await fundsOf(user)).toEqual({ balance: 0n, owed: usd('90') })
})

test('an order and a reversal at once never spend the same money', async () => {
  const user = await makeUser(shop.ctx)
  const deposit = await pay(user, 50)
  const [placed] = await Promise.all([
    Promise.all(Array.from({ length: 5 }, () => order(user, 10))),
    takeBack(deposit, '50'),
  ])
  const count = placed.filter(({ status }) => status === 201).length
  expect(await fundsOf(user)).toEqual({ balance: 0n, owed: usd(String(count * 10)) })
})

test('is all or nothing: after an interruption in the middle the next answer takes everything', async () => {
  const user = await makeUser(shop.ctx)
  const deposit = await pay(user, 100)
  const query = (text: string) => shop.database.pool.query(text)
  await query(`create function fail_once() returns trigger language plpgsql as
    $$ begin raise exception 'the power went out'; end $$;
    create trigger fail_once before insert on transactions for each row
      when (new.to_account = 'bonus_reversal') execute function fail_once()`)
  await expect(takeBack(deposit, '100')).rejects.toThrow('the power went out')
  expect(await fundsOf(user)).toEqual({ balance: usd('105'), owed: 0n })
  await query('drop trigger fail_once on transactions; drop function fail_once')
  await takeBack(deposit, '100')
  expect(await fundsOf(user)).toEqual({ balance: 0n, owed: 0n })
})

test('a payment that the gateway paid back after it was credited is taken back, listed for staff, and staff are notified', async () => {
  const user = await makeUser(shop.ctx)
  const reference = await shop.open(user.token, 20)
  await shop.sendWebhook(reference, 'paid')
  expect(await balanceOf(shop.ctx, user.id)).toBe(usd('20'))
  await shop.sendWebhook(reference, 'refund_paid')
  await shop.sendWebhook(reference, 'refund_paid')
  expect(await balanceOf(shop.ctx, user.id)).toBe(0n)
  expect(await shop.find(reference)).toMatchObject({ status: 'completed', reversed: usd('20') })
  const { deposits } = await shop.list({ attention: 'true', user_id: String(user.id) })
  expect(deposits).toMatchObject([
    { reversed: usd('20'), user_owes: 0n, review_reason: 'The gateway reversed $20.00' },
  ])
  const told = (await codesOf(shop.admin)).filter(({ code }) => code === 'deposit_reversed')
  expect(told.filter(({ details }) => details['deposit'] === deposits[0]?.id)).toHaveLength(1)
})

test('what was paid back before staff credited it is not taken back by a replay', async () => {
  const user = await makeUser(shop.ctx)
  const reference = await shop.open(user.token, 20)
  await shop.sendWebhook(reference, 'refund_paid')
  const { id } = await shop.find(reference)
  expect((await shop.credit(id, { amount: 20, reason: 'arrived by another way' })).status).toBe(200)
  await shop.sendWebhook(reference, 'refund_paid')
  expect(await balanceOf(shop.ctx, user.id)).toBe(usd('20'))
})

test('what was paid beyond the credit and is paid back takes nothing from the customer', async () => {
  const user = await makeUser(shop.ctx)
  const once = await pay(user, 20)
  const twice = { ...once, invoice: { ...once.invoice, state: 'over' as const, arrived: usd('40') } }
  for (const [total, balance] of [
    ['20', '20'],
    ['30', '10'],
    ['40', '0'],
    ['20', '20'],
  ] as const) {
    await takeBack(twice, total)
    expect([total, await fundsOf(user)]).toEqual([total, { balance: usd(balance), owed: 0n }])
  }
})

test('what was paid back before staff credited it is not credited', async () => {
  const user = await makeUser(shop.ctx)
  const reference = await shop.open(user.token, 20)
  const { id } = await shop.find(reference)
  const invoice: Invoice = {
    reference,
    ids: [reference],
    amount: usd('20'),
    currency: 'USD',
    arrived: usd('21'),
    arrivedAs: undefined,
    reversed: usd('6'),
    state: 'held',
    status: 'held',
    url: undefined,
    expiresAt: undefined,
  }
  const key = { userId: user.id, id: BigInt(id) }
  expect(await settleDeposit(shop.ctx, key, invoice)).toBe('review')
  expect((await shop.credit(id, { reason: 'paid' })).status).toBe(200)
  expect(await fundsOf(user)).toEqual({ balance: usd('15'), owed: 0n })
  // The same total again changes nothing; a higher one is deducted.
  await settleDeposit(shop.ctx, key, invoice)
  await settleDeposit(shop.ctx, key, { ...invoice, reversed: usd('8') })
  expect(await fundsOf(user)).toEqual({ balance: usd('13'), owed: 0n })
})

test('its customer reads what was taken back of payment and bonus', async () => {
  const user = await makeUser(shop.ctx)
  const paid = await pay(user, 100)
  const read = async () => {
    const { body } = await shop.call(listDeposits, { token: user.token, query: {} })
    const params = { order_id: paid.reference }
    const status = await shop.call(getPaymentStatus, { token: user.token, params, query: {} })
    return [...body.deposits, status.body].map(({ stage, amount, reversed }) => [stage, amount, reversed])
  }
  expect(await read()).toEqual([1, 2].map(() => ['paid', usd('100'), 0n]))
  await takeBack(paid, '40')
  expect(await read()).toEqual([1, 2].map(() => ['paid', usd('100'), usd('42')]))
  await takeBack(paid, '100')
  expect(await read()).toEqual([1, 2].map(() => ['paid', usd('100'), usd('105')]))
})

test('what was paid back while it was in review is not credited once the rest has arrived', async () => {
  const user = await makeUser(shop.ctx)
  const { key, invoice } = await open(user, 20)
  const short = {
    ...invoice,
    arrived: usd('10'),
    reversed: usd('5'),
    state: 'short',
    status: 'short',
  } as const
  expect(await settleDeposit(shop.ctx, key, short)).toBe('review')
  const paid = { ...short, arrived: usd('20'), state: 'paid', status: 'paid' } as const
  expect(await settleDeposit(shop.ctx, key, paid)).toBe('completed')
  expect(await settleDeposit(shop.ctx, key, paid)).toBe('completed')
  expect(await fundsOf(user)).toEqual({ balance: usd('15'), owed: 0n })
})
