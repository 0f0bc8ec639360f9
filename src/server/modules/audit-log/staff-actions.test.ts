import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import {
  getStaffAction,
  exportStaffActions,
  getOwnActions,
  listStaffActions,
} from '#contract/audit-log/audit-log.ts'
import { checkInvariants } from '#server/modules/operations/ledger-check/check-invariants.ts'
import { toBy } from '#server/lib/http/read-call.ts'
import { makeTestApp, type TestApp } from '#test/app.ts'
import { countRows } from '#test/count-rows.ts'
import { makeUser, type TestUser } from '#test/factories.ts'

import { getOwnActions as readOwnActions } from './get-own-actions.ts'
import { listStaffActions as readStaffActions } from './list-staff-actions.ts'
import { transactAsStaff } from './transact-as-staff.ts'

// Longer than most: how the log is written, protected, verified and read; it is one chain.

let app: TestApp
let admin: TestUser
let actorId: number

beforeAll(async () => {
  app = await makeTestApp()
  admin = await makeUser(app.ctx, { role: 'admin' })
  actorId = admin.id
})
afterAll(() => app.drop())

const by = () => ({ actorId, address: '192.0.2.7' })
const note = (text: string) =>
  ({ action: 'user.sign_out', id: 5, after: { text }, reason: 'because' }) as const

async function readNumbers() {
  const { rows } = await app.database.pool.query('select number from audit_log order by number')
  return rows.map(({ number }) => Number(number))
}

async function readViolations() {
  const lines = await checkInvariants(app.database.url)
  return lines.find(({ id }) => id === 'S1')?.violations
}

beforeEach(async () => {
  await transactAsStaff(app.ctx, by(), async (_tx, _tell, record) => {
    record(note('before each'))
    record({ action: 'user.update', id: 5, personal: { before: { name: 'Ann' }, after: { name: 'Zoë' } } })
  })
})

test('stores who, what, before, after, why and from where', async () => {
  await transactAsStaff(app.ctx, by(), async (_tx, _tell, record) =>
    record({
      action: 'user.update',
      id: 12n,
      before: { balance: 10n, name: 'Ann' },
      after: { balance: 20n },
      reason: 'a gift',
    }),
  )
  const { rows } = await app.database.pool.query('select * from audit_log order by number desc limit 1')
  expect(rows[0]).toMatchObject({
    actor_id: actorId,
    action: 'user.update',
    subject: 'user',
    subject_id: 12n,
    before: { balance: '10', name: 'Ann' },
    after: { balance: '20' },
    reason: 'a gift',
    address: '192.0.2.7',
    key_id: null,
  })
})

test('stores which API key a program acted by', async () => {
  const keyId = randomUUID()
  const terms = { scopes: ['order'], errors: 'text', isTest: false } as const
  const key = { id: actorId, role: 'user', permissions: null, sessionId: null, keyId, ...terms } as const
  await transactAsStaff(app.ctx, toBy(key, '192.0.2.7'), async (_tx, _tell, record) => record(note('by key')))
  const { rows } = await app.database.pool.query('select * from audit_log order by number desc limit 1')
  expect(rows[0]).toMatchObject({ actor_id: actorId, key_id: keyId, address: '192.0.2.7' })
  const listed = async () =>
    (await app.call(listStaffActions, { token: admin.token, query: { limit: '2' } })).body.actions.map(
      (action) => action.api_key,
    )
  expect(await listed()).toEqual([{ id: keyId, name: null }, null])
  await app.ctx.db
    .insertInto('api_key_names')
    .values({ user_id: actorId, id: keyId, name: 'Robot' })
    .execute()
  expect(await listed()).toEqual([{ id: keyId, name: 'Robot' }, null])
  expect(await readViolations()).toBe(0)
})

test('writes nothing when the change fails, and leaves no gap', async () => {
  const failing = transactAsStaff(app.ctx, by(), async (_tx, _tell, record) => {
    record(note('never'))
    throw new Error('refused')
  })
  await expect(failing).rejects.toThrow('refused')
  await transactAsStaff(app.ctx, by(), async (_tx, _tell, record) => record(note('after')))
  const numbers = await readNumbers()
  expect(numbers).toEqual(numbers.map((_, at) => at + 1))
})

test('numbers and chains concurrent actions', async () => {
  const before = await readNumbers()
  await Promise.all(
    Array.from({ length: 40 }, (_, at) =>
      transactAsStaff(app.ctx, by(), async (_tx, _tell, record) => {
        record(note(`${at} first`))
        record(note(`${at} second`))
      }),
    ),
  )
  const numbers = await readNumbers()
  expect(numbers).toEqual(Array.from({ length: before.length + 80 }, (_, at) => at + 1))
  expect(await readViolations()).toBe(0)
})

test('the database refuses to change, delete or empty the log', async () => {
  for (const statement of [
    "update audit_log set reason = 'another'",
    `update audit_log set after = '{"text": "another"}'`,
    `update audit_log set personal = '{"after": {"name": "another"}}' where personal is not null`,
    'delete from audit_log',
    'truncate audit_log',
  ])
    await expect(app.database.pool.query(statement)).rejects.toThrow(/append-only/)
})

/** As a database owner could, with triggers disabled. */
const forgeries: [string, string][] = [
  [
    'given another name',
    `update audit_log set personal = '{"before": {"name": "Ann"}, "after": {"name": "Bo"}}' where personal is not null`,
  ],
  [
    'stripped of the data of an existing user',
    'update audit_log set personal = null, personal_salt = null where personal is not null',
  ],
  ['changed', `update audit_log set after = '{"text": "forged"}' where number = 2`],
  ['attributed to another address', `update audit_log set address = '192.0.2.8' where number = 1`],
  ['given to a key', 'update audit_log set key_id = gen_random_uuid() where number = 2'],
  ['taken out', 'delete from audit_log where number = 2'],
  [
    'taken out, with the rest moved up',
    `delete from audit_log where number = 2;
     update audit_log set number = number + 1000000 where number > 2;
     update audit_log set number = number - 1000001 where number > 2`,
  ],
]

test.each(forgeries)('the audit finds a row that was %s', async (_, forgery) => {
  const client = await app.database.pool.connect()
  const { invariants } = await import('#server/modules/operations/ledger-check/invariants-queries.ts')
  const chain = invariants.find(({ id }) => id === 'S1')?.sql ?? ''
  try {
    await client.query('begin')
    await client.query('alter table audit_log disable trigger all')
    expect((await client.query(chain)).rowCount).toBe(0)
    await client.query(forgery)
    expect((await client.query(chain)).rowCount).toBeGreaterThan(0)
  } finally {
    await client.query('rollback')
    client.release()
  }
})

const list = async (query: Record<string, string> = {}) =>
  (await app.call(listStaffActions, { token: admin.token, query })).body

test('is read newest first, page by page, with old and new values: money as money', async () => {
  await transactAsStaff(app.ctx, by(), async (_tx, _tell, record) => {
    const services = (rate: bigint, sold: boolean) => ({
      services: [{ id: 12, rate, is_active: sold, name: 'S' }],
    })
    record({
      action: 'service.bulk',
      id: null,
      before: services(150_000_000n, true),
      after: services(2n, false),
    })
    const pays = { pays: { rates: { '7': 1.5 }, discount_percent: 5 }, permissions: ['users', 'money'] }
    record({ action: 'user.update', id: actorId, after: { balance: -1n, ...pays }, reason: '=1+1' })
  })
  const [first, second] = (await list({ limit: '2' })).actions
  expect(first).toMatchObject({
    actor: { id: actorId, name: expect.any(String) },
    action: 'user.update',
    subject_id: actorId,
    subject_name: expect.any(String),
    changes_count: 4,
    reason: '=1+1',
    address: '192.0.2.7',
  })
  expect(first?.changes).toEqual([
    { field: 'pays.rates.7', before: null, after: { money: 150_000_000n } },
    { field: 'pays.discount_percent', before: null, after: { number: 5 } },
    { field: 'balance', before: null, after: { money: -1n } },
  ])
  expect(second?.changes).toEqual([
    { field: 'services.12.rate', before: { money: 150_000_000n }, after: { money: 2n } },
    { field: 'services.12.is_active', before: { flag: true }, after: { flag: false } },
  ])
  const params = { number: first?.number }
  const whole = await app.call(getStaffAction, { token: admin.token, params })
  expect(whole.body.action.changes.at(-1)).toEqual({
    field: 'permissions',
    before: null,
    after: { text: 'users, money' },
  })
  expect((await list()).head).toEqual({ number: first?.number, hash: whole.body.action.hash })
  expect((await app.call(getStaffAction, { token: admin.token, params: { number: 987_654 } })).status).toBe(
    404,
  )

  const seen: number[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const page: Awaited<ReturnType<typeof list>> = await list({
      limit: '7',
      ...(cursor !== '' && { cursor }),
    })
    seen.push(...page.actions.map(({ number }) => number))
    cursor = page.next_cursor
  }
  expect(seen).toEqual((await readNumbers()).toReversed())
})

test('is filtered by who, what, target, time and reason, and exported without formulas', async () => {
  const other = await makeUser(app.ctx, { role: 'admin' })
  await transactAsStaff(app.ctx, { actorId: other.id, address: '::1' }, async (_tx, _tell, record) => {
    record({ action: 'deposit.refuse', id: 77, reason: '=HYPERLINK("x"), 100% not ours' })
    record({ action: 'order.refund', id: 78, after: { refunded: 12_500_000_000n }, reason: 'late' })
  })
  const found = async (query: Record<string, string>) =>
    (await list(query)).actions.map(({ action, subject_id: id }) => `${action} ${id}`)
  const both = ['order.refund 78', 'deposit.refuse 77']
  expect(await found({ actor_id: String(other.id) })).toEqual(both)
  expect(await found({ action: 'order.refund' })).toEqual(both.slice(0, 1))
  expect(await found({ action: 'order' })).toEqual(both.slice(0, 1))
  expect(await found({ subject: 'deposit', subject_id: '77' })).toEqual(both.slice(1))
  expect(await found({ search: '#77' })).toEqual(both.slice(1))
  expect(await found({ search: '100% NOT' })).toEqual(both.slice(1))
  expect(await found({ search: '1_0% not' })).toEqual([])
  const day = 86_400_000
  const at = (days: number) => new Date(Date.now() + days * day).toISOString()
  const mine = { actor_id: String(other.id) }
  expect(await found({ ...mine, from: at(-1), to: at(1) })).toEqual(both)
  expect(await found({ ...mine, to: at(-1) })).toEqual([])
  expect((await list()).actors.map(({ id }) => id).toSorted()).toEqual([actorId, other.id].toSorted())

  const path = `${app.url}${exportStaffActions.path}?actor_id=${other.id}`
  const file = await (await fetch(path, { headers: { authorization: `Bearer ${admin.token}` } })).text()
  const [head, refund, refusal] = file.split('\r\n')
  expect(head).toBe(
    'number,created_at,actor_id,actor_name,action,subject,subject_id,changes,reason,address,api_key,hash',
  )
  expect(refund).toContain(',order.refund,order,78,refunded: - > 125.00,late,::1,')
  expect(refusal).toContain(`,"'=HYPERLINK(""x""), 100% not ours",`)
  const nameless = await makeUser(app.ctx, { role: 'admin', permissions: ['users', 'money', 'settings'] })
  expect((await app.call(listStaffActions, { token: nameless.token })).status).toBe(403)
})

test('the list reads the names of those who act, not of all users', async () => {
  await app.database.pool.query(
    `insert into users (name, email, username) select 'N', 'reader-' || n || '@example.com', 'reader' || n
     from generate_series(1, 5000) n`,
  )
  await app.database.pool.query('analyze users, audit_log')
  const work = (db: typeof app.ctx.db) => readStaffActions({ ...app.ctx, db }, { limit: 50 })
  expect(await countRows(app.ctx.db, { tables: ['users'], work })).toBeLessThan(500)
})

test('staff read what they did today, whatever else they may, and nothing of others', async () => {
  const staff = await makeUser(app.ctx, { role: 'admin', permissions: ['support'] })
  const read = async (token: string) => (await app.call(getOwnActions, { token })).body
  expect(await read(staff.token)).toMatchObject({ actions: [], count: 0 })
  for (let count = 1; count <= 12; count += 1)
    await transactAsStaff(app.ctx, { ...by(), actorId: staff.id }, async (_tx, _tell, record) =>
      record({ action: 'ticket.resolve', id: BigInt(count), before: { status: 'open' }, reason: 'secret' }),
    )
  const { actions, count } = await read(staff.token)
  expect([count, actions.length]).toEqual([12, 10])
  expect(actions[0]).toEqual({
    number: expect.any(Number),
    action: 'ticket.resolve',
    subject: 'ticket',
    subject_id: 12,
    created_at: expect.any(Date),
  })
  const tomorrow = { ...app.ctx, clock: () => new Date(Date.now() + 86_400_000) }
  expect(await readOwnActions(tomorrow, staff.id)).toEqual({ actions: [], count: 0 })
  const customer = await makeUser(app.ctx)
  expect((await app.call(getOwnActions, { token: customer.token })).status).toBe(403)
})
