import { afterAll, beforeAll, expect, test } from 'vitest'

import {
  countUnread,
  getNotificationPreferences,
  listNotifications,
  setNotificationPreferences,
  readAllNotifications,
  readNotification,
} from '#contract/messaging/notifications.ts'
import { deleteOldRows } from '#test/delete-old-rows.ts'
import { makeTestApp, type TestApp } from '#test/app.ts'
import { makeUser } from '#test/factories.ts'

import { addNotification } from './add-notification.ts'

let app: TestApp
beforeAll(async () => {
  app = await makeTestApp()
})
afterAll(() => app.drop())

const add = (userId: number, message: string) =>
  addNotification(app.ctx.db, { userId, code: 'note', details: { text: message } })

test('lists newest first and page by page, marks one, then all', async () => {
  const user = await makeUser(app.ctx)
  const [first] = [await add(user.id, 'one'), await add(user.id, 'two'), await add(user.id, 'three')]
  const list = async (query = {}) => (await app.call(listNotifications, { token: user.token, query })).body
  expect((await list()).map(({ message }) => message)).toEqual(['three', 'two', 'one'])
  const page = await list({ limit: '2' })
  expect((await list({ cursor: String(page[1]?.id) })).map(({ message }) => message)).toEqual(['one'])
  const unread = async () => (await app.call(countUnread, { token: user.token })).body.unread
  expect(await unread()).toBe(3)
  await app.call(readNotification, { token: user.token, params: { id: first } })
  expect((await list()).map(({ is_read }) => is_read)).toEqual([false, false, true])
  expect(await unread()).toBe(2)
  await app.call(readAllNotifications, { token: user.token })
  expect((await list()).map(({ is_read }) => is_read)).toEqual([true, true, true])
})

test("does not find another user's, nor a missing one", async () => {
  const [user, stranger] = [await makeUser(app.ctx), await makeUser(app.ctx)]
  const id = await add(user.id, 'mine')
  const read = (token: string, asked: unknown) => app.call(readNotification, { token, params: { id: asked } })
  expect((await read(stranger.token, id)).status).toBe(404)
  expect((await read(user.token, 9_000_000_000_000_000n)).status).toBe(404)
  expect((await read(user.token, 'abc')).status).toBe(400)
  expect((await app.call(listNotifications)).status).toBe(401)
  expect((await app.call(listNotifications, { token: stranger.token })).body).toEqual([])
})

test('a read notification is deleted after 90 days; an unread one stays', async () => {
  const user = await makeUser(app.ctx)
  for (const message of ['old and read', 'young and read', 'old and unread']) await add(user.id, message)
  await app.database.pool.query(
    `update notifications set is_read = details ->> 'text' like '%and read',
       created_at = now() - case when details ->> 'text' like 'old%' then interval '90 days 1 hour' else interval '89 days' end
     where user_id = $1`,
    [user.id],
  )
  expect(await deleteOldRows(app.ctx)).toBe(false)
  const { body } = await app.call(listNotifications, { token: user.token })
  expect(body.map(({ message }) => message)).toEqual(['old and unread', 'young and read'])
})

test('notification settings are stored one by one, and belong to their user', async () => {
  const [user, stranger] = [await makeUser(app.ctx), await makeUser(app.ctx)]
  const read = async (token: string) => (await app.call(getNotificationPreferences, { token })).body
  const defaults = { orderUpdates: true, promotions: false, newsletter: false, serviceChanges: true }
  expect(await read(user.token)).toEqual(defaults)
  const change = (body: unknown) => app.call(setNotificationPreferences, { token: user.token, body })
  // Concurrently, and none undoes the other.
  await Promise.all([change({ promotions: true }), change({ orderUpdates: false }), change({})])
  expect(await read(user.token)).toEqual({ ...defaults, promotions: true, orderUpdates: false })
  expect((await change({ newsletter: 'yes' })).status).toBe(422)
  expect(await read(stranger.token)).toEqual(defaults)
})
