import type { Kysely } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { money } from '#contract/base/money.ts'
import {
  countUnread,
  listNotificationEntries,
  listNotifications,
  readMassOrderNotifications,
} from '#contract/messaging/notifications.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import { makeTestApp, type TestApp } from '#test/app.ts'
import { countBlocks } from '#test/count-blocks.ts'
import { makeUser } from '#test/factories.ts'
import { unhurried } from '#test/unhurried.ts'

import { addNotification } from './add-notification.ts'
import { listEntries } from './list-entries.ts'

let app: TestApp
beforeAll(async () => {
  app = await makeTestApp()
})
afterAll(() => app.drop())

const query = (statement: string, values: unknown[]) => app.database.pool.query(statement, values)

/** Mass order 1 of 4: two delivered, one canceled, one delivered and partly refunded, with other events in between. */
async function makeHistory() {
  const user = await makeUser(app.ctx)
  const { id: userId } = user
  await query('insert into mass_order_ranges (user_id, first_seq, orders) values ($1, 1, 4)', [userId])
  const add = (code: 'order_completed' | 'order_canceled', order: number, massOrderId: number | null) =>
    addNotification(app.ctx.db, { userId, massOrderId, code, details: { order_id: order } })
  await add('order_completed', 11, 1)
  await addNotification(app.ctx.db, { userId, code: 'ticket_reply', details: { ticket_id: 5 } })
  await add('order_canceled', 12, 1)
  await add('order_completed', 20, null)
  await add('order_completed', 13, 1)
  await addNotification(app.ctx.db, {
    userId,
    massOrderId: 1,
    code: 'order_refunded_in_part',
    details: { order_id: 13, amount: money(1_000_000n) },
  })
  await addNotification(app.ctx.db, { userId, code: 'two_factor_on', details: {} })
  return user
}

test('a mass order is one entry with its outcome, in the place of its newest notification', async () => {
  const { token } = await makeHistory()
  const list = async (asked = {}) =>
    (await app.call(listNotificationEntries, { token, query: asked })).body.entries.map((entry) => [
      entry.notification.code,
      entry.mass_order?.orders ?? null,
    ])
  expect(await list()).toEqual([
    ['two_factor_on', null],
    ['order_refunded_in_part', 4],
    ['order_completed', null],
    ['ticket_reply', null],
  ])
  const { body } = await app.call(listNotificationEntries, { token, query: { kind: 'orders' } })
  expect(body.entries[0]?.mass_order).toEqual({
    id: 1,
    orders: 4,
    completed: 2,
    partial: 0,
    canceled: 1,
    failed: 0,
    refunded: 0,
    unread: 4,
  })
  expect(await list({ kind: 'support' })).toEqual([['ticket_reply', null]])
  expect(await list({ kind: 'account' })).toEqual([['two_factor_on', null]])
  expect(await list({ kind: 'payments' })).toEqual([])
  // Page by page, each entry once.
  const first = (await app.call(listNotificationEntries, { token, query: { limit: '2' } })).body
  expect(first.entries).toHaveLength(2)
  expect(await list({ limit: '2', cursor: first.next_cursor })).toEqual([
    ['order_completed', null],
    ['ticket_reply', null],
  ])
})

test('a mass order is opened and marked as read as a whole', async () => {
  const { id: userId, token } = await makeHistory()
  const stranger = await makeUser(app.ctx)
  const opened = await app.call(listNotifications, { token, query: { mass_order: '1' } })
  expect(opened.body.map(({ order_id }) => order_id)).toEqual([13, 13, 12, 11])
  const read = (by: string, id: unknown) =>
    app.call(readMassOrderNotifications, { token: by, params: { id } })
  expect((await read(stranger.token, 1)).status).toBe(404)
  expect((await read(token, 2)).status).toBe(404)
  expect((await read(token, 'x')).status).toBe(400)
  expect((await app.call(countUnread, { token })).body.unread).toBe(7)
  expect((await read(token, 1)).status).toBe(200)
  expect((await app.call(countUnread, { token })).body.unread).toBe(3)
  // Repeating it has the same result and writes no row.
  const versions = async () =>
    (await query('select ctid::text from notifications where user_id = $1 order by id', [userId])).rows
  const before = await versions()
  expect((await read(token, 1)).status).toBe(200)
  expect(await versions()).toEqual(before)
  const unread = (await app.call(listNotificationEntries, { token, query: { unread: 'true' } })).body.entries
  expect(unread.map(({ notification: { code } }) => code)).toEqual([
    'two_factor_on',
    'order_completed',
    'ticket_reply',
  ])
})

test('refuses strangers and unknown filters', async () => {
  expect((await app.call(listNotificationEntries)).status).toBe(401)
  const { token } = await makeUser(app.ctx)
  for (const asked of [{ kind: 'orders,payments' }, { unread: 'yes' }, { cursor: 'abc' }])
    expect((await app.call(listNotificationEntries, { token, query: asked })).status).toBe(400)
})

test('a page costs what it shows, with thousands of notifications and of mass orders', async () => {
  const { id: userId } = await makeUser(app.ctx)
  await unhurried(app.database.url, async (client) => {
    await client.query(
      `insert into mass_order_ranges (user_id, first_seq, orders) select $1, n * 40 + 1, 40 from generate_series(0, 499) n`,
      [userId],
    )
    await client.query(
      `insert into notifications (user_id, code, order_id, mass_order_id, is_read)
       select $1, 'order_completed', n, n / 40 * 40 + 1, n % 50 <> 0 from generate_series(0, 19999) n`,
      [userId],
    )
    await client.query(
      `insert into notifications (user_id, code, ticket_id) select $1, 'ticket_reply', n from generate_series(1, 30) n`,
      [userId],
    )
    await client.query(
      `insert into notifications (user_id, code, order_id) select $1, 'order_completed', n from generate_series(20000, 39999) n`,
      [userId],
    )
    await client.query('vacuum analyze notifications, mass_order_ranges')
  })
  const { rows } = await query('select min(id)::text as oldest from notifications where user_id = $1', [
    userId,
  ])
  const blocks = (asked: Partial<Parameters<typeof listEntries>[1]>) =>
    countBlocks(app.ctx.db, {
      table: 'notifications',
      work: (db: Kysely<DB>) =>
        listEntries(db, { userId, kind: undefined, isUnread: false, before: undefined, count: 20, ...asked }),
    })
  expect(await blocks({})).toBeLessThan(150)
  expect(await blocks({ kind: 'support' })).toBeLessThan(150)
  expect(await blocks({ kind: 'account' })).toBeLessThan(150)
  expect(await blocks({ isUnread: true })).toBeLessThan(150)
  // Here each entry is a mass order of 40: its rows, and a look-up of the newest for each.
  expect(await blocks({ before: BigInt(rows[0].oldest) + 10_000n })).toBeLessThan(21 * 40 * 6)
})
