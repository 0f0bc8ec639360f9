import { afterAll, beforeAll, expect, test } from 'vitest'

import { liveUpdates } from '#contract/site/events.ts'
import { listNotifications } from '#contract/messaging/notifications.ts'
import { createOrder } from '#contract/orders/order-placing.ts'
import {
  adminReplyToTicket,
  adminResolveTicket,
  getAdminTicket,
  listAdminTickets,
  noteTicket,
} from '#contract/support/admin-tickets.ts'
import {
  createTicket,
  getTicket,
  listTickets,
  readTicket,
  replyToTicket,
  resolveTicket,
  ticketCategories,
} from '#contract/support/tickets.ts'
import { makeTestApp, type TestApp } from '#test/app.ts'
import { makeService, makeUser, type TestUser } from '#test/factories.ts'

// Longer than most: a ticket has two sides, and each case needs the customer, staff and a stranger.

let app: TestApp
let staff: TestUser
beforeAll(async () => {
  app = await makeTestApp()
  staff = await makeUser(app.ctx, { role: 'admin', permissions: ['support'], name: 'Ada' })
})
afterAll(() => app.drop())

const question = { subject: 'Where is it?', category: 'Order Issue', message: 'Hello,\nwhere?' }
const create = (token: string, body: object = {}) =>
  app.call(createTicket, { token, body: { ...question, ...body } })
async function open(token: string): Promise<number> {
  const { status, body } = await create(token)
  expect(status).toBe(201)
  return body.ticket.id
}
const read = async (token: string, id: number) =>
  (await app.call(getTicket, { token, params: { id } })).body.ticket
const reply = (token: string, id: number, message = 'Still nothing') =>
  app.call(replyToTicket, { token, params: { id }, body: { message } })
const answer = (id: number, message = 'It is on its way', token = staff.token) =>
  app.call(adminReplyToTicket, { token, params: { id }, body: { message } })
const resolve = (token: string, id: number) => app.call(resolveTicket, { token, params: { id } })
const list = async (token: string, query: Record<string, string> = {}) =>
  (await app.call(listTickets, { token, query })).body

test('a ticket is opened with its first message, read, and answered by both sides', async () => {
  const user = await makeUser(app.ctx, { name: 'Bo' })
  const id = await open(user.token)
  expect(await read(user.token, id)).toEqual({
    id,
    subject: 'Where is it?',
    category: 'Order Issue',
    orderId: null,
    status: 'open',
    date: expect.any(Date),
    lastUpdate: expect.any(Date),
    is_unread: false,
    messages: [
      {
        id: expect.any(Number),
        sender: 'Bo',
        sender_type: 'user',
        time: expect.any(Date),
        content: 'Hello,\nwhere?',
        attachments: [],
      },
    ],
  })
  expect(ticketCategories).toEqual([
    'Order Issue',
    'Payment Issue',
    'Account Issue',
    'Technical Issue',
    'Other',
  ])
  const { status, body } = await answer(id)
  expect([status, body.reply]).toEqual([
    201,
    expect.objectContaining({ sender: 'Ada', sender_type: 'admin' }),
  ])
  expect((await reply(user.token, id)).body.reply).toMatchObject({ sender: 'Bo', content: 'Still nothing' })
  // Customers see "Support"; staff see the name.
  const senders = ({ messages }: { messages: { sender: string }[] }) => messages.map(({ sender }) => sender)
  expect(senders(await read(user.token, id))).toEqual(['Bo', 'Support', 'Bo'])
  const seen = await app.call(getAdminTicket, { token: staff.token, params: { id } })
  expect(senders(seen.body.ticket)).toEqual(['Bo', 'Ada', 'Bo'])
  expect(seen.body.ticket).toMatchObject({ user_id: user.id, user_email: user.email, is_waiting: true })
})

test('subject, category and message are required, and an order must be the customer’s own', async () => {
  const [user, stranger] = [await makeUser(app.ctx, { balance: '5' }), await makeUser(app.ctx)]
  const fields = async (body: object, token = user.token) => (await create(token, body)).body.fields
  expect(await fields({ subject: ' ' })).toEqual({ subject: 'Please enter a subject' })
  expect(await fields({ category: 'Nonsense' })).toEqual({ category: 'Please choose a category' })
  expect(await fields({ message: ' \n ' })).toEqual({ message: 'Please enter a message' })
  expect(Object.keys((await fields({ subject: 'x'.repeat(151) })) ?? {})).toEqual(['subject'])
  expect(Object.keys((await fields({ message: 'x'.repeat(5_001) })) ?? {})).toEqual(['message'])
  expect(Object.keys((await fields({ message: 'a\0b' })) ?? {})).toEqual(['message'])
  const { id: service_id } = await makeService(app.ctx)
  const order = { service_id, link: 'https://example.com/a', quantity: 100 }
  const { id: orderId } = (await app.call(createOrder, { token: user.token, body: order })).body.order
  expect(await fields({ orderId }, stranger.token)).toEqual({ orderId: "This order isn't in your account" })
  expect(await fields({ orderId: 987_654 })).toEqual({ orderId: "This order isn't in your account" })
  expect(await fields({ orderId: 'the last one' })).toEqual({ orderId: 'Please enter a number' })
  const { status, body } = await create(user.token, { orderId })
  expect([status, body.ticket.orderId]).toEqual([201, orderId])
})

test('a closed ticket accepts no reply, and closes once', async () => {
  const user = await makeUser(app.ctx)
  const id = await open(user.token)
  const { status, body } = await resolve(user.token, id)
  expect([status, body.message, body.ticket.status]).toEqual([200, 'Ticket marked as resolved', 'closed'])
  for (const refused of [await reply(user.token, id), await answer(id), await resolve(user.token, id)])
    expect([refused.status, refused.body.code]).toEqual([409, 'ticket_closed'])
  expect((await read(user.token, id)).messages).toHaveLength(1)
})

test('a reply that was sent while the ticket was open, but comes after the close, is refused', async () => {
  const user = await makeUser(app.ctx)
  const id = await open(user.token)
  const waiting = async () =>
    (
      await app.ctx.pool.query(
        `select count(*)::int as waiting from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock'`,
      )
    ).rows[0].waiting
  const { late } = await app.ctx.db.transaction().execute(async (tx) => {
    const closed = { status: 'closed', closed_at: new Date() } as const
    await tx.updateTable('tickets').set(closed).where('id', '=', BigInt(id)).execute()
    const late = reply(user.token, id)
    await expect.poll(waiting, { timeout: 7_000, interval: 10 }).toBe(1)
    return { late }
  })
  const { status, body } = await late
  expect([status, body.code]).toEqual([409, 'ticket_closed'])
  expect((await read(user.token, id)).messages).toHaveLength(1)
})

test('a ticket ends at 200 messages', async () => {
  const user = await makeUser(app.ctx)
  const id = await open(user.token)
  await app.ctx.pool.query('update tickets set messages = 199 where id = $1', [id])
  expect((await reply(user.token, id)).status).toBe(201)
  for (const refused of [await reply(user.token, id), await answer(id)])
    expect([refused.status, refused.body.code]).toEqual([409, 'ticket_full'])
})

test("another user's ticket is not found, by any call", async () => {
  const [user, stranger] = [await makeUser(app.ctx), await makeUser(app.ctx)]
  const id = await open(user.token)
  const args = { token: stranger.token, params: { id } }
  for (const refused of [
    await app.call(getTicket, args),
    await app.call(readTicket, args),
    await reply(stranger.token, id),
    await resolve(stranger.token, id),
  ])
    expect([refused.status, refused.body.code]).toEqual([404, 'ticket_not_found'])
  expect((await list(stranger.token)).tickets).toEqual([])
  expect((await read(user.token, id)).status).toBe('open')
})

test('lists newest first, page by page and by status, and counts unread ones', async () => {
  const user = await makeUser(app.ctx)
  const ids = [await open(user.token), await open(user.token), await open(user.token)]
  await resolve(user.token, ids[1] ?? 0)
  const named = ({ tickets }: { tickets: { id: number }[] }) => tickets.map(({ id }) => id)
  expect(named(await list(user.token))).toEqual(ids.toReversed())
  expect(named(await list(user.token, { status: 'closed' }))).toEqual([ids[1]])
  const first = await list(user.token, { limit: '2' })
  expect(named(first)).toEqual(ids.toReversed().slice(0, 2))
  expect(named(await list(user.token, { limit: '2', cursor: first.next_cursor ?? '' }))).toEqual([ids[0]])
  expect(first.unread).toBe(0)
})

test("staff's answer is unread, with a notification and an email, until the ticket is read", async () => {
  const user = await makeUser(app.ctx)
  const id = await open(user.token)
  await answer(id)
  const { tickets, unread } = await list(user.token)
  expect([unread, tickets[0]?.is_unread]).toEqual([1, true])
  const notifications = async () => (await app.call(listNotifications, { token: user.token })).body
  expect(await notifications()).toEqual([
    expect.objectContaining({
      type: 'other',
      code: 'ticket_reply',
      message: `Support replied to your ticket #${id}`,
      details: { event: 'ticket_reply' },
      ticket_id: id,
      is_read: false,
    }),
  ])
  const mails = await app.ctx.pool.query('select receiver, kind, details from emails where user_id = $1', [
    user.id,
  ])
  expect(mails.rows).toEqual([
    {
      receiver: user.email,
      kind: 'ticket_reply',
      details: { ticket_id: id, subject: 'Where is it?' },
    },
  ])
  await app.call(readTicket, { token: user.token, params: { id } })
  expect((await list(user.token)).unread).toBe(0)
  expect((await notifications()).map(({ is_read }) => is_read)).toEqual([true])
})

test("a user's own message is emailed to nobody", async () => {
  const user = await makeUser(app.ctx)
  const id = await open(user.token)
  await reply(user.token, id)
  expect((await list(user.token)).unread).toBe(0)
  expect((await app.call(listNotifications, { token: user.token })).body).toEqual([])
})

test("an answer reaches its customer's open page at once, and nobody else", async () => {
  const [user, stranger] = [await makeUser(app.ctx), await makeUser(app.ctx)]
  const id = await open(user.token)
  const other = await app.another()
  const leaving = new AbortController()
  const listen = async ({ token }: TestUser) => {
    const headers = { authorization: `Bearer ${token}` }
    const page = await fetch(other.url + liveUpdates.path, { headers, signal: leaving.signal })
    const heard = { text: '' }
    void (async () => {
      for await (const chunk of page.body ?? []) heard.text += Buffer.from(chunk).toString()
    })().catch(() => undefined)
    return heard
  }
  const [own, foreign] = [await listen(user), await listen(stranger)]
  await expect.poll(() => own.text + foreign.text, { timeout: 10_000 }).toMatch(/balance[\s\S]*balance/)
  // Internal notes publish no event to the customer.
  const noted = { token: staff.token, params: { id }, body: { note: 'Only for staff' } }
  expect((await app.call(noteTicket, noted)).status).toBe(201)
  await answer(id)
  await expect
    .poll(() => own.text, { timeout: 10_000 })
    .toMatch(new RegExp(`event: ticket\\ndata: \\{"id":${id},.*"is_unread":true`))
  await expect.poll(() => own.text, { timeout: 10_000 }).toContain('event: notification')
  expect(foreign.text).not.toContain('event: ticket')
  expect(own.text).not.toContain('Only for staff')
  leaving.abort()
})

test('staff see all tickets, those that wait listed first, and closing is audited', async () => {
  const user = await makeUser(app.ctx)
  const [waiting, answered] = [await open(user.token), await open(user.token)]
  await answer(answered)
  const query = { user_id: String(user.id) }
  const listed = async (more: Record<string, string>) => {
    const { body } = await app.call(listAdminTickets, { token: staff.token, query: { ...query, ...more } })
    return body.tickets.map(({ id, is_waiting }) => [id, is_waiting])
  }
  expect(await listed({})).toEqual([
    [answered, false],
    [waiting, true],
  ])
  expect(await listed({ waiting: 'true' })).toEqual([[waiting, true]])
  const { body } = await app.call(adminResolveTicket, { token: staff.token, params: { id: waiting } })
  expect(body.ticket).toMatchObject({ status: 'closed', is_waiting: false })
  expect(await listed({ status: 'closed' })).toEqual([[waiting, false]])
  const { rows } = await app.ctx.pool.query(
    'select action, subject_id::int as id, actor_id from audit_log where subject_id = any($1) order by number',
    [[waiting, answered]],
  )
  expect(rows).toEqual([
    { action: 'ticket.reply', id: answered, actor_id: staff.id },
    { action: 'ticket.resolve', id: waiting, actor_id: staff.id },
  ])
})

test('tickets and messages are limited in number', async () => {
  const strict = await makeTestApp({ env: { RATE_LIMITS: 'default' } })
  const user = await makeUser(strict.ctx)
  const args = { token: user.token, body: question }
  // Concurrently: none bypasses the count.
  const opened = await Promise.all(Array.from({ length: 30 }, () => strict.call(createTicket, args)))
  const made = opened.filter(({ status }) => status === 201)
  const refused = opened.filter(({ status }) => status === 429)
  expect([made.length, refused.length]).toEqual([20, 10])
  expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0)
  const params = { id: made[0]?.body.ticket.id }
  const write = () => strict.call(replyToTicket, { token: user.token, params, body: { message: 'And?' } })
  const written = await Promise.all(Array.from({ length: 70 }, write))
  expect(written.filter(({ status }) => status === 201)).toHaveLength(60)
  expect(written.filter(({ status }) => status === 429)).toHaveLength(10)
  await strict.drop()
}, 60_000)
