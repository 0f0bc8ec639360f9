import { afterAll, beforeAll, expect, test } from 'vitest'

import { createApiKey } from '#contract/users/api-keys.ts'
import { changePassword } from '#contract/users/account.ts'
import { register } from '#contract/users/auth.ts'
import { creditDeposit } from '#contract/payments/admin-deposits.ts'
import { getNotificationPreferences, setNotificationPreferences } from '#contract/messaging/notifications.ts'
import { type SandboxMailbox, startSandboxMailbox } from '#sandbox/mailbox/start-mailbox.ts'
import { addNotification } from '#server/modules/messaging/notifications/add-notification.ts'
import { makeTestApp, type TestApp } from '#test/app.ts'
import { balanceOf, makeUser, usd } from '#test/factories.ts'

import { registerSandboxMailbox } from './find-mail-server.ts'
import { emailQueue } from './send-emails.ts'
import { writeOrderEmails } from './write-order-emails.ts'

let app: TestApp
let mailbox: SandboxMailbox
beforeAll(async () => {
  app = await makeTestApp()
  mailbox = await startSandboxMailbox()
  await registerSandboxMailbox(app.ctx, { port: mailbox.smtpPort, url: mailbox.url })
})
afterAll(async () => {
  await mailbox.stop()
  await app.drop()
})

const password = 'a-long-password'
async function join(language: 'en' | 'vi' | 'ru' = 'en') {
  const email = `new-${crypto.randomUUID()}@example.com`
  const { body } = await app.call(register, { body: { name: 'Bo', email, password, language } })
  return { email, token: body.token, id: body.user.id }
}
const confirmed = (id: number) =>
  app.ctx.pool.query('update users set email_confirmed_at = now() where id = $1', [id])

type Shown = { to: string[]; subject: string; text: string; html: string; headers: Record<string, string> }
/** Due ones are sent first; the confirmation is left out. */
async function emailsTo(email: string): Promise<Shown[]> {
  while (await emailQueue.workDue(app.ctx));
  const all = (await (await fetch(`${mailbox.url}/sandbox/emails`)).json()) as Shown[] // the mailbox's own shape
  return all.filter(({ to, text }) => to.includes(email) && !text.includes('/confirm-email/'))
}

test('a new password and a new key are announced by email, without the key', async () => {
  const { email, token } = await join()
  const { body } = await app.call(createApiKey, { token })
  const change = { currentPassword: password, newPassword: 'another-password' }
  expect((await app.call(changePassword, { token, body: change })).status).toBe(200)
  const emails = await emailsTo(email)
  expect(emails.map(({ subject }) => subject).toSorted()).toEqual([
    'New API key at Tally & Reach',
    'Your password at Tally & Reach was changed',
  ])
  const text = emails.map((received) => received.text).join()
  expect(text).toContain(body.keys[0]?.prefix)
  expect(text).not.toContain(body.key.slice(-30))
})

async function openDeposit(userId: number): Promise<bigint> {
  const { id } = await app.ctx.db
    .insertInto('deposits')
    .values({
      user_id: userId,
      reference: `email-${crypto.randomUUID()}`,
      gateway: 'cryptomus',
      payment_method: 'cryptomus',
      amount: 10_000_000_000n,
      status: 'review',
      review_code: 'note',
      review_details: JSON.stringify({ text: 'x' }),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

test('a payment is confirmed by one email, in the language of its customer', async () => {
  const admin = await makeUser(app.ctx, { role: 'admin' })
  const { email, id } = await join('ru')
  const depositId = await openDeposit(id)
  const credit = () =>
    app.call(creditDeposit, {
      token: admin.token,
      params: { id: depositId },
      body: { amount: 1234.5, reason: 'It came' },
    })
  expect([(await credit()).status, (await credit()).status]).toEqual([200, 409])
  const [received, ...others] = await emailsTo(email)
  expect(others).toEqual([])
  expect(received?.subject).toBe('Платёж на Tally & Reach получен')
  const said = 'Ваш платёж на 1 234,50 $ получен'
  for (const text of [received?.text, received?.html]) expect(text?.replaceAll(/\s/gu, ' ')).toContain(said)
})

test('one click in the email of a payment turns off emails about orders and payments, and payments still arrive', async () => {
  const { email, id, token } = await join()
  const pay = async () => {
    const admin = await makeUser(app.ctx, { role: 'admin' })
    const params = { id: await openDeposit(id) }
    const body = { amount: 5, reason: 'It came' }
    expect((await app.call(creditDeposit, { token: admin.token, params, body })).status).toBe(200)
  }
  await pay()
  const [received, ...others] = await emailsTo(email)
  expect(others).toEqual([])
  expect(received?.headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click')
  const address = new URL(/<(.*)>/.exec(received?.headers['list-unsubscribe'] ?? '')?.[1] ?? 'none:')
  const click = (path: string) =>
    fetch(`${app.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    })
  const odd = address.pathname.replace(/.$/, (last) => (last === '0' ? '1' : '0'))
  expect((await click(odd)).status).toBe(404)
  const preferences = async () => (await app.call(getNotificationPreferences, { token })).body.orderUpdates
  expect(await preferences()).toBe(true)
  const clicked = await click(address.pathname)
  expect([clicked.status, await clicked.json()]).toEqual([200, { success: true, kind: 'order_updates' }])
  expect(await preferences()).toBe(false)
  await pay()
  expect(await emailsTo(email)).toHaveLength(1)
  expect(await balanceOf(app.ctx, id)).toBe(usd('10'))
})

test('orders of a few minutes are in one email, to users who want it and have confirmed their address', async () => {
  const [wanting, unwilling, unconfirmed] = [await join(), await join(), await join()]
  for (const { id } of [wanting, unwilling]) await confirmed(id)
  await app.call(setNotificationPreferences, { token: unwilling.token, body: { orderUpdates: false } })
  const start = Math.ceil(Date.now() / 600_000) * 600_000
  await app.ctx.pool.query('update order_emails set until = to_timestamp($1)', [start / 1000])
  async function tellOf(code: 'order_completed' | 'order_failed', minute: number) {
    for (const { id: userId } of [wanting, unwilling, unconfirmed]) {
      const id = await addNotification(app.ctx.db, { userId, code, details: { order_id: 1 } })
      await app.ctx.pool.query(
        'update notifications set created_at = to_timestamp($1) where user_id = $2 and id = $3',
        [start / 1000 + minute * 60, userId, id],
      )
    }
  }
  for (const minute of [0, 3, 9]) await tellOf('order_completed', minute)
  await tellOf('order_failed', 5)
  await tellOf('order_failed', 12)
  const writeAt = (minute: number) =>
    writeOrderEmails({ ...app.ctx, clock: () => new Date(start + minute * 60_000) })

  // The newest row may not be committed yet.
  expect(await writeAt(11)).toBe(false)
  expect(await emailsTo(wanting.email)).toEqual([])
  expect([await writeAt(12), await writeAt(12)]).toEqual([true, false])
  const [first, ...others] = await emailsTo(wanting.email)
  expect(others).toEqual([])
  expect(first?.text).toContain('Completed: 3\nFailed: 1\n')
  expect(first?.text).toContain('/settings')
  // Two processes concurrently, and long after.
  await Promise.all([writeAt(60), writeAt(60)])
  while (await writeAt(60));
  const all = await emailsTo(wanting.email)
  expect(all.map(({ text }) => /^Failed: \d|^Completed: \d/m.exec(text)?.[0])).toEqual(
    expect.arrayContaining(['Completed: 3', 'Failed: 1']),
  )
  expect(all).toHaveLength(2)
  expect([await emailsTo(unwilling.email), await emailsTo(unconfirmed.email)]).toEqual([[], []])
})
