import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { checkInvariants } from '#server/invariants/check-invariants.ts'
import { makeTestApp, type TestApp } from '#test/app.ts'
import { makeUser } from '#test/factories.ts'

import { transactAsStaff } from './transact-as-staff.ts'

let app: TestApp
let actorId: number

beforeAll(async () => {
  app = await makeTestApp()
  actorId = (await makeUser(app.ctx, { role: 'admin' })).id
})
afterAll(() => app.drop())

const by = () => ({ actorId, address: '192.0.2.7' })
const note = (text: string) => ({ action: 'user.note', id: 5, after: { text }, reason: 'because' }) as const

async function readNumbers() {
  const { rows } = await app.database.pool.query('select number from staff_actions order by number')
  return rows.map(({ number }) => Number(number))
}

async function readViolations() {
  const lines = await checkInvariants(app.database.url)
  return lines.find(({ id }) => id === 'S1')?.violations
}

beforeEach(async () => {
  await transactAsStaff(app.ctx, by(), async (_tx, _tell, record) => record(note('before each')))
})

test('keeps who, what, before, after, why and from where', async () => {
  await transactAsStaff(app.ctx, by(), async (_tx, _tell, record) =>
    record({
      action: 'user.update',
      id: 12n,
      before: { balance: 10n, name: 'Ann' },
      after: { balance: 20n },
      reason: 'a gift',
    }),
  )
  const { rows } = await app.database.pool.query('select * from staff_actions order by number desc limit 1')
  expect(rows[0]).toMatchObject({
    actor_id: actorId,
    action: 'user.update',
    subject: 'user',
    subject_id: 12n,
    before: { balance: '10', name: 'Ann' },
    after: { balance: '20' },
    reason: 'a gift',
    address: '192.0.2.7',
  })
})

test('writes nothing when the change fails, and no gap is left', async () => {
  const failing = transactAsStaff(app.ctx, by(), async (_tx, _tell, record) => {
    record(note('never'))
    throw new Error('refused')
  })
  await expect(failing).rejects.toThrow('refused')
  await transactAsStaff(app.ctx, by(), async (_tx, _tell, record) => record(note('after')))
  const numbers = await readNumbers()
  expect(numbers).toEqual(numbers.map((_, at) => at + 1))
})

test('numbers and chains what many do at once', async () => {
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

test('the database refuses to change, delete or empty the record', async () => {
  for (const statement of [
    "update staff_actions set reason = 'another'",
    'delete from staff_actions',
    'truncate staff_actions',
  ])
    await expect(app.database.pool.query(statement)).rejects.toThrow(/append-only/)
})

/** As a database's owner could, with the triggers off. */
const forgeries: [string, string][] = [
  ['changed', `update staff_actions set after = '{"text": "forged"}' where number = 2`],
  ['given to somebody else', `update staff_actions set address = '192.0.2.8' where number = 1`],
  ['taken out', 'delete from staff_actions where number = 2'],
  [
    'taken out, with the rest moved up',
    `delete from staff_actions where number = 2;
     update staff_actions set number = number + 1000000 where number > 2;
     update staff_actions set number = number - 1000001 where number > 2`,
  ],
]

test.each(forgeries)('the audit finds a row that was %s', async (_, forgery) => {
  const client = await app.database.pool.connect()
  const { invariants } = await import('#server/invariants/invariants-queries.ts')
  const chain = invariants.find(({ id }) => id === 'S1')?.sql ?? ''
  try {
    await client.query('begin')
    await client.query('alter table staff_actions disable trigger all')
    expect((await client.query(chain)).rowCount).toBe(0)
    await client.query(forgery)
    expect((await client.query(chain)).rowCount).toBeGreaterThan(0)
  } finally {
    await client.query('rollback')
    client.release()
  }
})
