import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { createApiKey, getApiAccess } from '#contract/users/api-keys.ts'
import { login, register } from '#contract/users/auth.ts'
import { starService } from '#contract/catalogue/favourites.ts'
import { createOrder } from '#contract/orders/order-placing.ts'
import { createTicket } from '#contract/support/tickets.ts'
import { listStaffActions } from '#contract/audit-log/audit-log.ts'
import { deleteUser, getAdminUser, listUsers, updateUser } from '#contract/users/admin-users.ts'
import { getProfile, updateProfile } from '#contract/users/users.ts'
import { listTransactions } from '#contract/ledger/transactions.ts'
import { addNotification } from '#server/modules/messaging/notifications/add-notification.ts'
import { auditMoney } from '#test/audit.ts'
import { makeTestApp, type TestApp } from '#test/app.ts'
import { giveBalance, makeService, makeUser, type TestUser, usd } from '#test/factories.ts'

import { deletionQueue } from './finish-user-deletion.ts'

// Longer than most: one user gets rows in every table, and all of them are checked afterwards.

let one: TestApp
let other: TestApp
let admin: TestUser
beforeAll(async () => {
  one = await makeTestApp()
  other = await one.another()
  admin = await makeUser(one.ctx, { role: 'admin' })
  await makeUser(one.ctx, { role: 'admin' })
})
afterAll(() => one.drop())

const password = 'a-long-password'
const remove = (id: number, query: Record<string, string> = {}, by = admin) =>
  one.call(deleteUser, { token: by.token, params: { id }, query })

/** A user with rows in every table. */
async function makePerson() {
  const email = `person-${randomUUID()}@example.com`
  const { body } = await one.call(register, { body: { name: 'Zoë Person', email, password } })
  const { token } = body
  const { id } = body.user
  await one.call(updateProfile, {
    token,
    body: { name: 'Zoë Person', email, phone: '+1 555 0100', country: 'us' },
  })
  await one.call(updateProfile, { token, body: { name: 'Zoë Person', email: `new-${email}`, password } })
  await giveBalance(one.ctx, id, '10')
  const service = await makeService(one.ctx, { rate: '1' })
  const order = { service_id: service.id, link: 'https://example.com/a', quantity: 1000 }
  expect((await one.call(createOrder, { token, body: order })).status).toBe(201)
  expect((await one.call(starService, { token, params: { service_id: service.id } })).status).toBe(200)
  await one.ctx.pool.query("update orders set samples = '{5, 0, 9, 400}' where user_id = $1", [id])
  const made = await one.call(createApiKey, { token })
  expect(made.status).toBe(201)
  await addNotification(one.ctx.db, { userId: id, code: 'note', details: { text: 'Hello, Zoë Person' } })
  await one.call(createTicket, { token, body: { subject: 'S', category: 'Other', message: 'M' } })
  return { id, email, token, key: made.body.key }
}
const shown = { expected_balance: '9', expected_open_orders: '1' }
const count = async (table: string, id: number, where = 'true') =>
  Number((await one.ctx.pool.query(`select from ${table} where user_id = $1 and ${where}`, [id])).rowCount)

test('personal data is removed from every table, and the ledger and the orders stay', async () => {
  const { id, email, token, key } = await makePerson()
  expect([(await one.call(getProfile, { token: key })).status, await statusIn(other, token)]).toEqual([
    200, 200,
  ])
  expect((await remove(id, shown)).json).toEqual({ success: true })
  await expect.poll(() => count('user_deletions', id), { timeout: 10_000 }).toBe(0)

  expect((await one.call(getAdminUser, { token: admin.token, params: { id } })).status).toBe(404)
  const found = await one.call(listUsers, { token: admin.token, query: { search: 'person-' } })
  expect(found.body.users.map((user) => user.id)).not.toContain(id)
  expect([await statusIn(one, token), (await one.call(getProfile, { token: key })).status]).toEqual([
    401, 401,
  ])
  await expect.poll(() => statusIn(other, token), { timeout: 10_000, interval: 20 }).toBe(401)
  const entering = await one.call(login, { body: { email, password } })
  expect(entering.body.code).toBe('invalid_credentials')

  expect(await tablesNaming(email)).toEqual([])
  expect(await tablesNaming('555 0100')).toEqual([])
  // A name that the customer chose is personal data too; the ledger contains none.
  expect(await tablesNaming('Zoë Person')).toEqual([])
  const ledger = await one.call(listTransactions, { token: admin.token, query: { user_id: String(id) } })
  expect(ledger.body.transactions.map(({ type, amount }) => [type, amount])).toEqual([
    ['order', -usd('1')],
    ['bonus', usd('10')],
  ])
  const { rows } = await one.ctx.pool.query(
    `select (select count(*)::int from orders where user_id = $1) as orders,
       (select count(samples)::int from orders where user_id = $1) as samples,
       (select count(*)::int from sessions where user_id = $1) as sessions,
       (select count(*)::int from api_keys where user_id = $1) + (select count(*)::int from api_key_names where user_id = $1)
         + (select count(*)::int from api_services where user_id = $1) as keys,
       (select count(*)::int from notifications where user_id = $1) as notifications,
       (select count(*)::int from favourites where user_id = $1) as favourites,
       (select status from tickets where user_id = $1) as ticket`,
    [id],
  )
  expect(rows).toEqual([
    { orders: 1, samples: 0, sessions: 0, keys: 0, notifications: 0, favourites: 0, ticket: 'closed' },
  ])
  await auditMoney(one.ctx)

  // The email is free again, and a second deletion changes nothing.
  const newcomer = await one.call(register, { body: { name: 'Bo', email, password } })
  expect(newcomer.status).toBe(201)
  expect((await remove(id)).status).toBe(200)
  expect((await one.call(getProfile, { token: newcomer.body.token })).body.user).toMatchObject({
    name: 'Bo',
    email,
  })
  expect((await one.call(getApiAccess, { token: newcomer.body.token })).body).toMatchObject({ keys: [] })
})

test('no statement deletes more than a batch of a million notifications, and another process continues after one stopped', async () => {
  const { id } = await makePerson()
  await one.ctx.pool.query(
    `insert into notifications (user_id, code, details)
     select $1, 'note', '{"text":"Hello"}' from generate_series(1, 12000)`,
    [id],
  )
  await one.ctx.pool.query(
    `insert into emails (user_id, event, receiver, kind, due_at, sent_at)
     select $1, 'order_updates:' || n, 'person@example.com', 'order_updates', null, now() from generate_series(1, 6000) n`,
    [id],
  )
  const left = async () => {
    const { rows } = await one.ctx.pool.query<Record<'told' | 'sent' | 'erasures', number>>(
      `select (select count(*)::int from notifications where user_id = $1) as told,
         (select count(*)::int from emails where user_id = $1) as sent,
         (select count(*)::int from user_deletions where user_id = $1) as erasures`,
      [id],
    )
    return rows[0]
  }
  // The process dies in the batch of notifications that leaves fewer than 6,000; no batch has over 2,000 rows.
  await one.database.pool.query(
    `create function refuse_many() returns trigger language plpgsql as $$ begin
       if (select count(*) from gone) > 2000 then raise 'too many at once'; end if;
       if tg_argv[0] = 'once' and (select count(*) from notifications where user_id = ${id}) < 6000 then raise 'it ends'; end if;
       return null; end $$;
     create trigger ends_here after delete on notifications referencing old table as gone
       for each statement execute function refuse_many('once');
     create trigger refuse_many after delete on emails referencing old table as gone
       for each statement execute function refuse_many()`,
  )
  const { token } = await makeUser(one.ctx, { role: 'admin' })
  expect((await remove(id, shown)).status).toBe(200)
  expect((await one.call(getAdminUser, { token, params: { id } })).status).toBe(404)
  await expect.poll(() => count('user_deletions', id, 'fault is not null'), { timeout: 10_000 }).toBe(1)
  const { told = 0, ...rest } = (await left()) ?? {}
  // All batches before the one in which it died are gone.
  expect([told >= 6000, told < 12_000]).toEqual([true, true])
  expect(rest).toEqual({ sent: 6000, erasures: 1 })
  await one.database.pool.query('drop trigger ends_here on notifications')

  // The process that started it may still be running.
  expect(await deletionQueue.workDue(other.ctx)).toBe(0)
  const later = { ...other.ctx, clock: () => new Date(Date.now() + 61_000) }
  expect(await deletionQueue.workDue(later)).toBe(1)
  expect(await left()).toEqual({ told: 0, sent: 0, erasures: 0 })
  expect(await deletionQueue.workDue(later)).toBe(0)
  await one.database.pool.query('drop trigger refuse_many on emails')
})

test('a deletion is answered while its long part continues', async () => {
  const { id } = await makePerson()
  const told = await one.database.pool.connect()
  try {
    await told.query('begin')
    await told.query('select from notifications where user_id = $1 for update', [id])
    expect((await remove(id, shown)).status).toBe(200)
    expect([(await count('notifications', id)) > 0, await count('user_deletions', id)]).toEqual([true, 1])
  } finally {
    await told.query('rollback')
    told.release()
  }
  await expect.poll(() => count('user_deletions', id), { timeout: 10_000 }).toBe(0)
  expect(await count('notifications', id)).toBe(0)
})

test('of processes that find the same deleted user, one continues', async () => {
  const { id } = await makeUser(one.ctx)
  expect((await remove(id)).status).toBe(200)
  await one.ctx.db.insertInto('user_deletions').values({ user_id: id }).execute()
  const later = { clock: () => new Date(Date.now() + 61_000) }
  const found = await Promise.all(
    [one, other, one, other].map(({ ctx }) => deletionQueue.workDue({ ...ctx, ...later })),
  )
  expect(found.toSorted()).toEqual([0, 0, 0, 1])
})

test('a changed balance or changed open orders are reported, and nothing is deleted', async () => {
  const { id, token } = await makePerson()
  for (const query of [
    {},
    { expected_balance: '9' },
    { expected_balance: '10', expected_open_orders: '1' },
    { expected_balance: '9', expected_open_orders: '0' },
  ]) {
    const { status, json } = await remove(id, query)
    expect([status, json['code'], json['details']]).toEqual([
      409,
      'user_changed',
      { balance: 9, open_orders: 1 },
    ])
  }
  expect((await remove(id, { expected_balance: 'much' })).status).toBe(400)
  expect(await statusIn(one, token)).toBe(200)
})

test('staff who may not move money cannot delete a user with a balance', async () => {
  const clerk = await makeUser(one.ctx, { role: 'admin', permissions: ['users'] })
  const { id, token } = await makePerson()
  const refused = await remove(id, shown, clerk)
  expect([refused.status, refused.body.code]).toEqual([403, 'insufficient_permissions'])
  expect(await statusIn(one, token)).toBe(200)
  const poor = await makeUser(one.ctx)
  expect((await remove(poor.id, {}, clerk)).status).toBe(200)
})

test('concurrent deletions delete a user once, with one audit log entry', async () => {
  const { id } = await makePerson()
  const answers = await Promise.all(Array.from({ length: 5 }, () => remove(id, shown)))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  const { rows } = await one.ctx.pool.query(
    `select actor_id, before, after from audit_log where action = 'user.delete' and subject_id = $1`,
    [id],
  )
  expect(rows).toEqual([
    {
      actor_id: admin.id,
      before: { role: 'user', permissions: null, status: 'active', balance: '900000000', open_orders: 1 },
      after: null,
    },
  ])
})

test("a user's names leave the audit log with them, and the log still verifies the rest", async () => {
  const { id, email } = await makePerson()
  const renamed = { token: admin.token, params: { id }, body: { name: 'Zoë Renamed', status: 'blocked' } }
  expect((await one.call(updateUser, renamed)).status).toBe(200)
  const read = async () => {
    const { rows } = await one.ctx.pool.query(
      `select audit_log::text as text from audit_log where subject_id = $1 order by number`,
      [id],
    )
    return rows.map(({ text }) => String(text)).join()
  }
  expect(await read()).toMatch(/Zoë Renamed/)
  expect((await remove(id, shown)).status).toBe(200)
  const left = await read()
  expect(left).not.toContain('Zoë')
  expect(left).not.toContain(email)
  expect(left).toMatch(/blocked/)
  const { body } = await one.call(listStaffActions, { token: admin.token, query: { search: String(id) } })
  expect(body.actions.map(({ action, changes }) => [action, changes.map(({ field }) => field)])).toEqual([
    ['user.delete', expect.anything()],
    ['user.update', ['name', 'status']],
  ])
  await auditMoney(one.ctx)
})

test('the last admin stays, even if two delete each other at once, and staff are deleted by those with the same permissions', async () => {
  const own = await makeTestApp()
  try {
    const [ann, bo] = [await makeUser(own.ctx, { role: 'admin' }), await makeUser(own.ctx, { role: 'admin' })]
    const clerk = await makeUser(own.ctx, { role: 'admin', permissions: ['users'] })
    // An admin without a password can't sign in, so doesn't count.
    const invited = await makeUser(own.ctx, { role: 'admin' })
    await own.ctx.pool.query('update users set password_hash = null where id = $1', [invited.id])
    const end = (by: TestUser, id: number) => own.call(deleteUser, { token: by.token, params: { id } })
    expect((await end(clerk, bo.id)).status).toBe(403)
    const both = await Promise.all([end(ann, bo.id), end(bo, ann.id)])
    // The slower one finds that it is the last admin, or deleted.
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1)
    const [left] = both[0]?.status === 200 ? [ann] : [bo]
    const refused = await end(left ?? ann, (left ?? ann).id)
    expect([refused.status, refused.body.code, refused.body.message]).toEqual([
      409,
      'last_admin_delete',
      'Cannot delete the last admin account.',
    ])
    expect((await end(left ?? ann, clerk.id)).status).toBe(200)
    expect((await end(left ?? ann, invited.id)).status).toBe(200)
    expect((await end(left ?? ann, 2_000_000_000)).body.code).toBe('not_found')
    const customer = await makeUser(own.ctx)
    expect((await end(customer, customer.id)).status).toBe(403)
  } finally {
    await own.drop()
  }
})

const statusIn = async (app: TestApp, token: string) => (await app.call(getProfile, { token })).status

/** Tables that contain the text in any row. */
async function tablesNaming(text: string): Promise<string[]> {
  const { rows } = await one.ctx.pool.query<{ name: string }>(
    `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1`,
  )
  const naming: string[] = []
  for (const { name } of rows) {
    const found = await one.ctx.pool.query(
      `select from "${name}" as own where position($1 in own::text) > 0 limit 1`,
      [text],
    )
    if (found.rowCount !== 0) naming.push(name)
  }
  return naming
}

test('waits for locks on the account, whose holders may still write rows of the user', async () => {
  const { id } = await makePerson()
  const holder = await one.database.pool.connect()
  try {
    await holder.query('begin')
    await holder.query('update accounts set pending = pending where user_id = $1', [id])
    const deleted = remove(id, shown)
    const isWaiting = `select 1 from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like '%accounts%'`
    await expect.poll(async () => (await one.database.pool.query(isWaiting)).rowCount).toBe(1)
    await holder.query("insert into notifications (user_id, code) values ($1, 'order_completed')", [id])
    await holder.query('commit')
    expect((await deleted).status).toBe(200)
  } finally {
    holder.release()
  }
})
