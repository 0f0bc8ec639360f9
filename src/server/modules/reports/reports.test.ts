import { expect, test } from 'vitest'

import { getFigures, getStats } from '#contract/reports/reports.ts'
import { makeTestApp } from '#test/app.ts'
import { makeService, makeUser, usd } from '#test/factories.ts'
import { postingKinds } from '#server/modules/ledger/posting-kinds.ts'
import { postTransaction } from '#server/modules/ledger/post-transaction.ts'

test('shows admins, and nobody else, the numbers of the accounts', async () => {
  const app = await makeTestApp()
  const [admin, user] = [
    await makeUser(app.ctx, { role: 'admin' }),
    await makeUser(app.ctx, { balance: '10' }),
  ]
  const move = { userId: user.id, orderId: 1n }
  await postTransaction(app.ctx.db, {
    ...move,
    kind: postingKinds.order,
    amount: usd('4'),
  })
  await postTransaction(app.ctx.db, {
    ...move,
    kind: postingKinds.refund,
    amount: usd('1'),
  })
  await app.ctx.db
    .updateTable('accounts')
    .set({ completed: 2, partial: 1 })
    .where('user_id', '=', user.id)
    .execute()
  const { status, body } = await app.call(getStats, { token: admin.token })
  expect(status).toBe(200)
  expect(body.data).toEqual({
    totalUsers: 2,
    totalOrders: 3,
    completedOrders: 2,
    revenue: usd('3'),
    inReview: 0,
    depositsInReview: 0,
  })
  expect((await app.call(getStats, { token: user.token })).status).toBe(403)
  expect((await app.call(getStats)).status).toBe(401)
  await app.drop()
})

test('tells everyone how many orders there were, and how soon they start if enough did', async () => {
  const app = await makeTestApp()
  const user = await makeUser(app.ctx)
  const [often, seldom] = [
    await makeService(app.ctx, { platform: 'TikTok' }),
    await makeService(app.ctx, { platform: 'Telegram' }),
  ]
  const started = [often, often, often, often, often, seldom]
  for (const [at, { id }] of started.entries())
    await app.ctx.pool.query(
      `with placed as (
         insert into orders (user_id, seq, service_id, service_name, service_type, link, quantity, rate, price, refill,
           cancel, created_at)
         values ($1, $2, $3, 'S', 'Default', 'https://example.com', 1, 0, 0, false, false, now() - interval '1 hour')
         returning user_id, id, created_at
       )
       insert into order_events (user_id, order_id, type, details, created_at)
       select user_id, id, 'status', '{"to":"PROCESSING"}'::jsonb, created_at + $4 * interval '1 second' from placed
       union all select user_id, id, 'status', '{"to":"COMPLETED"}'::jsonb, created_at + interval '50 minutes' from placed`,
      [user.id, at + 1, id, [100, 40, 60, 2000, 50, 10][at]],
    )
  await app.ctx.db
    .updateTable('accounts')
    .set({ completed: 4, canceled: 2 })
    .where('user_id', '=', user.id)
    .execute()
  const { status, body } = await app.call(getFigures)
  expect([status, body]).toEqual([
    200,
    { orders: 6, completed: 4, start_times: [{ platform: 'TikTok', seconds: 60, orders: 5 }] },
  ])
  await app.drop()
})
