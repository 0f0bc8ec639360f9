import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'

import {
  countAnnouncementReaders,
  createAnnouncement,
  listAnnouncements,
  stopAnnouncement,
} from '#contract/messaging/announcements.ts'
import { unsubscribe } from '#contract/messaging/unsubscribe.ts'
import {
  getNotificationPreferences,
  listNotifications,
  setNotificationPreferences,
} from '#contract/messaging/notifications.ts'
import { deleteUser } from '#contract/users/admin-users.ts'
import { type SandboxMailbox, startSandboxMailbox } from '#sandbox/mailbox/start-mailbox.ts'
import { registerSandboxMailbox } from '#server/modules/messaging/emails/find-mail-server.ts'
import { emailQueue } from '#server/modules/messaging/emails/send-emails.ts'
import { makeTestApp, type TestApp } from '#test/app.ts'
import { makeUser, type TestUser } from '#test/factories.ts'

import { announcementQueue } from './send-announcements.ts'

// Longer than most: one announcement from its creation to its last email, with readers, a mailbox and a second process.

let app: TestApp
let admin: TestUser
let mailbox: SandboxMailbox
beforeAll(async () => {
  app = await makeTestApp()
  admin = await makeUser(app.ctx, { role: 'admin' })
  mailbox = await startSandboxMailbox()
  await registerSandboxMailbox(app.ctx, { port: mailbox.smtpPort, url: mailbox.url })
})
afterEach(async () => {
  await app.ctx.pool.query(
    `update announcements set status = 'stopped', ended_at = now(), due_at = null where ended_at is null`,
  )
  await app.ctx.pool.query(`delete from emails`)
})
afterAll(async () => {
  await mailbox.stop()
  await app.drop()
})

const kinds = { promotions: 'promotion', newsletter: 'newsletter' } as const
/** A customer with a confirmed address and these preferences. */
async function customer(wanted: readonly (keyof typeof kinds)[] = [], language = 'en') {
  const user = await makeUser(app.ctx)
  await app.ctx.pool.query('update users set email_confirmed_at = now(), language = $2 where id = $1', [
    user.id,
    language,
  ])
  const body = Object.fromEntries(wanted.map((name) => [name, true]))
  await app.call(setNotificationPreferences, { token: user.token, body })
  return user
}

const texts = {
  en: { title: 'Ten percent off', text: 'This week.\nOnly here.' },
  ru: { title: 'Скидка 10 %', text: 'На этой неделе.' },
}
type Made = Partial<{
  kind: string
  by_notification: boolean
  by_email: boolean
  texts: unknown
  key: string
  token: string
}>
const announce = ({ key, token = admin.token, ...made }: Made = {}) =>
  app.call(createAnnouncement, {
    token,
    body: { kind: 'promotion', texts, by_notification: true, by_email: true, ...made },
    ...(key !== undefined && { headers: { 'idempotency-key': key } }),
  })
async function publishAll(ctx = app.ctx) {
  await announcementQueue.workDue(ctx)
}
async function sendAll() {
  // A clock past the pauses for a full email queue and after a failure.
  const clock = () => new Date(Date.now() + 10_000)
  while ((await announcementQueue.workDue({ ...app.ctx, clock })) > 0) await emailQueue.workDue(app.ctx)
  await emailQueue.workDue(app.ctx)
}
type Shown = { to: string[]; subject: string; text: string; headers: Record<string, string> }
async function emailsTo(email: string): Promise<Shown[]> {
  const all = (await (await fetch(`${mailbox.url}/sandbox/emails`)).json()) as Shown[] // the mailbox's own shape
  return all.filter(({ to }) => to.includes(email))
}
const told = async ({ token }: TestUser) =>
  (await app.call(listNotifications, { token })).json as unknown as {
    code: string
    message: string
    type: string
    details: Record<string, unknown>
  }[]
const announcementOf = async (id: number) =>
  (await app.call(listAnnouncements, { token: admin.token })).body.announcements.find((one) => one.id === id)
const actionsOf = async (id: number) =>
  (
    await app.ctx.pool.query(
      `select action, actor_id, after from audit_log where subject = 'announcement' and subject_id = $1 order by number`,
      [id],
    )
  ).rows

test('a promotion reaches users who opted in to promotions, once each, in their language or in English', async () => {
  const wanting = await customer(['promotions'], 'ru')
  const other = await customer(['promotions'], 'vi')
  const others = [await customer(), await customer(['newsletter']), admin]
  const blocked = await customer(['promotions'])
  await app.ctx.pool.query(`update users set status = 'blocked' where id = $1`, [blocked.id])
  const unconfirmed = await customer(['promotions'])
  await app.ctx.pool.query('update users set email_confirmed_at = null where id = $1', [unconfirmed.id])

  const { body: counted } = await app.call(countAnnouncementReaders, { token: admin.token })
  expect(counted.has_mail_server).toBe(true)
  expect(counted.readers.promotion).toEqual({ customers: 3, emails: 2 })
  expect(counted.readers.newsletter.customers).toBe(1)
  expect(counted.readers.service_notice.customers).toBe(5)

  const made = await announce()
  expect([made.status, made.body.announcement.status]).toEqual([201, 'sending'])
  await sendAll()
  await publishAll()
  expect(await told(wanting)).toEqual([
    expect.objectContaining({
      type: 'other',
      code: 'announcement',
      message: 'Ten percent off',
      details: {
        event: 'announcement',
        announcement_id: made.body.announcement.id,
        title: 'Скидка 10 %',
        text: 'На этой неделе.',
      },
    }),
  ])
  expect((await told(other))[0]?.details).toMatchObject({ title: texts.en.title, text: texts.en.text })
  expect(await told(unconfirmed)).toHaveLength(1)
  for (const one of [...others, blocked]) expect(await emailsTo(one.email)).toEqual([])
  for (const one of others) expect(await told(one)).toEqual([])
  expect(await emailsTo(unconfirmed.email)).toEqual([])
  const [received, ...more] = await emailsTo(wanting.email)
  expect(more).toEqual([])
  expect([received?.subject, received?.text]).toEqual([
    'Скидка 10 %',
    expect.stringContaining('На этой неделе.'),
  ])
  expect(received?.text).toContain('/ru/unsubscribe/')
  expect((await emailsTo(other.email))[0]?.subject).toBe('Ten percent off')
  expect(await announcementOf(made.body.announcement.id)).toMatchObject({
    status: 'sent',
    notified: 3,
    emails: { queued: 2, sent: 2, failed: 0, unwanted: 0 },
  })
})

test('a service notice reaches every active customer, and cannot be turned off', async () => {
  const one = await customer()
  const { id } = (await announce({ kind: 'service_notice' })).body.announcement
  await sendAll()
  expect(await told(one)).toHaveLength(1)
  const [received] = await emailsTo(one.email)
  expect(received?.text).not.toContain('unsubscribe')
  expect(received?.headers).not.toHaveProperty('list-unsubscribe')
  expect((await announcementOf(id))?.status).toBe('sent')
})

test('one click in a mail program, a button and a call each turn the kind off, and nothing else does', async () => {
  const people = await Promise.all([1, 2, 3].map(() => customer(['promotions', 'newsletter'])))
  await announce()
  await sendAll()
  const urlOf = async ({ email }: TestUser) => {
    const [received] = await emailsTo(email)
    expect(received?.headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click')
    const url = /^<(.*)>$/.exec(received?.headers['list-unsubscribe'] ?? '')?.[1] ?? 'none'
    expect(received?.text).toContain(url)
    return `${app.url}${new URL(url).pathname}`
  }
  const wanted = async ({ token }: TestUser) => {
    const { body } = await app.call(getNotificationPreferences, { token })
    return [body.promotions, body.newsletter]
  }
  const [first, second, third] = people as [TestUser, TestUser, TestUser] // three were made
  const form = (url: string, headers: Record<string, string> = {}) =>
    fetch(url, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      body: 'List-Unsubscribe=One-Click',
    })
  const url = await urlOf(first)
  await fetch(url)
  const token = url.slice(url.lastIndexOf('/') + 1)
  const last = token.endsWith('0') ? '1' : '0'
  for (const odd of [
    'x',
    `${token.slice(0, -1)}${last}`,
    token.replace(`-${first.id}-`, `-${second.id}-`),
    token.replace(/^\d+/, '999999'),
    token.replace(/^\d+/, '9999999999'),
  ])
    expect((await app.call(unsubscribe, { params: { token: odd } })).body.code).toBe('unsubscribe_invalid')
  expect([await wanted(first), await wanted(second)]).toEqual([
    [true, true],
    [true, true],
  ])
  const refused = await form(`${url.slice(0, -1)}x`, { accept: 'text/html,*/*;q=0.8' })
  expect([refused.status, refused.headers.get('location')]).toEqual([
    303,
    expect.stringMatching(/\?refused$/),
  ])
  for (const _again of [1, 2]) expect((await form(url)).status).toBe(200)
  const shown = await form(await urlOf(second), { accept: 'text/html,*/*;q=0.8' })
  expect([shown.status, shown.headers.get('location')]).toEqual([
    303,
    expect.stringMatching(/^\/unsubscribe\/.*\?done=promotion$/),
  ])
  const called = await app.call(unsubscribe, {
    params: { token: (await urlOf(third)).split('/').at(-1) },
    body: {},
  })
  expect(called.body).toEqual({ success: true, kind: 'promotion' })
  for (const one of people) expect(await wanted(one)).toEqual([false, true])
})

test('a user who unsubscribes, is blocked or is deleted while the email is queued does not get it; one who changes the address gets it there', async () => {
  const off = await customer(['promotions'])
  const moved = await customer(['promotions'])
  const gone = await customer(['promotions'])
  const deleted = await customer(['promotions'])
  const { id } = (await announce({ by_notification: false })).body.announcement
  await publishAll()
  await app.call(setNotificationPreferences, { token: off.token, body: { promotions: false } })
  await app.ctx.pool.query(`update users set email = 'elsewhere-' || id || '@example.com' where id = $1`, [
    moved.id,
  ])
  await app.ctx.pool.query(`update users set status = 'blocked' where id = $1`, [gone.id])
  expect((await app.call(deleteUser, { token: admin.token, params: { id: deleted.id } })).status).toBe(200)
  await sendAll()
  // Emails moved to a new address are queued again.
  await sendAll()
  for (const { email } of [off, moved, gone, deleted]) expect(await emailsTo(email)).toEqual([])
  const { emails } = (await announcementOf(id)) ?? {}
  expect(emails?.unwanted).toBe(3)
  expect(emails?.queued).toBe((emails?.sent ?? 0) + 3)
  expect(await emailsTo(`elsewhere-${moved.id}@example.com`)).toHaveLength(1)
})

test('a stopped announcement sends nothing more, and a finished one cannot be stopped', async () => {
  const one = await customer(['newsletter'])
  const { id } = (await announce({ kind: 'newsletter', by_notification: false })).body.announcement
  await publishAll()
  expect((await announcementOf(id))?.emails.queued).toBeGreaterThan(0)
  const stop = () => app.call(stopAnnouncement, { token: admin.token, params: { id } })
  expect((await stop()).body.announcement.status).toBe('stopped')
  expect((await stop()).body.code).toBe('state_conflict')
  await sendAll()
  expect(await emailsTo(one.email)).toEqual([])
  expect((await actionsOf(id)).map(({ action }) => action)).toEqual([
    'announcement.send',
    'announcement.stop',
  ])
})

test('the same key is one announcement, logged once; another body with it is refused', async () => {
  const key = crypto.randomUUID()
  const answers = await Promise.all([announce({ key }), announce({ key }), announce({ key })])
  expect(new Set(answers.map(({ body }) => body.announcement.id)).size).toBe(1)
  expect(answers.filter(({ headers }) => headers.get('idempotent-replayed') === 'true')).toHaveLength(2)
  expect((await announce({ key, kind: 'newsletter' })).body.code).toBe('idempotency_key_reused')
  const { id } = answers[0].body.announcement
  expect(await actionsOf(id)).toEqual([
    {
      action: 'announcement.send',
      actor_id: admin.id,
      after: {
        kind: 'promotion',
        title: 'Ten percent off',
        languages: ['en', 'ru'],
        by_notification: true,
        by_email: true,
      },
    },
  ])
})

test('an announcement without English, a channel or a title is refused', async () => {
  expect((await announce({ texts: { vi: texts.ru } })).status).toBe(422)
  const noWay = await announce({ by_notification: false, by_email: false })
  expect(noWay.body.fields).toEqual({ by_notification: 'Choose in-app notification, email or both' })
  const noTitle = await announce({ texts: { en: { title: ' ', text: 'x' } } })
  expect(Object.values(noTitle.body.fields)).toEqual(['Please enter a title'])
})

test('a process that dies in the middle skips nobody and notifies nobody twice', async () => {
  const people = await Promise.all(Array.from({ length: 3 }, () => customer(['newsletter'])))
  const { id } = (await announce({ kind: 'newsletter', by_notification: false })).body.announcement
  const blocker = await app.ctx.pool.connect()
  await blocker.query('begin')
  // Blocks the process while it stores the progress, after it has written the emails.
  await app.database.pool.query(
    `create function wait_here() returns trigger language plpgsql as
       $$ begin perform pg_advisory_xact_lock(1); return new; end $$;
     create trigger wait_here before update of emailed_up_to on announcements
       for each row execute function wait_here()`,
  )
  await blocker.query('select pg_advisory_xact_lock(1)')
  const dying = announcementQueue.workDue(app.ctx)
  const waiting = `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  await expect
    .poll(async () => (await app.ctx.pool.query(waiting)).rowCount, { timeout: 20_000, interval: 20 })
    .toBe(1)
  await app.database.pool.query(`select pg_terminate_backend(pid) from (${waiting}) waiting`)
  await dying
  await blocker.query('rollback')
  blocker.release()
  await app.database.pool.query('drop function wait_here cascade')
  expect((await app.ctx.pool.query(`select from emails where kind = 'announcement'`)).rowCount).toBe(0)
  await sendAll()
  for (const { email } of people) expect(await emailsTo(email)).toHaveLength(1)
  expect((await announcementOf(id))?.status).toBe('sent')
})

test('thousands get it once each from several processes at once, and few emails are queued at a time', async () => {
  const { rows } = await app.ctx.pool.query(`
    insert into users (name, email, password_hash, email_confirmed_at)
    select 'Many', 'many-' || n || '@example.com', 'none', now() from generate_series(1, 1200) n returning id`)
  const ids = rows.map((row) => row.id)
  await app.ctx.pool.query(
    'insert into notification_preferences (user_id, newsletter) select unnest($1::int[]), true',
    [ids],
  )
  const { id } = (await announce({ kind: 'newsletter' })).body.announcement
  const other = await app.another()
  await Promise.all([publishAll(), publishAll(other.ctx), publishAll(), publishAll(other.ctx)])
  // A process that skipped rows locked by another tries again later, like the loop.
  await publishAll()
  const counts = async () =>
    (
      await app.ctx.pool.query(
        `select count(*)::int as all, count(distinct user_id)::int as users from notifications
         where announcement_id = $1 and user_id = any($2)`,
        [id, ids],
      )
    ).rows[0]
  expect(await counts()).toEqual({ all: 1200, users: 1200 })
  const waiting = async () =>
    (await app.ctx.pool.query(`select from emails where kind = 'announcement' and due_at is not null`))
      .rowCount
  expect(await waiting()).toBeGreaterThan(0)
  expect(await waiting()).toBeLessThanOrEqual(400)
  // Regardless of the position stored by the job.
  await app.ctx.pool.query(
    `update announcements set notified_up_to = 0, notify_ended = false where id = $1`,
    [id],
  )
  await publishAll()
  expect(await counts()).toEqual({ all: 1200, users: 1200 })
})
