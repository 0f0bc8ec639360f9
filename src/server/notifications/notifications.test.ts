import { afterAll, beforeAll, expect, test } from 'vitest'

import { listNotifications, readAllNotifications, readNotification } from '#contract/notifications.ts'
import { makeTestApp, type TestApp } from '#test/app.ts'
import { makeUser } from '#test/factories.ts'

import { addNotification } from './add-notification.ts'

let app: TestApp
beforeAll(async () => {
  app = await makeTestApp()
})
afterAll(() => app.drop())

const add = (userId: number, message: string) =>
  addNotification(app.ctx.db, { userId, type: 'other', message })

test('lists newest first and page by page, marks one, then all', async () => {
  const user = await makeUser(app.ctx)
  const [first] = [await add(user.id, 'one'), await add(user.id, 'two'), await add(user.id, 'three')]
  const list = async (query = {}) => (await app.call(listNotifications, { token: user.token, query })).body
  expect((await list()).map(({ message }) => message)).toEqual(['three', 'two', 'one'])
  const page = await list({ limit: '2' })
  expect((await list({ cursor: String(page[1]?.id) })).map(({ message }) => message)).toEqual(['one'])
  await app.call(readNotification, { token: user.token, params: { id: first } })
  expect((await list()).map(({ is_read }) => is_read)).toEqual([false, false, true])
  await app.call(readAllNotifications, { token: user.token })
  expect((await list()).map(({ is_read }) => is_read)).toEqual([true, true, true])
})

test("does not find a stranger's, nor one that is not there", async () => {
  const [user, stranger] = [await makeUser(app.ctx), await makeUser(app.ctx)]
  const id = await add(user.id, 'mine')
  const read = (token: string, asked: unknown) => app.call(readNotification, { token, params: { id: asked } })
  expect((await read(stranger.token, id)).status).toBe(404)
  expect((await read(user.token, 9_000_000_000_000_000n)).status).toBe(404)
  expect((await read(user.token, 'abc')).status).toBe(400)
  expect((await app.call(listNotifications)).status).toBe(401)
  expect((await app.call(listNotifications, { token: stranger.token })).body).toEqual([])
})
