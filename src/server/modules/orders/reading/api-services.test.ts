import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { unsubscribe } from '#contract/messaging/unsubscribe.ts'
import { updateService } from '#contract/catalogue/admin-services.ts'
import { starService } from '#contract/catalogue/favourites.ts'
import { listNotifications, setNotificationPreferences } from '#contract/messaging/notifications.ts'
import { createOrder } from '#contract/orders/order-placing.ts'
import { createApiKey } from '#contract/users/api-keys.ts'
import { updateUser } from '#contract/users/admin-users.ts'
import { type SandboxMailbox, startSandboxMailbox } from '#sandbox/mailbox/start-mailbox.ts'
import { COMPARE_EVERY_MS, compareServices } from '#server/modules/catalogue/favourites/compare-services.ts'
import { favouriteUpdateQueue } from '#server/modules/catalogue/favourites/notify-customers.ts'
import { registerSandboxMailbox } from '#server/modules/messaging/emails/find-mail-server.ts'
import { emailQueue } from '#server/modules/messaging/emails/send-emails.ts'
import { makeTestApp, type TestApp } from '#test/app.ts'
import { makeService, makeUser, type TestUser } from '#test/factories.ts'

import { readApiServices } from './read-api-services.ts'

// Longer than most: notices are checked as customers see them, in the list and by email.

let app: TestApp
let other: TestApp
let admin: TestUser
let mailbox: SandboxMailbox
let now = Date.now()
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

/** Moves the clock, and runs all jobs of notices until nothing is left. */
async function passTime(ms = COMPARE_EVERY_MS): Promise<void> {
  now += ms
  const ctx = { ...app.ctx, clock: () => new Date(now) }
  await readApiServices(ctx)
  now += 3 * 60_000
  while (await readApiServices(ctx));
  await compareServices(ctx)
  while (await favouriteUpdateQueue.workDue(ctx));
}
// Afterwards new services are known, and changes of other tests are notified.
beforeEach(() => passTime())

async function makeReseller(): Promise<TestUser & { key: string }> {
  const user = await makeUser(app.ctx, { balance: '1000' })
  const { body } = await app.call(createApiKey, { token: user.token })
  await app.ctx.pool.query('update users set email_confirmed_at = now() where id = $1', [user.id])
  return { ...user, key: body.key }
}
async function order(token: string, ids: readonly number[]): Promise<void> {
  for (const id of ids) {
    const body = { service_id: id, link: 'https://example.com/n', quantity: 100 }
    expect((await app.call(createOrder, { token, body })).status).toBe(201)
  }
}
async function makeServices(count: number): Promise<number[]> {
  const ids: number[] = []
  for (let at = 0; at < count; at += 1)
    ids.push((await makeService(app.ctx, { name: `Views ${at}`, rate: '1' })).id)
  return ids
}
const change = async (id: number, body: Record<string, unknown>) =>
  expect((await app.call(updateService, { token: admin.token, params: { id }, body })).status).toBe(200)
const toldTo = async ({ token }: TestUser) =>
  (await app.call(listNotifications, { token })).body.map(({ message }) => message)
/** Emails about changes of services. */
async function emailsTo({ email }: TestUser) {
  while (await emailQueue.workDue(app.ctx));
  const all = (await (await fetch(`${mailbox.url}/sandbox/emails`)).json()) as {
    to: string[]
    subject: string
    text: string
    headers: Record<string, string>
  }[] // the mailbox's own shape
  return all.filter(({ to, subject }) => to.includes(email) && subject.includes('changed'))
}

test('changes within an hour of services that a customer orders by API are one notification and one email, with old and new rates', async () => {
  const [likes = 0, views = 0, saves = 0, same = 0] = await makeServices(4)
  await passTime()
  const user = await makeReseller()
  await order(user.key, [likes, views, saves, same])
  await passTime()
  await change(likes, { rate: 2 })
  await change(views, { is_active: false })
  await passTime(COMPARE_EVERY_MS / 4)
  await change(saves, { rate: 3 })
  await change(same, { rate: 4 })
  await change(same, { rate: 1 })
  await passTime()
  await passTime()
  expect(await toldTo(user)).toEqual([
    '3 services that you order by API changed: 2 with a new price, 1 unavailable',
  ])
  const [email, ...more] = await emailsTo(user)
  expect([more, email?.subject]).toEqual([[], expect.stringContaining('by API have changed')])
  for (const line of [
    `${likes} Views 0: $1.00 → $2.00`,
    `${views} Views 1: currently unavailable`,
    `${saves} Views 2: $1.00 → $3.00`,
  ])
    expect(email?.text).toContain(line)
  expect(email?.text).not.toContain('Views 3')
  // The next hour gets its own notice.
  await change(likes, { rate: 5 })
  await passTime()
  expect((await emailsTo(user)).length).toBe(2)
  expect((await toldTo(user))[0]).toBe('Views 0: the price is now $5.00; it was $2.00')
})

test('nobody else is notified: users of the web app, old or new API users, those at an unchanged rate, or who turned it off', async () => {
  const [id = 0, another = 0] = await makeServices(2)
  await passTime()
  const [web, former, late, own, quiet, reseller] = [
    await makeReseller(),
    await makeReseller(),
    await makeReseller(),
    await makeReseller(),
    await makeReseller(),
    await makeReseller(),
  ]
  await order(web.token, [id])
  for (const { key } of [former, own, quiet, reseller]) await order(key, [id])
  for (const { key } of [web, former]) await order(key, [another])
  await app.call(updateUser, { token: admin.token, params: { id: own.id }, body: { rates: { [id]: 0.7 } } })
  await app.call(setNotificationPreferences, { token: quiet.token, body: { serviceChanges: false } })
  await passTime()
  await app.ctx.pool.query(`update api_services set ordered_at = $2 where user_id = $1`, [
    former.id,
    new Date(now - 31 * 86_400_000),
  ])
  await change(id, { rate: 2 })
  await order(late.key, [id])
  await app.ctx.pool.query(`update orders set created_at = $2 where user_id = $1`, [
    late.id,
    new Date(now + 86_400_000),
  ])
  await passTime()
  expect(await toldTo(reseller)).toEqual(['Views 0: the price is now $2.00; it was $1.00'])
  for (const user of [web, former, late, own, quiet]) expect(await toldTo(user)).toEqual([])
  const { rows } = await app.ctx.pool.query(
    `select user_id from emails where kind = 'api_service_changes' and user_id = any ($1::int[])`,
    [[web, former, late, own, quiet].map((user) => user.id)],
  )
  expect(rows).toEqual([])
})

test('a favourite that is ordered by API is reported once, as ordered by API, and the link of its email turns both off', async () => {
  const [id = 0, starred = 0] = await makeServices(2)
  await passTime()
  const user = await makeReseller()
  await order(user.key, [id])
  for (const service of [id, starred])
    await app.call(starService, { token: user.token, params: { service_id: service } })
  await passTime()
  await change(id, { rate: 2 })
  await passTime()
  expect(await toldTo(user)).toHaveLength(1)
  const [email, ...more] = await emailsTo(user)
  expect([more, email?.subject]).toEqual([[], expect.stringContaining('by API')])
  await change(starred, { rate: 3 })
  await passTime()
  expect((await emailsTo(user)).map(({ subject }) => subject)).toEqual([
    expect.stringContaining('favourite'),
    expect.stringContaining('by API'),
  ])
  const token = /\/unsubscribe\/([\w-]+)/.exec(email?.headers['list-unsubscribe'] ?? '')?.[1]
  await app.call(unsubscribe, { params: { token }, body: {} })
  await change(id, { rate: 4 })
  await passTime(86_400_000)
  expect(await toldTo(user)).toHaveLength(2)
})

test('an order is read once it is committed, however late, and each once by several processes', async () => {
  const [id = 0, second = 0] = await makeServices(2)
  const user = await makeReseller()
  const stored = async () =>
    (
      await app.ctx.pool.query('select service_id, ordered_at from api_services where user_id = $1', [
        user.id,
      ])
    ).rows
  await order(user.key, [id])
  const client = await app.ctx.pool.connect()
  await client.query('begin')
  // With a lower id than the next one, which is committed before it.
  await client.query(
    `insert into orders (user_id, seq, service_id, service_name, service_type, link, quantity, rate, price, refill, cancel, key_id)
     select user_id, seq + 1000, $2, service_name, service_type, link, quantity, rate, price, refill, cancel, key_id
     from orders where user_id = $1`,
    [user.id, second],
  )
  await order(user.key, [id])
  now += 180_000
  const contexts = [app.ctx, other.ctx].map((ctx) => ({ ...ctx, clock: () => new Date(now) }))
  const readAll = () => Promise.all(contexts.map(readApiServices))
  await readAll()
  await readAll()
  // Recently seen ids may have gaps that are still to be committed.
  expect(await stored()).toEqual([])
  await client.query('commit')
  client.release()
  now += 180_000
  await readAll()
  expect((await stored()).map((row) => row.service_id).toSorted()).toEqual([id, second].toSorted())
})
