import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { createAnnouncement } from '#contract/messaging/announcements.ts'
import { createApiKey } from '#contract/users/api-keys.ts'
import { readFailedEmails, sendEmailsAgain } from '#contract/messaging/failed-emails.ts'
import { resetPassword } from '#contract/users/resets.ts'
import { updateSettings } from '#contract/settings/admin-settings.ts'
import { listStaffActions } from '#contract/audit-log/audit-log.ts'
import { inviteAgain, inviteUser } from '#contract/users/admin-users.ts'
import { control } from '#sandbox/call-sandbox.ts'
import { type SandboxMailbox, startSandboxMailbox } from '#sandbox/mailbox/start-mailbox.ts'
import { resetQueue } from '#server/modules/users/resets/request-reset.ts'
import { makeTestApp, type TestApp } from '#test/app.ts'
import { makeUser, type TestUser } from '#test/factories.ts'

import { registerSandboxMailbox } from './find-mail-server.ts'
import { emailQueue } from './send-emails.ts'

// Longer than most: each kind of email fails and is sent again, on one app.

let app: TestApp
let admin: TestUser
let mailbox: SandboxMailbox
beforeAll(async () => {
  app = await makeTestApp()
  admin = await makeUser(app.ctx, { role: 'admin' })
  mailbox = await startSandboxMailbox()
  await registerSandboxMailbox(app.ctx, { port: mailbox.smtpPort, url: mailbox.url })
})
afterAll(async () => {
  await mailbox.stop()
  await app.drop()
})
beforeEach(() => app.ctx.pool.query('delete from emails'))

const send = () => emailQueue.workDue(app.ctx)
const list = async (query: { limit?: string; cursor?: string } = {}) =>
  (await app.call(readFailedEmails, { token: admin.token, query })).body
const again = async (emails: { id: string; given_up_at: Date }[]) => {
  const asked = emails.map(({ id, given_up_at }) => ({ id, given_up_at: given_up_at.toISOString() }))
  const { status, body } = await app.call(sendEmailsAgain, { token: admin.token, body: { emails: asked } })
  expect(status).toBe(200)
  return body.emails.map(({ outcome }) => outcome)
}
const recorded = async () => {
  const query = { action: 'email.send_again' } as const
  return (await app.call(listStaffActions, { token: admin.token, query })).body.actions
}
const arrived = async (email: string) => {
  const emails = (await (await fetch(`${mailbox.url}/sandbox/emails`)).json()) as { to: string[] }[] // its own shape
  return emails.filter(({ to }) => to.includes(email)).length
}
/** The mail server refuses all queued emails permanently. */
async function refuseAll(): Promise<void> {
  const { rows } = await app.ctx.pool.query('select count(*)::int as n from emails where due_at is not null')
  await control(mailbox.url, 'faults', { kind: 'refuse', times: rows[0].n })
  await send()
}
/** An email without a link, and its receiver. */
async function writeToSomebody(): Promise<TestUser> {
  const user = await makeUser(app.ctx)
  expect((await app.call(createApiKey, { token: user.token })).status).toBe(201)
  return user
}

test('staff without permission to see users see whose mailbox it is, but not the address; ten-digit ids work', async () => {
  const user = await writeToSomebody()
  await refuseAll()
  const clerk = await makeUser(app.ctx, { role: 'admin', permissions: ['settings'] })
  const both = await makeUser(app.ctx, { role: 'admin', permissions: ['settings', 'users'] })
  const shownTo = async ({ token }: TestUser) =>
    (await app.call(readFailedEmails, { token })).body.emails.map(({ receiver }) => receiver)
  expect(await shownTo(both)).toEqual([user.email])
  const [first = ''] = user.email
  expect(await shownTo(clerk)).toEqual([`${first}…@${user.email.split('@')[1]}`])
  const after = (userId: string) => {
    const query = { cursor: `99999999999999-${userId}-${'0'.repeat(32)}` }
    return app.call(readFailedEmails, { token: clerk.token, query })
  }
  expect([(await after('2147483647')).status, (await after('2147483648')).status]).toEqual([200, 400])
})

test('a failed email shows its receiver and the reason, and nothing of its text', async () => {
  const user = await writeToSomebody()
  await refuseAll()
  const { emails, next_cursor: next } = await list()
  expect(next).toBeNull()
  expect(emails).toEqual([
    {
      id: expect.stringMatching(/^\d+-[0-9a-f]{32}$/),
      kind: 'api_key_made',
      receiver: user.email,
      user_id: user.id,
      user_name: expect.any(String),
      created_at: expect.any(Date),
      given_up_at: expect.any(Date),
      tries: 1,
      reason: { code: 'email_refused', details: { error: '554 not taken' } },
      held_by: null,
    },
  ])
})

test('an email that is sent again goes out once, however often it is requested, and is in the audit log', async () => {
  const user = await writeToSomebody()
  await refuseAll()
  const { emails } = await list()
  const pressed = await Promise.all([again(emails), again(emails), again(emails)])
  expect(pressed.flat().toSorted()).toEqual(['not_given_up', 'not_given_up', 'queued'])
  await send()
  await send()
  expect(await again(emails)).toEqual(['not_given_up'])
  await send()
  expect(await arrived(user.email)).toBe(1)
  expect((await list()).emails).toEqual([])
  const [action, ...others] = await recorded()
  expect(others).toEqual([])
  expect(JSON.stringify(action)).not.toContain(user.email)
  expect(action?.changes).toContainEqual({ field: 'kind', before: null, after: { text: 'api_key_made' } })
})

test('an email that failed again is another one: an earlier request does not send it', async () => {
  await writeToSomebody()
  await refuseAll()
  const { emails: first } = await list()
  expect(await again(first)).toEqual(['queued'])
  await refuseAll()
  expect(await again(first)).toEqual(['not_given_up'])
  expect(await again((await list()).emails)).toEqual(['queued'])
})

test('several are sent again together, and paging continues where it stopped', async () => {
  const users = [await writeToSomebody(), await writeToSomebody(), await writeToSomebody()]
  await refuseAll()
  await app.ctx.pool.query('update emails set failed_at = date_trunc($1, failed_at)', ['day'])
  const seen = []
  let cursor: string | undefined
  do {
    const page = await list({ limit: '2', ...(cursor !== undefined && { cursor }) })
    seen.push(...page.emails)
    cursor = page.next_cursor ?? undefined
  } while (cursor !== undefined)
  expect(seen.map(({ user_id: id }) => id).toSorted()).toEqual(users.map(({ id }) => id).toSorted())
  expect(await again(seen)).toEqual(['queued', 'queued', 'queued'])
  await send()
  for (const { email } of users) expect(await arrived(email)).toBe(1)
})

test('an expired, used or replaced link is not sent again, with the reason', async () => {
  const user = await makeUser(app.ctx)
  await app.call(resetPassword, { body: { email: user.email } })
  await resetQueue.workDue(app.ctx)
  const email = `invited-${crypto.randomUUID()}@example.com`
  const invited = await app.call(inviteUser, { token: admin.token, body: { name: 'Bo', email } })
  await refuseAll()
  const heldOf = async () =>
    Object.fromEntries((await list()).emails.map(({ kind, held_by: held }) => [kind, held]))
  expect(await heldOf()).toEqual({ password_reset: null, invitation: null })
  const text = JSON.stringify(await list())
  expect(text).not.toMatch(/https?:|token|[0-9a-f]{64}/)

  await app.ctx.pool.query(`update password_resets set created_at = now() - interval '61 minutes'`)
  expect(await heldOf()).toEqual({ password_reset: 'link_expired', invitation: null })
  await app.call(inviteAgain, { token: admin.token, params: { id: invited.body.user.id } })
  const { emails } = await list()
  expect(new Set(emails.map(({ held_by: held }) => held))).toEqual(new Set(['link_expired']))
  expect(await again(emails)).toEqual(['link_expired', 'link_expired'])
  const { rows } = await app.ctx.pool.query(
    'select count(*)::int as n from emails where failed_at is not null',
  )
  expect(rows[0].n).toBe(2)
})

test('an email to an address that is no longer the account’s is not sent again, with the reason; one to the operator’s own is', async () => {
  const { pool } = app.ctx
  const user = await writeToSomebody()
  await pool.query(
    `insert into emails (user_id, event, receiver, kind, details) values
       ($1, 'contact_message:1', 'shop@example.com', 'contact_message',
        '{"name": "N", "email": "n@example.com", "subject": "S", "text": "T", "ticket_id": null}'),
       ($2, 'email_change_asked:1', $3, 'email_change_asked', '{"email": "new@example.com"}')`,
    [admin.id, user.id, user.email],
  )
  const contact = { contact: { email: 'shop@example.com', telegram: null } }
  expect((await app.call(updateSettings, { token: admin.token, body: contact })).status).toBe(200)
  await refuseAll()
  const heldOf = async () =>
    Object.fromEntries((await list()).emails.map(({ kind, held_by: held }) => [kind, held]))
  expect(await heldOf()).toEqual({ api_key_made: null, contact_message: null, email_change_asked: null })

  await pool.query('update users set email = $2 where id = $1', [user.id, `moved-${user.email}`])
  const held = { api_key_made: 'address_changed', contact_message: null, email_change_asked: null }
  expect(await heldOf()).toEqual(held)
  const { emails } = await list()
  const outcomes = await again(emails)
  expect(Object.fromEntries(emails.map(({ kind }, at) => [kind, outcomes[at]]))).toEqual({
    api_key_made: 'address_changed',
    contact_message: 'queued',
    // It is addressed to the previous address.
    email_change_asked: 'queued',
  })
  await send()
  expect([await arrived(user.email), await arrived('shop@example.com')]).toEqual([1, 1])

  const nobody = { contact: { email: null, telegram: null } }
  expect((await app.call(updateSettings, { token: admin.token, body: nobody })).status).toBe(200)
})

test("an announcement's email no longer counts as failed once it is sent again, and is not sent after a stop", async () => {
  const user = await makeUser(app.ctx)
  await app.ctx.pool.query('update users set email_confirmed_at = now() where id = $1', [user.id])
  const texts = { en: { title: 'A notice', text: 'Of the service.' } }
  const made = await app.call(createAnnouncement, {
    token: admin.token,
    body: { kind: 'service_notice', by_notification: false, by_email: true, texts },
  })
  expect(made.status).toBe(201)
  const { id } = made.body.announcement
  await app.ctx.pool.query(
    `insert into emails (user_id, event, receiver, kind, details)
     select id, $2, email, 'announcement', jsonb_build_object('announcement', $3::int) from users where id = $1
     on conflict do nothing`,
    [user.id, `announcement:${id}`, id],
  )
  await app.ctx.pool.query(
    `insert into announcement_emails (announcement_id, queued) values ($1, 1) on conflict do nothing`,
    [id],
  )
  await refuseAll()
  const failed = async () =>
    (await app.ctx.pool.query('select failed from announcement_emails where announcement_id = $1', [id]))
      .rows[0].failed
  expect(await failed()).toBe(1)
  expect(await again((await list()).emails)).toEqual(['queued'])
  expect(await failed()).toBe(0)
  await refuseAll()
  await app.ctx.pool.query(
    `update announcements set status = 'stopped', ended_at = now(), due_at = null where id = $1`,
    [id],
  )
  const { emails } = await list()
  expect(emails.map(({ held_by: held }) => held)).toEqual(['announcement_stopped'])
  expect(await again(emails)).toEqual(['announcement_stopped'])
})
