import { afterAll, beforeAll, expect, test } from 'vitest'

import { updateSettings } from '#contract/settings/admin-settings.ts'

import { makeTestApp, type TestApp } from './app.ts'
import { deleteOldRows } from './delete-old-rows.ts'
import { makeUser } from './factories.ts'

let app: TestApp
beforeAll(async () => {
  app = await makeTestApp()
})
afterAll(() => app.drop())

/** The remaining rows of each kind, as ages in days. */
async function leftOver(): Promise<Record<string, number[]>> {
  await deleteOldRows(app.ctx)
  const { rows } = await app.database.pool.query(`
    select kind, array_agg(age order by age) as ages from (
      select 'emails' as kind, event::int as age from emails
      union all select 'notifications', (details ->> 'text')::int from notifications
      union all select 'webhooks', reference::int from gateway_events
    ) as kept group by kind`)
  return Object.fromEntries(rows.map(({ kind, ages }) => [kind, ages]))
}

test('old rows are kept for as long as the operator says, each kind for its own time', async () => {
  const { id, token } = await makeUser(app.ctx, { role: 'admin' })
  await app.database.pool.query(
    `with ages as (select unnest(array[8, 31, 89, 91]) as age),
      emails as (insert into emails (user_id, event, receiver, kind, created_at, due_at, sent_at)
        select $1, age, 'a@example.com', 'password_changed', now() - make_interval(days => age), null, now() from ages),
      told as (insert into notifications (user_id, code, details, is_read, created_at)
        select $1, 'note', jsonb_build_object('text', age::text), true, now() - make_interval(days => age) from ages)
    insert into gateway_events (gateway, reference, body, due_at, processed_at)
    select 'cryptomus', age, '{}', null, now() - make_interval(days => age) from ages`,
    [id],
  )
  expect(await leftOver()).toEqual({
    emails: [8, 31, 89],
    notifications: [8, 31, 89],
    webhooks: [8, 31, 89],
  })
  const retention = { notifications_days: 90, emails_days: 30, webhooks_days: 7 }
  expect((await app.call(updateSettings, { token, body: { retention } })).status).toBe(200)
  await expect.poll(leftOver, { timeout: 10_000 }).toEqual({ emails: [8], notifications: [8, 31, 89] })
  const tooShort = { retention: { ...retention, emails_days: 1 } }
  expect((await app.call(updateSettings, { token, body: tooShort })).body.fields).toHaveProperty([
    'retention.emails_days',
  ])
})
