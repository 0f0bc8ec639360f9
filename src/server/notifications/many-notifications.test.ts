import type { Kysely } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import type { DB } from '#server/database/tables.ts'
import { makeTestApp, type TestApp } from '#test/app.ts'
import { countRows } from '#test/count-rows.ts'
import { makeUser } from '#test/factories.ts'

import { countUnread, listNotificationRows } from './notifications-queries.ts'
import { listReaders } from './readers-queries.ts'

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

test('of many notifications a page costs its own rows, and the unread are counted alone', async () => {
  const { id: userId } = await makeUser(app.ctx)
  const { pool } = app.database
  const { rows } = await pool.query(
    `insert into announcements (kind, texts, by_notification, by_letter, created_by, unsubscribe_key, notify_ended, letters_ended)
     select 'newsletter', '{"en":{"title":"T","text":"M"}}', true, false, $1, sha256(n::text::bytea), true, true
     from generate_series(1, 500) n returning id`,
    [userId],
  )
  await pool.query(
    `insert into notifications (user_id, code, details, is_read)
     select $1, 'note', '{"text":"Hello"}', n > 15 from generate_series(1, 20000) n`,
    [userId],
  )
  await pool.query(
    `insert into notifications (user_id, code, announcement_id, is_read)
     select $1, 'announcement', id, true from unnest($2::int[]) id`,
    [userId, rows.map(({ id }) => id)],
  )
  await pool.query('analyze notifications, announcements')
  const { newest } = (
    await pool.query('select max(id)::text as newest from notifications where user_id = $1', [userId])
  ).rows[0]
  for (const before of [
    undefined,
    BigInt(newest) - 250n,
    BigInt(newest) - 10_000n,
    BigInt(newest) - 20_400n,
  ]) {
    const page = (db: Kysely<DB>) => listNotificationRows(db, { userId, before, count: 21 })
    expect(await page(app.ctx.db)).toHaveLength(21)
    // Of each the row itself, and what it is about.
    expect(await rowsRead(page)).toBeLessThan(21 * 5)
  }
  expect(await countUnread(app.ctx.db, userId)).toBe(15)
  expect(await rowsRead((db) => countUnread(db, userId))).toBeLessThan(50)
})

test('of many customers a batch of readers costs its own rows, also where nobody wants it', async () => {
  const { pool } = app.database
  await pool.query(`
    insert into users (name, email, password_hash)
    select 'Many', 'many-' || n || '@example.com', 'none' from generate_series(1, 20000) n`)
  await pool.query(
    `insert into notification_preferences (user_id, newsletter) select id, true from users on conflict do nothing`,
  )
  await pool.query('analyze users, notification_preferences')
  for (const kind of ['newsletter', 'service_notice'] as const) {
    const batch = (db: Kysely<DB>) => listReaders(db, { kind, above: 10_000, count: 100 })
    expect((await batch(app.ctx.db)).userIds).toHaveLength(100)
    expect(await rowsRead(batch)).toBeLessThan(1_000)
  }
  // Nobody wants it, and almost nobody is a customer: each batch looks a part of the way, and the last one is the end.
  await pool.query(`update users set status = 'blocked' where id % 5000 <> 0`)
  await pool.query('analyze users')
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
      // Of each that is looked at the wish, and the user.
      expect(await rowsRead(batch)).toBeLessThan(5_000)
      const read = await batch(app.ctx.db)
      found.push(...read.userIds)
      expect(read.isEnd || read.upTo > above).toBe(true)
      ;({ upTo: above, isEnd } = read)
    }
    expect(found).toEqual(wanted)
  }
})
