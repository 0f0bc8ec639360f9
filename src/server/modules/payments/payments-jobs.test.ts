import { afterAll, beforeAll, expect, test } from 'vitest'

import { createPayment } from '#contract/payments/payments.ts'
import { deleteOldRows } from '#test/delete-old-rows.ts'
import { makeUser } from '#test/factories.ts'
import { makePaymentsApp, type PaymentsApp } from '#test/pay-with-sandbox.ts'

let shop: PaymentsApp
beforeAll(async () => {
  shop = await makePaymentsApp()
})
afterAll(() => shop.drop())

const countEvents = async () => {
  const { rows } = await shop.database.pool.query('select reference from gateway_events order by reference')
  return rows.map(({ reference }) => reference)
}

test('webhooks are deleted 90 days after they were processed, and not before that or unprocessed', async () => {
  await shop.database.pool.query(`
    insert into gateway_events (gateway, reference, body, received_at, due_at, processed_at)
    select 'cryptomus', reference, '{}', now() - age, case when not is_done then now() - age end, case when is_done then now() - age end
    from (values ('old', interval '90 days 1 hour', true), ('young', interval '89 days 23 hours', true),
      ('waiting', interval '200 days', false)) as news (reference, age, is_done)`)
  expect(await deleteOldRows(shop.ctx)).toBe(false)
  expect(await countEvents()).toEqual(['waiting', 'young'])
  await shop.database.pool.query('delete from gateway_events')
})

test('a key expires after 30 days and not before', async () => {
  const { id, token } = await makeUser(shop.ctx)
  const open = (key: string) =>
    shop.call(createPayment, {
      token,
      body: { amount: 10, payment_method: 'cryptomus' },
      headers: { 'idempotency-key': key },
    })
  const [older, newer] = [await open('older'), await open('newer')]
  const age = (reference: string, days: number) =>
    shop.database.pool.query(
      `update deposits set created_at = now() - make_interval(days => $3, hours => 1)
       where user_id = $1 and reference = $2`,
      [id, reference, days],
    )
  await age(older.body.order_id, 30)
  await age(newer.body.order_id, 29)
  await deleteOldRows(shop.ctx)
  expect((await open('newer')).body.order_id).toBe(newer.body.order_id)
  expect((await open('older')).body.order_id).not.toBe(older.body.order_id)
})
