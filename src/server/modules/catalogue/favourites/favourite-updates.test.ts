import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { unsubscribe } from '#contract/messaging/unsubscribe.ts'
import { updateService } from '#contract/catalogue/admin-services.ts'
import { starService } from '#contract/catalogue/favourites.ts'
import {
  getNotificationPreferences,
  listNotifications,
  setNotificationPreferences,
} from '#contract/messaging/notifications.ts'
import { updateUser } from '#contract/users/admin-users.ts'
import { type SandboxMailbox, startSandboxMailbox } from '#sandbox/mailbox/start-mailbox.ts'
import { registerSandboxMailbox } from '#server/modules/messaging/emails/find-mail-server.ts'
import { emailQueue } from '#server/modules/messaging/emails/send-emails.ts'
import { makeTestApp, type TestApp } from '#test/app.ts'
import { makeService, makeUser, type TestUser } from '#test/factories.ts'

import { COMPARE_EVERY_MS, compareServices } from './compare-services.ts'
import { favouriteUpdateQueue } from './notify-customers.ts'

// Longer than most: notifications are checked as customers see them, in the list and by email.

let app: TestApp
let other: TestApp
let admin: TestUser
let mailbox: SandboxMailbox
/** From midnight: the hours that pass within a test stay within a day, whenever the tests run. */
let now = new Date().setUTCHours(24, 0, 0, 0)
beforeAll(async () => {
  app = await makeTestApp()
  other = await app.another()
  admin = await makeUser(app.ctx, { role: 'admin' })
  mailbox = await startSandboxMailbox()
  await registerSandboxMailbox(app.ctx, { port: mailbox.smtpPort, url: mailbox.url })
})
afterAll(async () => {
  await mailbox.stop()
  await app.drop()
})

/** Moves the clock, compares, and sends everything. */
async function passTime(ms = COMPARE_EVERY_MS): Promise<void> {
  now += ms
  const at = new Date(now)
  await compareServices({ ...app.ctx, clock: () => at })
  await favouriteUpdateQueue.workDue({ ...app.ctx, clock: () => at })
}
// Afterwards new services are known, and changes of other tests are sent.
beforeEach(() => passTime(86_400_000))

async function makeFan(serviceIds: readonly number[], isConfirmed = false): Promise<TestUser> {
  const user = await makeUser(app.ctx)
  if (isConfirmed)
    await app.ctx.pool.query('update users set email_confirmed_at = now() where id = $1', [user.id])
  for (const id of serviceIds)
    expect((await app.call(starService, { token: user.token, params: { service_id: id } })).status).toBe(200)
  return user
}
const change = async (id: number, body: Record<string, unknown>) =>
  expect((await app.call(updateService, { token: admin.token, params: { id }, body })).status).toBe(200)
const toldTo = async ({ token }: TestUser) =>
  (await app.call(listNotifications, { token })).body.map(({ type, message, details }) => ({
    type,
    message,
    event: details['event'],
  }))
type Shown = { to: string[]; subject: string; text: string; headers: Record<string, string> }
async function emailsTo({ email }: TestUser): Promise<Shown[]> {
  while (await emailQueue.workDue(app.ctx));
  const all = (await (await fetch(`${mailbox.url}/sandbox/emails`)).json()) as Shown[] // the mailbox's own shape
  return all.filter(({ to }) => to.includes(email))
}

test('a new price is reported once to customers who starred the service and want to know, at the rate they pay', async () => {
  const { id } = await makeService(app.ctx, { name: 'Followers', rate: '1' })
  await passTime()
  const [fan, quiet, discounted, own] = [
    await makeFan([id]),
    await makeFan([id]),
    await makeFan([id]),
    await makeFan([id]),
  ]
  const [stranger, late] = [await makeFan([]), await makeFan([id])]
  await app.call(setNotificationPreferences, { token: quiet.token, body: { serviceChanges: false } })
  const settle = (user: TestUser, body: object) =>
    app.call(updateUser, { token: admin.token, params: { id: user.id }, body })
  await settle(discounted, { discount_percent: 50 })
  await settle(own, { rates: { [id]: 0.7 } })
  // A customer who starred it after the change has seen the new price.
  await app.ctx.pool.query('update favourites set created_at = $2 where user_id = $1', [
    late.id,
    new Date(now + COMPARE_EVERY_MS),
  ])
  await change(id, { rate: 2 })
  await passTime()
  await passTime()
  const told = (message: string) => [{ type: 'other', message, event: 'favourite_price' }]
  expect(await toldTo(fan)).toEqual(told('Followers: the price is now $2.00; it was $1.00'))
  expect(await toldTo(discounted)).toEqual(told('Followers: the price is now $1.00; it was $0.50'))
  for (const user of [quiet, own, stranger, late]) expect(await toldTo(user)).toEqual([])
})

test('going off sale, coming back and changed limits are reported; a change that was reverted meanwhile is not', async () => {
  const { id } = await makeService(app.ctx, { name: 'Likes', rate: '1', min: 10, max: 100 })
  await passTime()
  const fan = await makeFan([id])
  await change(id, { rate: 3 })
  await passTime(COMPARE_EVERY_MS - 1)
  await change(id, { rate: 1 })
  await passTime(1)
  expect(await toldTo(fan)).toEqual([])
  await change(id, { max: 5000 })
  await passTime()
  await change(id, { is_active: false })
  await passTime()
  await change(id, { is_active: true, rate: 4 })
  await passTime()
  expect((await toldTo(fan)).map(({ message }) => message)).toEqual([
    'Likes is available again at $4.00',
    'Likes is currently unavailable',
    'Likes can now be ordered from 10 to 5,000',
  ])
})

test('many changes at once are one notification and one email, whose link turns them off', async () => {
  const ids: number[] = []
  for (let at = 0; at < 25; at += 1)
    ids.push((await makeService(app.ctx, { name: `Views ${at}`, rate: '1' })).id)
  await passTime()
  const [fan, unconfirmed] = [await makeFan(ids, true), await makeFan(ids)]
  await app.ctx.pool.query('update services set rate = 20000, max = 77 where id = any ($1::int[])', [
    ids.slice(0, 24),
  ])
  await change(ids[24] ?? 0, { is_active: false })
  await passTime()
  const told = {
    type: 'other',
    message: '25 of your favourites changed: 24 with a new price, 24 with new limits, 1 unavailable',
    event: 'favourites_changed',
  }
  expect([await toldTo(fan), await toldTo(unconfirmed)]).toEqual([[told], [told]])
  const [received, ...more] = await emailsTo(fan)
  expect([more, await emailsTo(unconfirmed)]).toEqual([[], []])
  expect(received?.subject).toContain('Your favourite services at')
  expect(received?.text).toContain(`${ids[0]} Views 0: $1.00 → $0.0002`)
  expect(received?.text).toContain('And 29 more.')

  // Another change on the same day is only a notification; on the next day there is an email again.
  await change(ids[0] ?? 0, { rate: 9 })
  await passTime()
  expect([(await toldTo(fan)).length, (await emailsTo(fan)).length]).toEqual([2, 1])
  await change(ids[0] ?? 0, { rate: 8 })
  await passTime(86_400_000)
  expect([(await toldTo(fan)).length, (await emailsTo(fan)).length]).toEqual([3, 2])

  const address = received?.headers['list-unsubscribe'] ?? ''
  const token = /\/unsubscribe\/([\w-]+)/.exec(address)?.[1]
  const { body } = await app.call(unsubscribe, { params: { token }, body: {} })
  expect(body.kind).toBe('favourite_changes')
  const preferences = (await app.call(getNotificationPreferences, { token: fan.token })).body
  expect(preferences).toMatchObject({ serviceChanges: false, orderUpdates: true })
  await change(ids[0] ?? 0, { rate: 7 })
  await passTime(86_400_000)
  expect([(await toldTo(fan)).length, (await emailsTo(fan)).length]).toEqual([3, 2])
})

test('thousands of customers are notified once each, with several processes at once and one killed in between', async () => {
  const { id } = await makeService(app.ctx, { name: 'Shares', rate: '1' })
  await passTime()
  await app.ctx.pool.query(
    `with made as (
       insert into users (name, email, password_hash, email_confirmed_at)
       select 'Many', 'fan-' || n || '@example.com', 'none', now() from generate_series(1, 2300) n returning id)
     insert into favourites (user_id, service_id) select id, $1 from made`,
    [id],
  )
  await change(id, { rate: 5 })
  now += COMPARE_EVERY_MS
  const at = new Date(now)
  const contexts = [app.ctx, other.ctx].map((ctx) => ({ ...ctx, clock: () => at }))
  const looks = await Promise.all(contexts.map((ctx) => compareServices(ctx)))
  expect(looks.filter((found) => found)).toHaveLength(1)
  // One clock for both: a later one would lease what the other then never finds due.
  let seconds = 0
  const publish = async (ctx: (typeof contexts)[number]) => {
    while ((await app.ctx.pool.query('select from favourite_updates')).rowCount !== 0) {
      // Emails wait for earlier ones, for a second at a time.
      seconds += 2
      await favouriteUpdateQueue.workDue({ ...ctx, clock: () => new Date(now + seconds * 1000) })
      await app.ctx.pool.query(`update emails set due_at = null, sent_at = now() where due_at is not null`)
    }
  }
  // Only the first batch, as if its process had died.
  await favouriteUpdateQueue.workDue(contexts[0] ?? app.ctx)
  await Promise.all(contexts.map(publish))
  const { rows } = await app.ctx.pool.query(
    `select (select count(*)::int from notifications where code = 'favourite_price' and details ->> 'service' = 'Shares') as told,
       (select count(distinct user_id)::int from notifications where details ->> 'service' = 'Shares') as customers,
       (select count(*)::int from emails join favourites using (user_id) where service_id = $1) as emails,
       (select count(*)::int from favourite_updates) as left`,
    [id],
  )
  expect(rows).toEqual([{ told: 2300, customers: 2300, emails: 2300, left: 0 }])
})
