import type { Kysely } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { readAllNotifications, UNREAD_COUNTED_MAX } from '#contract/messaging/notifications.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import { makeTestApp, type TestApp } from '#test/app.ts'
import { countRows } from '#test/count-rows.ts'
import { makeUser } from '#test/factories.ts'
import { unhurried } from '#test/unhurried.ts'

import { listReaders } from './announcement-readers.ts'
import { listNotifications } from './list-notifications.ts'
import { countUnread, markTicketNotificationsRead } from './mark-read.ts'

let app: TestApp
beforeAll(async () => {
  app = await makeTestApp()
})
afterAll(() => app.drop())

const rowsRead = (work: (db: Kysely<DB>) => Promise<unknown>) =>
  countRows(app.ctx.db, {
    tables: ['notifications', 'deposits', 'announcements', 'users', 'notification_preferences'],
    work,
  })

const fill = (statement: string, values: unknown[] = []) =>
  unhurried(app.database.url, (client) => client.query(statement, values))

test('a page of many notifications costs its own rows, and only unread ones are counted', async () => {
  const { id: userId } = await makeUser(app.ctx)
  const { pool } = app.database
  const { rows } = await pool.query(
    `insert into announcements (kind, texts, by_notification, by_email, created_by, unsubscribe_key, notify_ended, emails_ended)
     select 'newsletter', '{"en":{"title":"T","text":"M"}}', true, false, $1, sha256(n::text::bytea), true, true
     from generate_series(1, 500) n returning id`,
    [userId],
  )
  await fill(
    `insert into notifications (user_id, code, details, is_read)
     select $1, 'note', '{"text":"Hello"}', n > 15 from generate_series(1, 20000) n`,
    [userId],
  )
  await pool.query(
    `insert into notifications (user_id, code, announcement_id, is_read)
     select $1, 'announcement', id, true from unnest($2::int[]) id`,
    [userId, rows.map(({ id }) => id)],
  )
  await fill('analyze notifications, announcements')
  const { newest } = (
    await pool.query('select max(id)::text as newest from notifications where user_id = $1', [userId])
  ).rows[0]
  for (const before of [
    undefined,
    BigInt(newest) - 250n,
    BigInt(newest) - 10_000n,
    BigInt(newest) - 20_400n,
  ]) {
    const page = (db: Kysely<DB>) => listNotifications(db, { userId, before, count: 21 })
    expect(await page(app.ctx.db)).toHaveLength(21)
    // The row itself, and its subject.
    expect(await rowsRead(page)).toBeLessThan(21 * 5)
  }
  expect(await countUnread(app.ctx.db, userId)).toBe(15)
  expect(await rowsRead((db) => countUnread(db, userId))).toBeLessThan(50)
})

test('up to a thousand unread ones are counted, and all are marked read in batches', async () => {
  const { id: userId, token } = await makeUser(app.ctx)
  const { id: neighbour } = await makeUser(app.ctx)
  const { pool } = app.database
  await fill(
    `insert into notifications (user_id, code, details)
     select case when n <= 5 then $2::int else $1 end, 'note', '{"text":"Hello"}' from generate_series(1, 12000) n`,
    [userId, neighbour],
  )
  await pool.query(`insert into notifications (user_id, code, ticket_id) values ($1, 'ticket_reply', 7)`, [
    userId,
  ])
  await fill('vacuum analyze notifications')
  expect(await countUnread(app.ctx.db, userId)).toBe(UNREAD_COUNTED_MAX)
  expect(await rowsRead((db) => countUnread(db, userId))).toBeLessThanOrEqual(UNREAD_COUNTED_MAX)
  // Reading the ticket marks nothing else as read, and doesn't scan the rest.
  expect(await rowsRead((db) => markTicketNotificationsRead(db, { userId, ticketId: 7n }))).toBeLessThan(20)

  // A statement that changes all of a million would time out.
  await pool.query(`
    create function refuse_many() returns trigger language plpgsql as $$ begin
      if (select count(*) from changed) > 5000 then raise 'too many at once'; end if; return null; end $$;
    create trigger refuse_many after update on notifications referencing new table as changed
      for each statement execute function refuse_many()`)
  expect((await app.call(readAllNotifications, { token })).status).toBe(200)
  await pool.query('drop trigger refuse_many on notifications')
  expect([await countUnread(app.ctx.db, userId), await countUnread(app.ctx.db, neighbour)]).toEqual([0, 5])
})

test('a batch of readers among many customers costs its own rows, even when none opted in', async () => {
  const { pool } = app.database
  await fill(`
    insert into users (name, email, password_hash)
    select 'Many', 'many-' || n || '@example.com', 'none' from generate_series(1, 20000) n`)
  await fill(
    `insert into notification_preferences (user_id, newsletter) select id, true from users on conflict do nothing`,
  )
  await fill('analyze users, notification_preferences')
  for (const kind of ['newsletter', 'service_notice'] as const) {
    const batch = (db: Kysely<DB>) => listReaders(db, { kind, above: 10_000, count: 100 })
    expect((await batch(app.ctx.db)).userIds).toHaveLength(100)
    expect(await rowsRead(batch)).toBeLessThan(1_000)
  }
  // Nobody opted in, and almost nobody is a customer: each batch scans a part, and the last one reaches the end.
  await fill(`update users set status = 'blocked' where id % 5000 <> 0`)
  await fill('analyze users')
  const ids = await pool.query<{ id: number }>(
    `select id from users where role = 'user' and status = 'active' order by id`,
  )
  for (const [kind, wanted] of [
    ['promotion', []],
    ['service_notice', ids.rows.map(({ id }) => id)],
  ] as const) {
    const found: number[] = []
    for (let above = 0, isEnd = false; !isEnd;) {
      const batch = (db: Kysely<DB>) => listReaders(db, { kind, above, count: 500 })
      // Per row the preferences and the user.
      expect(await rowsRead(batch)).toBeLessThan(5_000)
      const read = await batch(app.ctx.db)
      found.push(...read.userIds)
      expect(read.isEnd || read.upTo > above).toBe(true)
      ;({ upTo: above, isEnd } = read)
    }
    expect(found).toEqual(wanted)
  }
})
