import { afterAll, beforeAll, expect, test } from 'vitest'

import { adminReplyToTicket, getAdminTicket, noteTicket } from '#contract/support/admin-tickets.ts'
import {
  createTicket,
  getTicket,
  listTickets,
  replyToTicket,
  resolveTicket,
} from '#contract/support/tickets.ts'
import { deleteOldRows } from '#test/delete-old-rows.ts'
import { makeTestApp, type TestApp } from '#test/app.ts'
import { makeUser, type TestUser } from '#test/factories.ts'
import { makePdf, sendForm } from '#test/make-files.ts'

import { closeUserTickets } from './close-user-tickets.ts'

let app: TestApp
let staff: TestUser
beforeAll(async () => {
  app = await makeTestApp()
  staff = await makeUser(app.ctx, { role: 'admin', permissions: ['support'], name: 'Ada' })
})
afterAll(() => app.drop())

const question = { subject: 'Where is it?', category: 'Other', message: 'Hello' }
const under = (key: string) => ({ headers: { 'idempotency-key': key } })
const isReplayed = ({ headers }: { headers: Headers }) => headers.get('idempotent-replayed') === 'true'

const open = ({ token }: TestUser, key: string, body: object = {}) =>
  app.call(createTicket, { token, body: { ...question, ...body }, ...under(key) })
const reply = ({ token }: TestUser, id: number, key: string, message = 'Still nothing') =>
  app.call(replyToTicket, { token, params: { id }, body: { message }, ...under(key) })
const answer = (id: number, key: string, body: object = {}, { token } = staff) =>
  app.call(adminReplyToTicket, { token, params: { id }, body: { message: 'Soon', ...body }, ...under(key) })
const note = (id: number, key: string, text = 'Wait for the provider') =>
  app.call(noteTicket, { token: staff.token, params: { id }, body: { note: text }, ...under(key) })

const newTicket = async (user: TestUser) => (await open(user, 'first')).body.ticket.id
const contentsOf = async ({ token }: TestUser, id: number) =>
  (await app.call(getTicket, { token, params: { id } })).body.ticket.messages.map(({ content }) => content)
const count = async (table: string, userId: number): Promise<number> =>
  (await app.ctx.pool.query(`select count(*)::int as n from ${table} where user_id = $1`, [userId])).rows[0].n
const records = async (action: string, id: number): Promise<number> =>
  (
    await app.ctx.pool.query(
      'select count(*)::int as n from audit_log where action = $1 and subject_id = $2',
      [action, id],
    )
  ).rows[0].n

test('a ticket opened again with its key is the existing one, and another body is refused', async () => {
  const user = await makeUser(app.ctx)
  const first = await open(user, 'one')
  const again = await open(user, 'one')
  expect([first.status, isReplayed(first)]).toEqual([201, false])
  expect([again.status, isReplayed(again), again.body]).toEqual([201, true, first.body])
  for (const body of [{ subject: 'Else' }, { message: 'Else' }, { category: 'Payment Issue' }]) {
    const other = await open(user, 'one', body)
    expect([other.status, other.body.code]).toEqual([409, 'idempotency_key_reused'])
  }
  // A key belongs to its sender.
  expect(isReplayed(await open(await makeUser(app.ctx), 'one'))).toBe(false)
  expect(isReplayed(await open(user, 'two'))).toBe(false)
  const { tickets } = (await app.call(listTickets, { token: user.token })).body
  expect(tickets).toHaveLength(2)
})

test('a repeated reply gets the same answer and is stored once, even after the ticket is closed', async () => {
  const user = await makeUser(app.ctx)
  const id = await newTicket(user)
  const first = await reply(user, id, 'one')
  await app.call(resolveTicket, { token: user.token, params: { id } })
  const again = await reply(user, id, 'one')
  expect([again.status, isReplayed(again), again.body]).toEqual([201, true, first.body])
  expect(await contentsOf(user, id)).toEqual(['Hello', 'Still nothing'])
  const other = await reply(user, id, 'one', 'Else')
  expect([other.status, other.body.code]).toEqual([409, 'idempotency_key_reused'])
  const elsewhere = await reply(user, (await open(user, 'another')).body.ticket.id, 'one')
  expect([elsewhere.status, elsewhere.body.code]).toEqual([409, 'idempotency_key_reused'])
  // A refusal is not stored under the key.
  expect((await reply(user, id, 'late')).body.code).toBe('ticket_closed')
  await app.ctx.pool.query(`update tickets set status = 'open', closed_at = null where id = $1`, [id])
  expect([(await reply(user, id, 'late')).status, await count('ticket_messages', user.id)]).toEqual([201, 4])
})

test('a repeated reply of staff notifies the customer once, even if it was read meanwhile, with one audit log entry', async () => {
  const user = await makeUser(app.ctx)
  const id = await newTicket(user)
  const newest = async () =>
    (await app.call(getAdminTicket, { token: staff.token, params: { id } })).body.ticket.messages.at(-1)?.id
  const before = await newest()
  const first = await answer(id, 'one', { last_message: before })
  for (const last_message of [before, await newest()]) {
    const again = await answer(id, 'one', { last_message })
    expect([again.status, isReplayed(again), again.body]).toEqual([201, true, first.body])
  }
  expect(first.body.reply.sender).toBe('Ada')
  expect(await contentsOf(user, id)).toEqual(['Hello', 'Soon'])
  const told = [await count('notifications', user.id), await count('emails', user.id)]
  expect([...told, await records('ticket.reply', id)]).toEqual([1, 1, 1])
  const colleague = await makeUser(app.ctx, { role: 'admin', permissions: ['support'] })
  expect(isReplayed(await answer(id, 'one', {}, colleague))).toBe(false)
})

test('a repeated note is stored once, with one audit log entry', async () => {
  const user = await makeUser(app.ctx)
  const id = await newTicket(user)
  const first = await note(id, 'one')
  const again = await note(id, 'one')
  expect([again.status, isReplayed(again), again.body]).toEqual([201, true, first.body])
  expect([await count('ticket_notes', user.id), await records('ticket.note', id)]).toEqual([1, 1])
  const other = await note(id, 'one', 'Else')
  expect([other.status, other.body.code]).toEqual([409, 'idempotency_key_reused'])
})

test('concurrent copies are stored once and answered alike', async () => {
  const user = await makeUser(app.ctx)
  const alike = async (send: () => Promise<{ status: number; body: unknown }>) => {
    const answers = await Promise.all(Array.from({ length: 6 }, send))
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 201))
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1)
  }
  await alike(() => open(user, 'first'))
  const id = await newTicket(user)
  await alike(() => reply(user, id, 'one'))
  await alike(() => answer(id, 'one'))
  await alike(() => note(id, 'one'))
  expect(await contentsOf(user, id)).toEqual(['Hello', 'Still nothing', 'Soon'])
  expect([await count('tickets', user.id), await count('ticket_notes', user.id)]).toEqual([1, 1])
})

test('files are part of the request: the same ones are stored once, others are another request', async () => {
  const user = await makeUser(app.ctx)
  const id = await newTicket(user)
  const send = (name: string, bytes: Buffer) =>
    sendForm(`${app.url}/api/tickets/${id}/messages`, {
      token: user.token,
      fields: { message: 'See this' },
      files: [{ name, bytes }],
      ...under('one'),
    })
  const first = await send('a.pdf', makePdf())
  const again = await send('a.pdf', makePdf())
  expect([first.status, again.status]).toEqual([201, 201])
  expect(again.json).toEqual(first.json)
  expect(await count('attachments', user.id)).toBe(1)
  for (const other of [
    await send('b.pdf', makePdf()),
    await send('a.pdf', Buffer.concat([makePdf(), Buffer.from('\n')])),
  ])
    expect([other.status, other.json.code]).toEqual([409, 'idempotency_key_reused'])
})

test('a key expires after 30 days and not before, and with its customer', async () => {
  const user = await makeUser(app.ctx)
  const [older, newer] = [await open(user, 'older'), await open(user, 'newer')]
  const age = (key: string, days: number) =>
    app.database.pool.query(
      `update ticket_keys set created_at = now() - make_interval(days => $3, hours => 1)
       where user_id = $1 and idempotency_key = $2`,
      [user.id, key, days],
    )
  await age('older', 30)
  await age('newer', 29)
  expect(await deleteOldRows(app.ctx)).toBe(false)
  expect((await open(user, 'newer')).body.ticket.id).toBe(newer.body.ticket.id)
  expect((await open(user, 'older')).body.ticket.id).not.toBe(older.body.ticket.id)

  const now = app.ctx.clock()
  await app.ctx.db.transaction().execute((tx) => closeUserTickets(tx, { userId: user.id, now }))
  expect(await count('ticket_keys', user.id)).toBe(0)
})
