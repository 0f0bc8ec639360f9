import { afterAll, beforeAll, expect, test } from 'vitest'

import { unsubscribe } from '#contract/messaging/unsubscribe.ts'
import { getBalanceNotice, listNotifications, setBalanceNotice } from '#contract/messaging/notifications.ts'
import { createOrder } from '#contract/orders/order-placing.ts'
import { deleteUser } from '#contract/users/admin-users.ts'
import { type SandboxMailbox, startSandboxMailbox } from '#sandbox/mailbox/start-mailbox.ts'
import { placeOrder } from '#server/modules/orders/placing/place-order.ts'
import { registerSandboxMailbox } from '#server/modules/messaging/emails/find-mail-server.ts'
import { emailQueue } from '#server/modules/messaging/emails/send-emails.ts'
import { makeTestApp, type TestApp } from '#test/app.ts'
import { countRowsOfTxs } from '#test/count-rows.ts'
import { giveBalance, makeService, makeUser, type TestUser } from '#test/factories.ts'

import { notifyLowBalances, watchBalances } from './low-balance.ts'

let app: TestApp
let other: TestApp
let mailbox: SandboxMailbox
let service: { id: number }
beforeAll(async () => {
  app = await makeTestApp()
  other = await app.another()
  service = await makeService(app.ctx, { rate: '1', min: 1, max: 1_000_000 })
  mailbox = await startSandboxMailbox()
  await registerSandboxMailbox(app.ctx, { port: mailbox.smtpPort, url: mailbox.url })
})
afterAll(async () => {
  await mailbox.stop()
  await app.drop()
})

/** With a confirmed address and a threshold. */
async function makeCustomer(balance: string, below: number | null): Promise<TestUser> {
  const user = await makeUser(app.ctx, { balance })
  await app.ctx.pool.query('update users set email_confirmed_at = now() where id = $1', [user.id])
  await set(user, below)
  return user
}
const set = async ({ token }: TestUser, below: number | null) =>
  (await app.call(setBalanceNotice, { token, body: { below } })).body
/** In dollars. */
async function spend({ token }: TestUser, dollars: number): Promise<void> {
  const body = { service_id: service.id, link: 'https://example.com/b', quantity: dollars * 1000 }
  expect((await app.call(createOrder, { token, body })).status).toBe(201)
}
async function toldTo({ token }: TestUser): Promise<string[]> {
  await notifyLowBalances(app.ctx)
  return (await app.call(listNotifications, { token })).body.map(({ message }) => message)
}
async function emailsTo({ email }: TestUser) {
  while (await emailQueue.workDue(app.ctx));
  const all = (await (await fetch(`${mailbox.url}/sandbox/emails`)).json()) as {
    to: string[]
    subject: string
    text: string
    headers: Record<string, string>
  }[] // the mailbox's own shape
  return all.filter(({ to }) => to.includes(email))
}

test('a customer is notified once when the balance falls below the amount, and again only after it was above', async () => {
  const user = await makeCustomer('20', 10)
  await spend(user, 10)
  // A balance equal to the threshold is not below it.
  expect(await toldTo(user)).toEqual([])
  await spend(user, 1)
  const first = 'Your balance fell below $10.00 and is now $9.00'
  expect(await toldTo(user)).toEqual([first])
  await spend(user, 1)
  expect(await toldTo(user)).toEqual([first])
  await giveBalance(app.ctx, user.id, '1')
  await spend(user, 1)
  expect(await toldTo(user)).toEqual([first])
  await giveBalance(app.ctx, user.id, '10')
  expect(await toldTo(user)).toEqual([first])
  await spend(user, 15)
  const second = 'Your balance fell below $10.00 and is now $3.00'
  expect(await toldTo(user)).toEqual([second, first])
  expect((await emailsTo(user)).map(({ subject }) => subject)).toHaveLength(2)
})

test('a fall between two checks is found even if the balance is above again, and so is a rise between two falls', async () => {
  const user = await makeCustomer('20', 10)
  await spend(user, 15)
  await giveBalance(app.ctx, user.id, '50')
  expect(await toldTo(user)).toEqual(['Your balance fell below $10.00 and is now $55.00'])
  await spend(user, 50)
  expect(await toldTo(user)).toHaveLength(2)
  await giveBalance(app.ctx, user.id, '50')
  await spend(user, 50)
  expect(await toldTo(user)).toHaveLength(3)
})

test('a new amount applies from then on, and without one nobody is notified', async () => {
  const user = await makeCustomer('20', 30)
  expect(await toldTo(user)).toEqual([])
  await spend(user, 1)
  expect(await toldTo(user)).toEqual([])
  expect(await set(user, 15)).toEqual({ below: 1_500_000_000n })
  await spend(user, 5)
  expect(await toldTo(user)).toEqual(['Your balance fell below $15.00 and is now $14.00'])
  expect(await set(user, null)).toEqual({ below: null })
  await giveBalance(app.ctx, user.id, '10')
  await spend(user, 20)
  expect(await toldTo(user)).toHaveLength(1)
  for (const below of [0, -1, 1e8])
    expect((await app.call(setBalanceNotice, { token: user.token, body: { below } })).status).toBe(422)
})

test('many customers are notified once each by several processes at once, and nobody twice after a crash', async () => {
  const users = await Promise.all(Array.from({ length: 8 }, () => makeCustomer('20', 10)))
  await Promise.all(users.map((user) => spend(user, 11)))
  const broken = { ...app.ctx.events, publish: () => {} }
  await Promise.all([app.ctx, other.ctx, { ...app.ctx, events: broken }].map((ctx) => notifyLowBalances(ctx)))
  for (const user of users) expect(await toldTo(user)).toHaveLength(1)
  const { rows } = await app.ctx.pool.query(
    `select user_id from emails where kind = 'balance_low' and user_id = any ($1::int[])`,
    [users.map(({ id }) => id)],
  )
  expect(rows).toHaveLength(8)
})

test('the email has the amount and the balance, and its link turns these emails off', async () => {
  const user = await makeCustomer('20', 12.5)
  await spend(user, 10)
  await notifyLowBalances(app.ctx)
  const [email, ...more] = await emailsTo(user)
  expect(more).toEqual([])
  expect(email?.subject).toContain('fell below $12.50')
  expect(email?.text).toContain("It's now $10.00.")
  const token = /\/unsubscribe\/([\w-]+)/.exec(email?.headers['list-unsubscribe'] ?? '')?.[1]
  const { body } = await app.call(unsubscribe, { params: { token }, body: {} })
  expect(body.kind).toBe('balance_low')
  expect((await app.call(getBalanceNotice, { token: user.token })).body).toEqual({ below: null })
})

test("an unconfirmed address gets no email, and a deleted user's amount is removed", async () => {
  const user = await makeUser(app.ctx, { balance: '20' })
  await set(user, 10)
  await spend(user, 20)
  expect(await toldTo(user)).toHaveLength(1)
  expect(await emailsTo(user)).toEqual([])
  const admin = await makeUser(app.ctx, { role: 'admin' })
  const query = { expected_balance: '0', expected_open_orders: '1' }
  await app.call(deleteUser, { token: admin.token, params: { id: user.id }, query, body: {} })
  const { rows } = await app.ctx.pool.query('select from balance_notices where user_id = $1', [user.id])
  expect(rows).toEqual([])
})

test('ledger rows that were read are not read again, however many there are', async () => {
  const user = await makeCustomer('20', 10)
  for (let at = 0; at < 30; at += 1) await spend(user, 0.1)
  const read = () =>
    countRowsOfTxs(app.ctx.db, {
      tables: ['transactions'],
      work: async (db) => void (await notifyLowBalances({ ...app.ctx, db })),
    })
  expect(await read()).toBeGreaterThanOrEqual(30)
  // Other connections report their earlier reads late.
  await expect.poll(read, { timeout: 10_000 }).toBe(0)
})

test('a round reads nothing while no balance changes, then only changed ones; a lost event is recovered', async () => {
  const [first, second] = await Promise.all(Array.from({ length: 30 }, () => makeCustomer('20', 10)))
  if (first === undefined || second === undefined) throw new Error('there are no customers')
  let { db } = app.ctx
  const watcher = watchBalances({
    ...app.ctx,
    get db() {
      return db
    },
  })
  /** Rows that one round reads. */
  const round = () =>
    countRowsOfTxs(app.ctx.db, {
      tables: ['balance_notices'],
      work: async (own) => {
        db = own
        await watcher.work()
      },
    })
  const messages = async ({ token }: TestUser) => (await app.call(listNotifications, { token })).body.length
  expect(await round()).toBeGreaterThanOrEqual(30)
  // Other connections report their earlier reads late.
  await expect.poll(round, { timeout: 10_000 }).toBe(0)
  await spend(first, 11)
  const rows = await round()
  expect(rows).toBeGreaterThan(0)
  expect(rows).toBeLessThan(10)
  expect(await messages(first)).toBe(1)
  expect(await round()).toBe(0)
  const silent = { ...app.ctx, events: { ...app.ctx.events, publish: () => {} } }
  const body = { service_id: service.id, link: 'https://example.com/b', quantity: 11_000 }
  await placeOrder(silent, { userId: second.id, body })
  await round()
  expect(await messages(second)).toBe(0)
  app.ctx.events.publish({ topic: 'gap' })
  await round()
  expect(await messages(second)).toBe(1)
  watcher.stop()
})
