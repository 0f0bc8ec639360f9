import { afterAll, beforeAll, expect, test, vi } from 'vitest'

import { addNotification } from '#server/modules/messaging/notifications/add-notification.ts'
import { makeTestApp, type TestApp } from '#test/app.ts'
import { giveBalance, makeUser, usd } from '#test/factories.ts'

import { makeLiveReads } from './live-reads.ts'

let app: TestApp
beforeAll(async () => {
  app = await makeTestApp()
})
afterAll(() => app.drop())

test('pages that read at once share a statement, and each gets only its own', async () => {
  const { ctx } = app
  const [ann, bob] = [await makeUser(ctx, { balance: '1' }), await makeUser(ctx)]
  await giveBalance(ctx, ann.id, '2')
  const add = async (userId: number, text: string) =>
    Number(await addNotification(ctx.db, { userId, code: 'note', details: { text } }))
  const anns = [await add(ann.id, 'One'), await add(ann.id, 'Two')]
  const bobs = [await add(bob.id, 'Three'), await add(bob.id, 'Four')]
  const [first = 0] = anns

  const reads = makeLiveReads(ctx)
  const connect = vi.spyOn(ctx.pool, 'connect')
  const [ofAnn, ofBob, another] = await Promise.all([
    reads.notifications({ userId: ann.id, ids: [...anns, ...bobs] }),
    reads.notifications({ userId: bob.id, ids: [...anns, ...bobs] }),
    reads.notifications({ userId: ann.id, ids: [first] }),
  ])
  const funds = await Promise.all([ann.id, bob.id, 0].map(reads.funds))
  expect(connect).toHaveBeenCalledTimes(2)
  connect.mockRestore()
  const messages = [ofAnn, ofBob, another].map((all) => all.map(({ message }) => message))
  expect(messages).toEqual([['One', 'Two'], ['Three', 'Four'], ['One']])
  expect(funds.map(({ balance }) => balance)).toEqual([usd('3'), usd('0'), usd('0')])
})
