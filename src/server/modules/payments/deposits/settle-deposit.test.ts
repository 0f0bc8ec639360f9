import { afterAll, beforeAll, expect, test } from 'vitest'

import type { Invoice } from '#server/integrations/gateways/gateway.ts'
import { findDepositByReference } from './deposit-queries.ts'
import { balanceOf, makeUser, usd } from '#test/factories.ts'
import { makePaymentsApp, type PaymentsApp } from '#test/pay-with-sandbox.ts'

import { pollDeposit } from './poll-deposit.ts'
import { settleDeposit } from './settle-deposit.ts'

let shop: PaymentsApp
beforeAll(async () => {
  shop = await makePaymentsApp()
})
afterAll(() => shop.drop())

async function openDeposit(amount: number) {
  const user = await makeUser(shop.ctx)
  const reference = await shop.open(user.token, amount)
  const deposit = await findDepositByReference(shop.ctx.db, { reference })
  if (deposit === undefined) throw new Error('the deposit was just opened')
  const invoice: Invoice = {
    reference,
    ids: ['u'],
    amount: usd(String(amount)),
    currency: 'USD',
    arrived: undefined,
    arrivedAs: undefined,
    state: 'paid',
    status: 'paid',
    url: undefined,
    expiresAt: undefined,
  }
  return { user, key: { userId: user.id, id: deposit.id }, invoice, reference }
}

test('credits once when fifty answers are applied at once, and each of them learns that it is paid', async () => {
  const { user, key, invoice } = await openDeposit(100)
  const other = await shop.another()
  const statuses = await Promise.all(
    Array.from({ length: 50 }, (_, at) => settleDeposit(at % 2 === 0 ? shop.ctx : other.ctx, key, invoice)),
  )
  expect(new Set(statuses)).toEqual(new Set(['completed']))
  expect(await balanceOf(shop.ctx, user.id)).toBe(usd('105'))
})

test('credits nothing for an invoice over another amount or in another currency, and reviews it with the reason', async () => {
  for (const wrong of [
    { amount: usd('10') },
    { amount: usd('1000') },
    { amount: undefined },
    { currency: 'EUR' },
  ]) {
    const { user, key, invoice, reference } = await openDeposit(100)
    expect(await settleDeposit(shop.ctx, key, { ...invoice, ...wrong })).toBe('review')
    expect(await balanceOf(shop.ctx, user.id)).toBe(0n)
    const { review_code } = await shop.ctx.db
      .selectFrom('deposits')
      .select('review_code')
      .where('reference', '=', reference)
      .executeTakeFirstOrThrow()
    expect(review_code).toMatch(/^other_(amount|currency)$/)
  }
})

test('writes all of it or nothing: above the maximum balance the deposit is unchanged', async () => {
  const { user, key, invoice, reference } = await openDeposit(100)
  await shop.ctx.pool.query('update accounts set balance = 999999999999999 where user_id = $1', [user.id])
  await expect(settleDeposit(shop.ctx, key, invoice)).rejects.toMatchObject({
    details: { reason: 'balance_too_high' },
  })
  expect((await findDepositByReference(shop.ctx.db, { reference }))?.status).toBe('pending')
  await shop.ctx.pool.query('update accounts set balance = 0 where user_id = $1', [user.id])
  expect(await settleDeposit(shop.ctx, key, invoice)).toBe('completed')
})

test('a payment that the gateway reports for another deposit is not credited to a second', async () => {
  const [first, second] = [await openDeposit(100), await openDeposit(100)]
  await shop.move(second.reference, 'paid')
  await shop.database.pool.query('delete from deposit_gateway_ids where deposit_id = $1', [first.key.id])
  await shop.database.pool.query(
    'update deposit_gateway_ids set user_id = $1, deposit_id = $2 where deposit_id = $3',
    [first.key.userId, first.key.id, second.key.id],
  )
  const deposit = await findDepositByReference(shop.ctx.db, { reference: second.reference })
  if (deposit === undefined) throw new Error('the deposit was just opened')
  expect(await pollDeposit(shop.ctx, deposit)).toEqual({
    kind: 'failed',
    fault: { code: 'other_payment', details: {} },
  })
  expect(await balanceOf(shop.ctx, second.user.id)).toBe(0n)
  await shop.database.pool.query('delete from deposit_gateway_ids where deposit_id = $1', [first.key.id])
  expect(await pollDeposit(shop.ctx, deposit)).toEqual({ kind: 'answered', status: 'completed' })
})
