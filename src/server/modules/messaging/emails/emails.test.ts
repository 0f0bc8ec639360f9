import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'

import { confirmEmail, login, register } from '#contract/users/auth.ts'
import { getSettings, updateSettings } from '#contract/settings/admin-settings.ts'
import { getConfig } from '#contract/settings/public-config.ts'
import { testMail } from '#contract/settings/setup-tests.ts'
import { getProfile, updateProfile } from '#contract/users/users.ts'
import { control } from '#sandbox/call-sandbox.ts'
import { type SandboxMailbox, startSandboxMailbox } from '#sandbox/mailbox/start-mailbox.ts'
import { makeTestApp, type TestApp } from '#test/app.ts'
import { countRows } from '#test/count-rows.ts'
import { makeUser, type TestUser } from '#test/factories.ts'

import { registerSandboxMailbox } from './find-mail-server.ts'
import { areManyAnnouncementEmailsQueued } from './queue-announcement.ts'
import { areManyServiceEmailsQueued } from './queue-many-emails.ts'
import { emailQueue } from './send-emails.ts'

// Longer than most: everything that can happen to an email, with one mailbox.

let app: TestApp
let admin: TestUser
let mailbox: SandboxMailbox

beforeAll(async () => {
  app = await makeTestApp({ env: { ALLOW_PRIVATE_ADDRESSES: '127.0.0.0/8' } })
  admin = await makeUser(app.ctx, { role: 'admin' })
})
afterAll(() => app.drop())
beforeEach(async () => {
  mailbox = await startSandboxMailbox()
  await registerSandboxMailbox(app.ctx, { port: mailbox.smtpPort, url: mailbox.url })
})
afterEach(async () => {
  await mailbox.stop()
  await forgetMailbox()
  await app.ctx.pool.query('delete from emails')
})

/** Like a live database. */
async function forgetMailbox() {
  await app.ctx.pool.query('delete from sandbox_mailbox')
  app.ctx.events.publish({ topic: 'settings' })
}

type Shown = { from: string; to: string[]; subject: string; text: string }
const allEmails = async (of = mailbox) => (await (await fetch(`${of.url}/sandbox/emails`)).json()) as Shown[] // the mailbox's own shape
const emailsTo = async (email: string, of = mailbox) =>
  (await allEmails(of)).filter(({ to }) => to.includes(email))
const send = (ctx = app.ctx) => emailQueue.workDue(ctx)
const rowsOf = async () =>
  (
    await app.ctx.pool.query(
      'select kind, tries, due_at, sent_at, failed_at as given_up_at, fault from emails',
    )
  ).rows
/** In the past: the column rounds to milliseconds, which may be in the future. */
const makeDue = () =>
  app.ctx.pool.query(`update emails set due_at = now() - interval '1 second' where due_at is not null`)
const tokenIn = ({ text }: Shown) => /\/confirm-email\/(\S+)/.exec(text)?.[1] ?? 'none'

const password = 'a-long-password'
async function join() {
  const email = `new-${crypto.randomUUID()}@example.com`
  const { body } = await app.call(register, { body: { name: 'Bo', email, password } })
  return { email, token: body.token, id: body.user.id }
}
const confirm = (token: string) => app.call(confirmEmail, { body: { token } })

test('a new user gets one email, and its link confirms the address', async () => {
  const { email, id } = await join()
  await send()
  await send()
  const [received, ...others] = await emailsTo(email)
  expect(others).toEqual([])
  expect(received?.subject).toBe('Confirm your email address at Tally & Reach')
  const isConfirmed = async () =>
    (await app.ctx.pool.query('select email_confirmed_at is not null as yes from users where id = $1', [id]))
      .rows[0].yes
  expect(await isConfirmed()).toBe(false)
  const token = tokenIn(received ?? { from: '', to: [], subject: '', text: '' })
  for (const odd of [
    `${token.slice(0, -1)}${token.endsWith('0') ? '1' : '0'}`,
    'x',
    token.replace(/^\d+/, '1'),
    token.replace(/^\d+/, '9999999999'),
    token.replace(/-\d+-/, '-999999999999999999-'),
  ])
    expect((await confirm(odd)).body.code).toBe('confirmation_invalid')
  expect((await confirm(token)).body).toEqual({ success: true, email })
  expect((await confirm(token)).status).toBe(200)
  expect(await isConfirmed()).toBe(true)
})

test('an email to an address that contains another address does not go to that one', async () => {
  const own = `other-${crypto.randomUUID()}@example.com`
  for (const email of [`(1)${own}`, `x:${own}`])
    expect((await app.call(register, { body: { name: 'Bo', email, password } })).status).toBe(201)
  await send()
  const sent = await allEmails()
  expect(sent.map(({ to }) => to)).toEqual([[expect.stringContaining('"')], [expect.stringContaining('"')]])
  expect(await emailsTo(own)).toEqual([])
})

test.each([
  ['vi', 'Vui lòng xác nhận địa chỉ email của bạn tại Tally & Reach', '/vi/confirm-email/'],
  ['ru', 'Подтвердите адрес почты на Tally & Reach', '/ru/confirm-email/'],
] as const)(
  'a user whose language is %s gets emails in it, with links to pages in it',
  async (language, subject, path) => {
    const email = `new-${crypto.randomUUID()}@example.com`
    const joined = await app.call(register, { body: { name: 'Bo', email, password, language } })
    expect(joined.body.user.language).toBe(language)
    await send()
    const [received] = await emailsTo(email)
    expect(received?.subject).toBe(subject)
    expect(received?.text).toContain(path)
  },
)

test('a new address needs the password and confirmation, and the old address gets a warning', async () => {
  const { email, token } = await join()
  const wanted = `moved-${crypto.randomUUID()}@example.com`
  const put = (body: unknown) => app.call(updateProfile, { token, body })
  expect((await put({ name: 'Bo', email: wanted })).body.fields).toEqual({ password: expect.any(String) })
  expect((await put({ name: 'Bo', email: wanted, password: 'wrong-password' })).status).toBe(422)
  // Only the right password reveals whether an email is taken.
  expect((await put({ name: 'Bo', email: admin.email, password: 'wrong-password' })).status).toBe(422)
  expect((await put({ name: 'Bo', email: admin.email, password })).body.code).toBe('email_taken')
  const elsewhere = (await app.call(login, { body: { email, password } })).body.token
  const asked = await put({ name: 'Bo', email: wanted, password })
  // Other sessions end; the requesting one stays.
  expect((await app.call(getProfile, { token: elsewhere })).status).toBe(401)
  expect([asked.body.user.email, asked.body.user.pending_email]).toEqual([email, wanted])
  // Changing the rest of the profile needs no password, and neither confirms the new address nor sends a second email.
  const renamed = await put({ name: 'Bea', email: wanted })
  expect([renamed.body.user.name, renamed.body.user.pending_email]).toEqual(['Bea', wanted])
  await send()
  expect(await emailsTo(wanted)).toHaveLength(1)
  expect((await emailsTo(email)).map(({ text }) => text.includes(wanted))).toContain(true)
  const [received] = await emailsTo(wanted)
  if (received === undefined) throw new Error('no email came')
  expect((await app.call(login, { body: { email: wanted, password } })).status).toBe(401)
  expect((await confirm(tokenIn(received))).body).toEqual({ success: true, email: wanted })
  const { user } = (await app.call(getProfile, { token })).body
  expect([user.email, user.pending_email]).toEqual([wanted, undefined])
  expect((await app.call(login, { body: { email: wanted, password } })).status).toBe(200)
})

test('a pending address is canceled by null only; a canceled one, or one that is taken by now, is not confirmed', async () => {
  const { email, token } = await join()
  const wanted = `raced-${crypto.randomUUID()}@example.com`
  await app.call(updateProfile, { token, body: { name: 'Bo', email: wanted, password } })
  await send()
  const [received] = await emailsTo(wanted)
  if (received === undefined) throw new Error('no email came')
  const first = await app.call(register, { body: { name: 'Al', email: wanted, password } })
  expect((await confirm(tokenIn(received))).body.code).toBe('email_taken')
  await app.ctx.pool.query(`update users set email = 'gone-' || id || '@example.com' where id = $1`, [
    first.body.user.id,
  ])
  const put = async (own: object) =>
    (await app.call(updateProfile, { token, body: { name: 'Bo', email, ...own } })).body.user
  for (const own of [{}, { pending_email: 'another@example.com' }, { pending_email: email }])
    expect(await put(own)).toHaveProperty('pending_email', wanted)
  expect(await put({ pending_email: null })).not.toHaveProperty('pending_email')
  expect((await confirm(tokenIn(received))).body.code).toBe('confirmation_invalid')
})

test('an email that is not accepted now is sent later, once, and one that is refused for good fails', async () => {
  const { email } = await join()
  await control(mailbox.url, 'faults', { kind: 'defer', times: 1 })
  await control(mailbox.url, 'faults', { kind: 'hang_up', times: 1 })
  const faults = [
    { code: 'email_refused', details: { error: '451 come again later' } },
    { code: 'connection_closed', details: {} },
  ]
  for (const [at, fault] of faults.entries()) {
    const tries = at + 1
    await send()
    expect(await rowsOf()).toEqual([
      expect.objectContaining({
        tries,
        sent_at: null,
        fault,
        due_at: expect.any(Date),
      }),
    ])
    await send()
    expect((await rowsOf())[0].tries).toBe(tries)
    await makeDue()
  }
  await send()
  expect(await rowsOf()).toEqual([
    expect.objectContaining({ tries: 3, fault: null, due_at: null, sent_at: expect.any(Date) }),
  ])
  expect(await emailsTo(email)).toHaveLength(1)

  await join()
  await control(mailbox.url, 'faults', { kind: 'refuse', times: 1 })
  await send()
  expect((await rowsOf()).filter(({ given_up_at: at }) => at !== null)).toEqual([
    expect.objectContaining({
      tries: 1,
      due_at: null,
      fault: { code: 'email_refused', details: { error: '554 not taken' } },
    }),
  ])
})

test('an email that is queued while the address changes goes to the new address, or is dropped', async () => {
  const user = await makeUser(app.ctx)
  const unconfirmed = await makeUser(app.ctx)
  const { pool } = app.ctx
  await pool.query('update users set email_confirmed_at = now() where id = $1', [user.id])
  const kinds = ['password_changed', 'password_reset', 'order_updates', 'email_change_asked'] as const
  const details = {
    password_changed: '{}',
    password_reset: '{"reset": "1"}',
    order_updates: '{"completed": 1}',
    email_change_asked: '{"email": "new@example.com"}',
  }
  for (const { id, email } of [user, unconfirmed])
    for (const kind of kinds)
      await pool.query(
        'insert into emails (user_id, event, receiver, kind, details) values ($1, $2, $3, $4, $5)',
        [id, `${kind}:1`, email, kind, details[kind]],
      )
  for (const { id, email } of [user, unconfirmed])
    await pool.query('update users set email = $2 where id = $1', [id, `moved-${email}`])
  // Moved, then sent.
  await send()
  await send()
  const { rows } = await pool.query(
    `select user_id, kind, receiver like 'moved-%' as is_new, sent_at is not null as is_sent from emails order by user_id, kind`,
  )
  const old = { kind: 'email_change_asked', is_new: false, is_sent: true }
  const changed = { kind: 'password_changed', is_new: true, is_sent: true }
  expect(rows).toEqual([
    { user_id: user.id, ...old },
    { user_id: user.id, kind: 'order_updates', is_new: true, is_sent: true },
    { user_id: user.id, ...changed },
    { user_id: unconfirmed.id, ...old },
    { user_id: unconfirmed.id, ...changed },
  ])
  expect((await emailsTo(user.email)).length).toBe(1)
  expect((await emailsTo(`moved-${user.email}`)).length).toBe(2)
})

test('whether many emails of a kind are queued costs the same however many others are', async () => {
  const { id } = await makeUser(app.ctx)
  await app.database.pool.query(
    `insert into emails (user_id, event, receiver, kind) select $1, 'ticket_reply:' || n, 'a@example.com', 'ticket_reply'
     from generate_series(1, 3000) n`,
    [id],
  )
  await app.database.pool.query('vacuum analyze emails')
  for (const areMany of [areManyServiceEmailsQueued, areManyAnnouncementEmailsQueued]) {
    const work = async (db: typeof app.ctx.db) => expect(await areMany(db, 10)).toBe(false)
    expect(await countRows(app.ctx.db, { tables: ['emails'], work })).toBeLessThan(100)
  }
})

test('two processes that send at once send each email once', async () => {
  const people = await Promise.all(Array.from({ length: 12 }, join))
  const other = await app.another()
  await Promise.all([send(), send(other.ctx), send(), send(other.ctx)])
  const all = await allEmails()
  expect(people.map(({ email }) => all.filter(({ to }) => to.includes(email)).length)).toEqual(
    people.map(() => 1),
  )
})

test("the operator's mail server replaces the sandbox's, its password is encrypted, and is never returned", async () => {
  const own = await startSandboxMailbox()
  const put = (body: unknown) => app.call(updateSettings, { token: admin.token, body })
  const mail = {
    host: '127.0.0.1',
    port: own.smtpPort,
    security: 'none',
    user: null,
    from: 'shop@example.com',
  }
  expect((await app.call(getConfig)).body.sandbox_mailbox).toBe(mailbox.url)
  const set = await put({ mail, mail_password: 'a very secret word', brand: { name: 'Açme' } })
  expect([set.status, set.body.has_mail_password]).toEqual([200, true])
  for (const elsewhere of [{ host: 'mail.example.com' }, { port: 2525 }, { security: 'starttls' }]) {
    const moved = await put({ mail: { ...mail, ...elsewhere } })
    expect([moved.status, Object.keys(moved.body.fields ?? {})]).toEqual([422, ['mail_password']])
  }
  expect((await put({ mail: { ...mail, from: 'shop@example.com' } })).status).toBe(200)
  const visible = JSON.stringify([
    (await app.call(getSettings, { token: admin.token })).json,
    (await app.call(getConfig)).json,
    (await app.ctx.pool.query('select audit_log::text from audit_log')).rows,
    (await app.ctx.pool.query('select encode(sealed, $1) as sealed from settings_secrets', ['escape'])).rows,
  ])
  expect(visible).not.toContain('a very secret word')
  expect((await app.call(getConfig)).json).not.toHaveProperty('mail')
  expect((await app.call(getConfig)).body.sandbox_mailbox).toBeNull()
  const { email } = await join()
  await send()
  expect(await emailsTo(email)).toEqual([])
  expect(await emailsTo(email, own)).toEqual([
    expect.objectContaining({
      from: 'shop@example.com',
      subject: 'Confirm your email address at Açme',
    }),
  ])
  expect((await put({ mail: null, mail_password: null })).body.has_mail_password).toBe(false)
  await own.stop()
})

test("a test email goes to the caller at once, and the response contains the mail server's answer", async () => {
  const put = (mail: unknown) => app.call(updateSettings, { token: admin.token, body: { mail } })
  const tryIt = async () => (await app.call(testMail, { token: admin.token })).body
  const { email } = admin
  expect(await tryIt()).toMatchObject({ outcome: 'works', place: email, reason: null })
  expect(await emailsTo(email)).toEqual([
    expect.objectContaining({ subject: expect.stringContaining('Test email') }),
  ])
  expect(await rowsOf()).toEqual([])
  await put({ host: '127.0.0.1', port: 9, security: 'none', user: null, from: 'shop@example.com' })
  await expect
    .poll(tryIt, { timeout: 10_000 })
    .toMatchObject({ outcome: 'failed', reason: { code: 'connection_refused', details: {} } })
  await put(null)
  await forgetMailbox()
  await expect.poll(tryIt, { timeout: 10_000 }).toMatchObject({ outcome: 'not_set_up', reason: null })
  const customer = await makeUser(app.ctx)
  expect((await app.call(testMail, { token: customer.token })).status).toBe(403)
})

test("a mail server off the open internet is called only if the machine's operator allows it", async () => {
  const guarded = await makeTestApp()
  const staff = await makeUser(guarded.ctx, { role: 'admin' })
  for (const host of ['127.0.0.1', 'localhost']) {
    const mail = { host, port: mailbox.smtpPort, security: 'none', user: null, from: 'shop@example.com' }
    await guarded.call(updateSettings, { token: staff.token, body: { mail } })
    const email = `guarded-${crypto.randomUUID()}@example.com`
    await guarded.call(register, { body: { name: 'Bo', email, password } })
    await send(guarded.ctx)
    const { rows } = await guarded.ctx.pool.query('select fault from emails where receiver = $1', [email])
    expect(rows[0].fault).toEqual({ code: 'address_refused', details: {} })
  }
  expect(await allEmails()).toEqual([])
  await guarded.drop()
})

test('without a mail server and without a sandbox emails wait, and are counted', async () => {
  await forgetMailbox()
  await join()
  await send()
  expect(await rowsOf()).toEqual([expect.objectContaining({ tries: 0, due_at: expect.any(Date) })])
  const metrics = await (await fetch(`${app.url}/metrics`)).text()
  expect(metrics).toContain('tally_queue_due{queue="mails"} 1')
  expect(metrics).toMatch(/tally_mails_total\{outcome="sent"\} \d+/)
})

test('an email that cannot be generated is retried with its reason, and delays no other', async () => {
  const { email } = await join()
  const broken = `insert into emails (user_id, event, receiver, kind, details)
    select id, 'broken', email, 'payment_received', '{"amount": "none", "bonus": "0"}' from users where email = $1`
  await app.ctx.pool.query(broken, [email])
  const other = await join()
  await emailQueue.workDue(app.ctx)
  const { rows } = await app.ctx.pool.query(
    "select fault, sent_at, due_at > now() as is_later from emails where event = 'broken'",
  )
  expect(rows).toEqual([{ fault: { code: 'job_failed', details: {} }, sent_at: null, is_later: true }])
  expect(await emailsTo(other.email)).toHaveLength(1)
})
