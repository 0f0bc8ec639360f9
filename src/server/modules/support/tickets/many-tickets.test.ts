import type { Kysely } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { UNREAD_TICKETS_MAX } from '#contract/support/tickets.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import { makeTestApp, type TestApp } from '#test/app.ts'
import { countRows } from '#test/count-rows.ts'
import { makeUser } from '#test/factories.ts'

import {
  countUnreadTickets,
  listAnyTicketRows,
  listTicketRows,
  listUnreadTicketRows,
} from './ticket-queries.ts'

let app: TestApp
beforeAll(async () => {
  app = await makeTestApp()
})
afterAll(() => app.drop())

const rowsRead = (work: (db: Kysely<DB>) => Promise<unknown>) =>
  countRows(app.ctx.db, { tables: ['tickets', 'ticket_messages', 'users'], work })

test('a page of many tickets costs its own rows, for the customer and for staff', async () => {
  const one = await makeUser(app.ctx)
  const others = await Promise.all(Array.from({ length: 20 }, () => makeUser(app.ctx)))
  const insert = `
    insert into tickets (assigned_to, user_id, subject, category, status, last_sender, is_unread, closed_at)
    select case when n % 12 = 0 then ${one.id}::int end, $1, 'S', 'Other', case when n % 4 = 0 then 'open' else 'closed' end, case when n % 8 = 0 then 'user' else 'admin' end,
      n % 200 = 0, case when n % 4 = 0 then null else now() end
    from generate_series(1, $2::int) n`
  // A query for a customer with many old tickets must not scan everyone's newest tickets.
  await app.ctx.pool.query(insert, [one.id, 10_000])
  for (const { id } of others) await app.ctx.pool.query(insert, [id, 500])
  // With this many users, reading them all for a join may seem cheaper.
  await app.database.pool.query(
    `insert into users (name, email) select 'Other', 'other-' || n || '@example.com' from generate_series(1, 5000) n`,
  )
  await app.database.pool.query('analyze tickets, users')
  const userId = one.id
  for (const status of [undefined, 'open', 'closed'] as const) {
    const own = (db: Kysely<DB>) => listTicketRows(db, { userId, status, before: undefined, count: 21 })
    expect(await own(app.ctx.db)).toHaveLength(21)
    expect(await rowsRead(own)).toBeLessThan(200)
    const asked = [
      { isWaiting: false, assignedTo: undefined },
      { isWaiting: true, assignedTo: undefined },
      { isWaiting: false, assignedTo: 'nobody' },
      { isWaiting: false, assignedTo: one.id },
    ] as const
    const ofOne = (db: Kysely<DB>) =>
      listAnyTicketRows(db, { userId, status, ...asked[0], before: undefined, count: 51 })
    expect(await ofOne(app.ctx.db)).toHaveLength(51)
    expect(await rowsRead(ofOne)).toBeLessThan(300)
    for (const { isWaiting, assignedTo } of asked) {
      if (status === 'closed' && (isWaiting || assignedTo !== undefined)) continue
      const any = (db: Kysely<DB>) =>
        listAnyTicketRows(db, {
          userId: undefined,
          status,
          isWaiting,
          assignedTo,
          before: undefined,
          count: 51,
        })
      expect(await any(app.ctx.db)).toHaveLength(51)
      expect(await rowsRead(any)).toBeLessThan(500)
    }
  }
  expect(await countUnreadTickets(app.ctx.db, userId)).toBe(50)
  expect(await rowsRead((db) => countUnreadTickets(db, userId))).toBeLessThan(100)
  expect(await rowsRead((db) => listUnreadTicketRows(db, { userId, count: 20 }))).toBeLessThan(100)
  await app.ctx.pool.query('update tickets set is_unread = true where user_id = $1', [userId])
  await app.database.pool.query('vacuum analyze tickets')
  expect(await countUnreadTickets(app.ctx.db, userId)).toBe(UNREAD_TICKETS_MAX)
  expect(await rowsRead((db) => countUnreadTickets(db, userId))).toBeLessThanOrEqual(UNREAD_TICKETS_MAX)
})
