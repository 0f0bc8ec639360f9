import { expect, test } from 'vitest'

import { getStats } from '#contract/reports.ts'
import { makeTestApp } from '#test/app.ts'
import { makeUser, usd } from '#test/factories.ts'
import { postTransaction } from '#server/wallet/post-transaction.ts'

test('shows admins, and nobody else, the numbers of the accounts', async () => {
  const app = await makeTestApp()
  const [admin, user] = [
    await makeUser(app.ctx, { role: 'admin' }),
    await makeUser(app.ctx, { balance: '10' }),
  ]
  const move = { userId: user.id, orderId: 1n }
  await postTransaction(app.ctx.db, {
    ...move,
    type: 'order',
    from: 'customer',
    to: 'revenue',
    amount: usd('4'),
  })
  await postTransaction(app.ctx.db, {
    ...move,
    type: 'refund',
    from: 'revenue',
    to: 'customer',
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
  })
  expect((await app.call(getStats, { token: user.token })).status).toBe(403)
  expect((await app.call(getStats)).status).toBe(401)
  await app.drop()
})
