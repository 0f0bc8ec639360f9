import { afterAll, beforeAll, expect, test } from 'vitest'

import { listStaffActions } from '#contract/audit-log/audit-log.ts'
import * as canned from '#contract/support/canned-replies.ts'
import * as desk from '#contract/support/admin-tickets.ts'
import { createTicket, getTicket } from '#contract/support/tickets.ts'
import { deleteUser } from '#contract/users/admin-users.ts'
import { deleteOldRows } from '#test/delete-old-rows.ts'
import { makeTestApp, type TestApp } from '#test/app.ts'
import { makeUser, type TestUser } from '#test/factories.ts'

import { meetAtTicket } from './show-presence.ts'

// Longer than most: how staff work on tickets together, with the same three people.

let app: TestApp
let ada: TestUser
let ben: TestUser
beforeAll(async () => {
  app = await makeTestApp()
  ada = await makeUser(app.ctx, { role: 'admin', permissions: ['support'], name: 'Ada' })
  ben = await makeUser(app.ctx, { role: 'admin', name: 'Ben' })
})
afterAll(() => app.drop())

async function open(user: TestUser): Promise<number> {
  const body = { subject: 'Where is it?', category: 'Other', message: 'Hello' }
  return (await app.call(createTicket, { token: user.token, body })).body.ticket.id
}
const read = async (id: number, by = ada) =>
  (await app.call(desk.getAdminTicket, { token: by.token, params: { id } })).body.ticket
const assign = (id: number, body: object, by = ada) =>
  app.call(desk.assignTicket, { token: by.token, params: { id }, body })
const listed = async (query: Record<string, string>, by = ada) => {
  const { body } = await app.call(desk.listAdminTickets, { token: by.token, query })
  return body.tickets.map(({ id }) => id)
}
const answer = (id: number, by: TestUser, last_message?: number) =>
  app.call(desk.adminReplyToTicket, {
    token: by.token,
    params: { id },
    body: { message: `From ${by.id}`, last_message },
  })
const meet = async (id: number, by: TestUser, is_answering: boolean | null) =>
  (await app.call(desk.meetAtTicket, { token: by.token, params: { id }, body: { is_answering } })).body

test('a ticket is assigned, reassigned and released, filtered by assignee, and audited', async () => {
  const user = await makeUser(app.ctx)
  const [mine, free] = [await open(user), await open(user)]
  const of = { user_id: String(user.id) }
  expect((await assign(mine, { assignee_id: ada.id, from: null })).body.ticket.assignee).toEqual({
    id: ada.id,
    name: 'Ada',
  })
  expect(await listed({ ...of, assigned: 'me' })).toEqual([mine])
  expect(await listed({ ...of, assigned: 'me' }, ben)).toEqual([])
  expect(await listed({ ...of, assigned: 'nobody' })).toEqual([free])
  expect((await assign(mine, { assignee_id: ben.id, from: ada.id })).status).toBe(200)
  expect(await listed({ ...of, assigned: 'me' }, ben)).toEqual([mine])
  expect((await assign(mine, { assignee_id: null, from: ben.id })).body.ticket.assignee).toBeNull()
  await app.call(desk.adminResolveTicket, { token: ada.token, params: { id: free } })
  expect(await listed({ ...of, assigned: 'nobody' })).toEqual([mine])
  const { rows } = await app.ctx.pool.query(
    `select before, after from audit_log where action = 'ticket.assign' and subject_id = $1 order by number`,
    [mine],
  )
  expect(rows).toEqual([
    { before: { assignee: null }, after: { assignee: ada.id } },
    { before: { assignee: ada.id }, after: { assignee: ben.id } },
    { before: { assignee: ben.id }, after: { assignee: null } },
  ])
  const query = { action: 'ticket.assign', subject_id: String(mine), limit: '2' }
  const { body } = await app.call(listStaffActions, { token: ben.token, query })
  const [adas, bens] = [{ user: { id: ada.id, name: 'Ada' } }, { user: { id: ben.id, name: 'Ben' } }]
  expect(body.actions.map(({ changes }) => changes)).toEqual([
    [{ field: 'assignee', before: bens, after: null }],
    [{ field: 'assignee', before: adas, after: bens }],
  ])
})

test('of two who take a ticket at once one gets it, and the other sees who', async () => {
  const id = await open(await makeUser(app.ctx))
  const taken = await Promise.all([
    assign(id, { assignee_id: ada.id, from: null }),
    assign(id, { assignee_id: ben.id, from: null }, ben),
  ])
  expect(taken.map(({ status }) => status).toSorted()).toEqual([200, 409])
  const { assignee } = await read(id)
  const refused = taken.find(({ status }) => status === 409)
  expect(refused?.json['details']).toEqual({ reason: 'assigned_meanwhile', name: assignee?.name })
})

test('a ticket is never assigned to someone who may not answer, and is released when its assignee is deleted', async () => {
  const user = await makeUser(app.ctx)
  const id = await open(user)
  const clerk = await makeUser(app.ctx, { role: 'admin', permissions: ['orders'] })
  for (const { id: unfit } of [user, clerk]) {
    const { body } = await assign(id, { assignee_id: unfit, from: null })
    expect(body.fields).toEqual({ assignee_id: "This staff member can't answer tickets" })
  }
  const leaving = await makeUser(app.ctx, { role: 'admin', permissions: ['support'], name: 'Cy' })
  const staff = await app.call(desk.listTicketStaff, { token: ada.token })
  expect(staff.body.staff.map(({ name }) => name)).toEqual(['Ada', 'Ben', 'Cy'])
  await assign(id, { assignee_id: leaving.id, from: null })
  const query = { expected_balance: '0', expected_open_orders: '0' }
  const gone = await app.call(deleteUser, { token: ben.token, params: { id: leaving.id }, query })
  expect(gone.status).toBe(200)
  expect((await read(id)).assignee).toBeNull()
})

test('staff read notes, also on a closed ticket, and a note does not change the ticket', async () => {
  const user = await makeUser(app.ctx)
  const id = await open(user)
  const own = async () =>
    (await app.call(getTicket, { token: user.token, params: { id } })).json['ticket'] as object
  const before = await own()
  const note = (text: string) =>
    app.call(desk.noteTicket, { token: ada.token, params: { id }, body: { note: text } })
  expect((await note('Looks like a chargeback')).body.note).toMatchObject({
    author: 'Ada',
    content: 'Looks like a chargeback',
  })
  expect(await own()).toEqual(before)
  await app.call(desk.adminResolveTicket, { token: ada.token, params: { id } })
  expect((await note('Was one')).status).toBe(201)
  expect((await read(id, ben)).notes.map(({ content }) => content)).toEqual([
    'Looks like a chargeback',
    'Was one',
  ])
  await app.ctx.pool.query('update tickets set notes = 200 where id = $1', [id])
  expect((await note('One more')).body.code).toBe('ticket_full')
})

test('of two who answer at once one reply is sent, and the other sees whose', async () => {
  const id = await open(await makeUser(app.ctx))
  const seen = (await read(id)).messages.at(-1)?.id
  const answered = await Promise.all([answer(id, ada, seen), answer(id, ben, seen)])
  expect(answered.map(({ status }) => status).toSorted()).toEqual([201, 409])
  const written = (await read(id)).messages
  expect(written).toHaveLength(2)
  const refused = answered.find(({ status }) => status === 409)
  expect(refused?.json['details']).toEqual({
    reason: 'answered_meanwhile',
    name: written.at(-1)?.sender,
  })
  // An answer that has read everything, or does not say what it has read, is accepted.
  expect((await answer(id, ben, written.at(-1)?.id)).status).toBe(201)
  expect((await answer(id, ada)).status).toBe(201)
})

test('staff with a ticket open see who else has it open and who is typing, while they do', async () => {
  const id = await open(await makeUser(app.ctx))
  const first = (await read(id)).messages[0]?.id
  expect(await meet(id, ada, false)).toMatchObject({ others: [], last_message: first })
  expect((await meet(id, ben, true)).others).toEqual([{ id: ada.id, name: 'Ada', is_answering: false }])
  expect((await meet(id, ada, false)).others).toEqual([{ id: ben.id, name: 'Ben', is_answering: true }])
  // Leaving is reported; a closed page expires after 20 s and is deleted after an hour.
  await meet(id, ben, null)
  expect((await meet(id, ada, false)).others).toEqual([])
  await meet(id, ben, true)
  const later = (seconds: number) => ({ ...app.ctx, clock: () => new Date(Date.now() + seconds * 1_000) })
  const seenIn = async (seconds: number) =>
    (await meetAtTicket(later(seconds), { id: BigInt(id), actorId: ada.id, isAnswering: null })).others.length
  expect([await seenIn(0), await seenIn(25)]).toEqual([1, 0])
  await deleteOldRows(later(3_700))
  const { rows } = await app.ctx.pool.query('select from ticket_presence where ticket_id = $1', [id])
  expect(rows).toEqual([])
})

test('canned replies are created, changed and deleted, one per title and language, and audited', async () => {
  const { token } = ada
  const create = (body: object) => app.call(canned.createCannedReply, { token, body })
  const greeting = { language: 'en', title: 'Greeting', content: 'Dear {customer}' }
  const { id } = (await create(greeting)).body.reply
  expect((await create({ ...greeting, language: 'ru' })).status).toBe(201)
  const taken = { title: 'A reply with this title already exists in this language' }
  expect((await create(greeting)).body.fields).toEqual(taken)
  const other = (await create({ ...greeting, title: 'Other' })).body.reply
  const change = (target: number, body: object) =>
    app.call(canned.updateCannedReply, { token, params: { id: target }, body })
  expect((await change(other.id, greeting)).body.fields).toEqual(taken)
  expect((await change(id, { ...greeting, content: 'Hello {customer}' })).status).toBe(200)
  const remove = () => app.call(canned.deleteCannedReply, { token, params: { id: other.id } })
  expect([(await remove()).status, (await remove()).status]).toEqual([200, 404])
  expect((await change(other.id, greeting)).status).toBe(404)
  const { replies } = (await app.call(canned.listCannedReplies, { token })).body
  expect(replies.map(({ language, title, content }) => [language, title, content])).toEqual([
    ['en', 'Greeting', 'Hello {customer}'],
    ['ru', 'Greeting', 'Dear {customer}'],
  ])
  const { rows } = await app.ctx.pool.query(
    "select action, before ->> 'content' as before from audit_log where action like 'canned_reply.%' order by number",
  )
  expect(rows.slice(-2)).toEqual([
    { action: 'canned_reply.update', before: 'Dear {customer}' },
    { action: 'canned_reply.delete', before: 'Dear {customer}' },
  ])
})

test('the number of canned replies is limited, also for concurrent writers', async () => {
  await app.ctx.pool.query(
    "insert into canned_replies (language, title, content) select 'vi', 'T' || n, 'C' from generate_series(1, 195) n",
  )
  const write = (at: number) =>
    app.call(canned.createCannedReply, {
      token: ada.token,
      body: { language: 'en', title: `More ${at}`, content: 'C' },
    })
  const written = await Promise.all(Array.from({ length: 8 }, (_, at) => write(at)))
  expect(written.filter(({ status }) => status === 201)).toHaveLength(3)
  expect(written.find(({ status }) => status === 409)?.json['details']).toEqual({
    reason: 'replies_many',
    max: 200,
  })
})

test('a canned reply is filled with known values, and lists the missing ones', () => {
  const known = { customer: 'Zoë', ticket: '7', order: undefined, me: 'Ada' }
  expect(canned.fillReply('Dear {customer}, {order} of {Customer} in #{ticket}, {me} {x}', known)).toEqual({
    text: 'Dear Zoë, {order} of {Customer} in #7, Ada {x}',
    missing: ['order'],
  })
  // Braces in a customer's name are not expanded.
  expect(canned.fillReply('{customer}', { ...known, customer: '{me}' }).text).toBe('{me}')
})

test('a ticket offers to view as its customer only to staff with the permission', async () => {
  const hire = (permissions: ('support' | 'users')[]) => makeUser(app.ctx, { role: 'admin', permissions })
  const clerk = await hire(['support', 'users'])
  const [theirs, mine] = [await open(ben), await open(await makeUser(app.ctx))]
  const views = async (by: TestUser) => [(await read(theirs, by)).can_view, (await read(mine, by)).can_view]
  expect(await views(ada)).toEqual([false, false])
  expect(await views(clerk)).toEqual([false, true])
  expect(await views(ben)).toEqual([true, true])
})
