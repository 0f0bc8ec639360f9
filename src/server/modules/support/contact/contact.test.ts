import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { updateSettings } from '#contract/settings/admin-settings.ts'
import { answerContactMessage, listContactMessages, sendContact } from '#contract/support/contact.ts'
import { getTicket, listTickets } from '#contract/support/tickets.ts'
import { type SandboxMailbox, startSandboxMailbox } from '#sandbox/mailbox/start-mailbox.ts'
import { registerSandboxMailbox } from '#server/modules/messaging/emails/find-mail-server.ts'
import { emailQueue } from '#server/modules/messaging/emails/send-emails.ts'
import { deleteOldRows } from '#test/delete-old-rows.ts'
import { makeTestApp, type TestApp } from '#test/app.ts'
import { makeUser, type TestUser } from '#test/factories.ts'

import { contactQueue } from './sort-messages.ts'

let app: TestApp
let mailbox: SandboxMailbox
let admin: TestUser
let orders: TestUser
beforeAll(async () => {
  app = await makeTestApp()
  admin = await makeUser(app.ctx, { role: 'admin' })
  orders = await makeUser(app.ctx, { role: 'admin', permissions: ['orders'] })
  mailbox = await startSandboxMailbox()
  await registerSandboxMailbox(app.ctx, { port: mailbox.smtpPort, url: mailbox.url })
})
afterAll(async () => {
  await mailbox.stop()
  await app.drop()
})
beforeEach(() => app.ctx.pool.query('delete from contact_messages'))

const question = { name: 'Ann <b>', subject: 'How long?', message: 'How long does it take?\nThank you' }
const newEmail = () => `${randomUUID()}@example.com`
const write = (own: object, args: { token?: string; headers?: Record<string, string> } = {}) =>
  app.call(sendContact, { body: { ...question, ...own }, ...args })
const sort = () => contactQueue.workDue(app.ctx)
const list = (query = {}) => app.call(listContactMessages, { token: admin.token, query })
const ticketsOf = async (token: string) => (await app.call(listTickets, { token })).body.tickets
type Shown = { to: string[]; subject: string; text: string; headers: Record<string, string> }
async function emailsTo(email: string): Promise<Shown[]> {
  while (await emailQueue.workDue(app.ctx));
  const all = (await (await fetch(`${mailbox.url}/sandbox/emails`)).json()) as Shown[] // the shape of the sandbox mailbox
  return all.filter(({ to }) => to.includes(email))
}

test("a stranger's message is stored, emailed to the operator, listed for staff, and answered once", async () => {
  const email = newEmail()
  const sent = await write({ email })
  expect([sent.status, sent.body]).toEqual([
    200,
    { success: true, message: 'Your message has been sent successfully!' },
  ])
  // Nothing is visible before the message is sorted, and two workers sort it once.
  expect((await list()).body.messages).toEqual([])
  await Promise.all([sort(), sort()])
  const [message, ...others] = (await list({ status: 'open' })).body.messages
  expect(others).toEqual([])
  expect(message).toMatchObject({ ...question, email, answered_at: null, answered_by: null })
  const emails = (await emailsTo(admin.email)).filter(({ text }) => text.includes(email))
  expect(emails.map(({ subject, text }) => [subject, text.includes(question.message)])).toEqual([
    ['Contact form: How long?', true],
  ])
  // A reply from the mail program goes to the stranger.
  expect(emails[0]?.headers['reply-to']).toBe(email)
  expect(await emailsTo(orders.email)).toEqual([])
  // No email goes to an address that a stranger typed.
  expect(await emailsTo(email)).toEqual([])

  const answer = () =>
    app.call(answerContactMessage, { token: admin.token, params: { id: message?.id ?? 0 } })
  const [first, again] = [await answer(), await answer()]
  expect(first.body.message).toMatchObject({ id: message?.id, answered_by: expect.any(String) })
  expect(again.body).toEqual(first.body)
  expect((await list({ status: 'open' })).body.messages).toEqual([])
  expect((await list({ status: 'answered' })).body.messages).toHaveLength(1)
  const { rows } = await app.ctx.pool.query(
    `select actor_id, subject_id::int as id from audit_log where action = 'contact.answer'`,
  )
  expect(rows).toEqual([{ actor_id: admin.id, id: message?.id }])
})

test("a customer's message becomes their ticket, and shows whether they were signed in", async () => {
  const signedIn = await makeUser(app.ctx)
  const unproven = await makeUser(app.ctx)
  // A session takes precedence over the typed address.
  expect((await write({ email: newEmail() }, { token: signedIn.token })).status).toBe(200)
  expect((await write({ email: unproven.email.toUpperCase() })).status).toBe(200)
  expect([await ticketsOf(signedIn.token), await ticketsOf(unproven.token)]).toEqual([[], []])
  await sort()
  for (const [user, content] of [
    [signedIn, question.message],
    [unproven, `${question.message}\n\n[Sent by the contact form, without signing in]`],
  ] as const) {
    const [ticket, ...others] = await ticketsOf(user.token)
    expect([ticket?.subject, ticket?.category, others]).toEqual(['How long?', 'Other', []])
    const thread = await app.call(getTicket, { token: user.token, params: { id: ticket?.id ?? 0 } })
    expect(thread.body.ticket.messages.map((message) => message.content)).toEqual([content])
    const told = (await emailsTo(admin.email)).filter(({ text }) =>
      text.includes(`/admin/tickets/${ticket?.id}`),
    )
    expect(told).toHaveLength(1)
  }
  expect((await list()).body.messages).toEqual([])
})

test("messages of staff, blocked and deleted users, and expired sessions are treated like strangers'", async () => {
  const [blocked, gone] = [await makeUser(app.ctx), await makeUser(app.ctx)]
  await app.ctx.pool.query(`update users set status = 'blocked' where id = $1`, [blocked.id])
  await app.ctx.pool.query('update users set deleted_at = now() where id = $1', [gone.id])
  const emails = [blocked.email, gone.email, orders.email]
  for (const email of emails) expect((await write({ email }, { token: blocked.token })).status).toBe(200)
  await sort()
  expect((await list()).body.messages.map(({ email }) => email).toSorted()).toEqual(emails.toSorted())
  // They have an account, so the operator's email must not say that they have none.
  const told = (await emailsTo(admin.email)).filter(({ text }) => text.includes(blocked.email))
  expect(told.map(({ text }) => text)).toEqual([
    expect.stringContaining("The sender isn't an active customer."),
  ])
})

test("the operator's own contact address is used when there is one", async () => {
  const own = `desk-${randomUUID()}@example.com`
  const put = (contact: object) => app.call(updateSettings, { token: admin.token, body: { contact } })
  expect((await put({ email: own, telegram: null })).status).toBe(200)
  const email = newEmail()
  await write({ email })
  await sort()
  const [received, ...others] = await emailsTo(own)
  expect(others).toEqual([])
  expect(received?.text).toContain(email)
  expect((await emailsTo(admin.email)).filter(({ text }) => text.includes(email))).toEqual([])
  await put({ email: null, telegram: null })
})

test('every field is required, a form is accepted too, and a filled honeypot is thanked and not stored', async () => {
  const refused = await app.call(sendContact, {
    body: { name: ' ', email: '', subject: '', message: ' ' },
  })
  expect([refused.status, refused.json['field_codes']]).toEqual([
    422,
    {
      name: { code: 'name_required' },
      email: { code: 'email_required' },
      subject: { code: 'subject_required' },
      message: { code: 'message_required' },
    },
  ])
  const form = new URLSearchParams({ ...question, email: newEmail() })
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const posted = await fetch(`${app.url}/api/contact`, { method: 'POST', body: form.toString(), headers })
  expect(posted.status).toBe(200)
  const trapped = await write({ email: newEmail(), website: 'https://example.com' })
  expect(trapped.status).toBe(200)
  const { rows } = await app.ctx.pool.query('select email from contact_messages')
  expect(rows).toEqual([{ email: form.get('email') }])
})

test('an address and an email have an hourly limit', async () => {
  const strict = await app.another({
    databaseUrl: app.database.url,
    env: { RATE_LIMITS: 'default', TRUST_PROXY: '1' },
  })
  const from = async (address: string, email: string) =>
    (
      await strict.call(sendContact, {
        body: { ...question, email },
        headers: { 'x-forwarded-for': address },
      })
    ).status
  const email = newEmail()
  const one = await Promise.all(Array.from({ length: 7 }, (_, at) => from(`192.0.2.${at}`, email)))
  expect(one.filter((status) => status === 429)).toHaveLength(2)
  const many = await Promise.all(Array.from({ length: 22 }, () => from('198.51.100.1', newEmail())))
  expect(many.filter((status) => status === 429)).toHaveLength(2)
})

test('answered messages are deleted when emails are, others never', async () => {
  await write({ email: newEmail() })
  await write({ email: newEmail() })
  await sort()
  const [newest] = (await list()).body.messages
  await app.call(answerContactMessage, { token: admin.token, params: { id: newest?.id ?? 0 } })
  const clean = (days: number) =>
    deleteOldRows({ ...app.ctx, clock: () => new Date(Date.now() + days * 86_400_000) })
  // Read from the database, not by a call: sessions are deleted by then, too.
  const left = () => app.ctx.db.selectFrom('contact_messages').select('answered_at').execute()
  await clean(89)
  expect(await left()).toHaveLength(2)
  await clean(91)
  expect(await left()).toEqual([{ answered_at: null }])
})
