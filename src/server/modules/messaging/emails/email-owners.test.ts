import { afterAll, beforeAll, expect, test } from 'vitest'

import { register } from '#contract/users/auth.ts'
import { listNotifications } from '#contract/messaging/notifications.ts'
import { updateSettings } from '#contract/settings/admin-settings.ts'
import { type SandboxMailbox, startSandboxMailbox } from '#sandbox/mailbox/start-mailbox.ts'
import { makeTestApp, type TestApp } from '#test/app.ts'
import { makeUser, type TestUser } from '#test/factories.ts'

import { emailQueue } from './send-emails.ts'

let app: TestApp
let admin: TestUser
beforeAll(async () => {
  app = await makeTestApp({ env: { ALLOW_PRIVATE_ADDRESSES: '127.0.0.0/8' } })
  admin = await makeUser(app.ctx, { role: 'admin' })
})
afterAll(() => app.drop())

type Shown = { to: string[]; subject: string; text: string }
const allEmails = async (of: SandboxMailbox) =>
  (await (await fetch(`${of.url}/sandbox/emails`)).json()) as Shown[] // the mailbox's own shape
const emailsTo = async (email: string, of: SandboxMailbox) =>
  (await allEmails(of)).filter(({ to }) => to.includes(email))
const send = () => emailQueue.workDue(app.ctx)
/** An email sent through the configured mail server. */
const queueOne = () =>
  app.call(register, { body: { name: 'Bo', email: 'bo@example.com', password: 'a-long-password' } })

test('owners are notified of a new mail server through the previous one, and of gateways and bonuses, in the app too', async () => {
  const [before, next] = [await startSandboxMailbox(), await startSandboxMailbox()]
  const clerk = await makeUser(app.ctx, { role: 'admin', permissions: ['settings', 'staff', 'money'] })
  const put = (body: unknown) => app.call(updateSettings, { token: clerk.token, body })
  const server = ({ smtpPort: port }: SandboxMailbox) => ({
    mail: { host: '127.0.0.1', port, security: 'none', user: null, from: 'shop@example.com' },
    mail_password: 'a very secret word',
  })
  expect((await put({ ...server(before), brand: { name: 'Shop' } })).status).toBe(200)
  await app.ctx.pool.query('delete from emails')
  expect((await put(server(next))).status).toBe(200)
  const { rows } = await app.ctx.pool.query(`select encode(server, 'escape') as server from emails`)
  expect(JSON.stringify(rows)).not.toContain('a very secret word')
  await send()
  expect(await emailsTo(admin.email, next)).toEqual([])
  expect(await emailsTo(clerk.email, before)).toEqual([])
  const [told] = await emailsTo(admin.email, before)
  expect([told?.subject, told?.text]).toEqual([
    'Settings changed at Shop: mail server',
    expect.stringContaining(`Staff member #${clerk.id} changed`),
  ])
  // The stored server is deleted after use.
  expect((await app.ctx.pool.query('select from emails where server is not null')).rowCount).toBe(0)
  // Removed: the one email still uses it, and nothing else is sent.
  await queueOne()
  expect((await put({ mail: null, bonuses: [{ from: 5, percent: 3 }] })).status).toBe(200)
  await send()
  expect((await allEmails(next)).map(({ subject }) => subject)).toEqual([
    'Settings changed at Shop: mail server, deposit bonuses',
  ])
  const notices = (await app.call(listNotifications, { token: admin.token })).body.map(
    ({ message }) => message,
  )
  expect(notices.slice(0, 2).toSorted()).toEqual([
    `Staff member #${clerk.id} changed the deposit bonuses`,
    `Staff member #${clerk.id} changed the mail server`,
  ])
  expect((await app.call(listNotifications, { token: clerk.token })).body).toEqual([])
  await put({ mail_password: null, bonuses: [] })
  await Promise.all([before.stop(), next.stop()])
})
