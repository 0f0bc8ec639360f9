import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'

import { listFailedJobs, retryFailedJob } from '#contract/operations/job-failures.ts'
import { makeCluster } from '#server/lib/postgres/cluster.ts'
import { emailQueue } from '#server/modules/messaging/emails/send-emails.ts'
import { jobQueues } from '#server/modules/operations/failed-jobs/queues.ts'
import { makeTestApp, type TestApp } from '#test/app.ts'
import { makeService, makeUser, type TestUser } from '#test/factories.ts'

import type { Claim, Outcome, Queue } from './queue.ts'

// Every queue of the product, with handlers that throw, hang, and die with their process.

let app: TestApp
let other: TestApp
let admin: TestUser
let customer: TestUser
beforeAll(async () => {
  app = await makeTestApp()
  other = await app.another()
  admin = await makeUser(app.ctx, { role: 'admin' })
  customer = await makeUser(app.ctx)
})
afterAll(() => app.drop())

const queues: readonly Queue[] = [emailQueue, ...Object.values(jobQueues)]

/** Queues the `n`th item of each table. */
const inserts: Record<string, string> = {
  emails: `insert into emails (user_id, event, receiver, kind, server) values ($1, 'event:' || $2::int, 'a@example.com', 'note', 'own')`,
  announcements: `insert into announcements (texts, kind, by_notification, by_email, created_by, unsubscribe_key, notify_ended, emails_ended)
    select '{"en": {"title": "T", "text": "T"}}', 'newsletter', true, false, $1, sha256('k'), false, true where $2::int > 0`,
  contact_messages: `insert into contact_messages (name, email, subject, message)
    select 'N' || $1::int, 'a@example.com', 'S' || $2::int, 'M'`,
  favourite_updates: 'insert into favourite_updates (created_at) select now() where $1::int + $2::int > 0',
  deposits: `insert into deposits (user_id, reference, gateway, payment_method, amount, due_at, status)
    values ($1, 'r' || $2::int, 'cryptomus', 'cryptomus', 5, now(), 'canceled')`,
  gateway_events: `insert into gateway_events (gateway, reference, body)
    select 'cryptomus', 'r' || $2::int, '{}' where $1::int > 0`,
  imports: `insert into imports (provider_id, overwrites, markup_basis_points, currency, usd_per_unit, translates, total)
    select id, false, 0, 'USD', 1, false, $2::int from providers where $1::int > 0 limit 1`,
  observed_charges:
    'insert into observed_charges (user_id, order_id, charge, supply_id) values ($1, $2, 1, 1)',
  reset_requests: `insert into reset_requests (email) select 'person' || $1::int || '-' || $2::int || '@example.com'`,
  user_deletions: 'insert into user_deletions (user_id) select $1::int where $2::int > 0',
}

async function add(queue: Queue, n: number): Promise<void> {
  // One deletion per user.
  const user = queue.table === 'user_deletions' ? await makeUser(app.ctx) : customer
  await app.database.pool.query(inserts[queue.table] ?? '', [user.id, n])
}

type Row = {
  due_at: Date | null
  failed_at: Date | null
  lease: string | null
  tries: number
  fault: unknown
}
const rowsOf = async ({ table }: Queue): Promise<Row[]> =>
  (await app.database.pool.query(`select * from ${table} order by failed_at, due_at`)).rows

/** What identifies an item: the columns of its key. */
function keyText(item: object): string {
  const { id, user_id: userId, order_id: orderId, event } = item as Record<string, unknown>
  return [id, userId, orderId, event].map(String).join()
}

/** Handles the first item with `odd`, and all others normally. */
function oddFirst(odd: (claim: Claim) => Promise<Outcome>) {
  let first: string | undefined
  const done: string[] = []
  const handle = async (_ctx: unknown, item: object, claim: Claim): Promise<Outcome> => {
    first ??= keyText(item)
    if (keyText(item) === first) return odd(claim)
    done.push(keyText(item))
    return 'done'
  }
  return { handle, done }
}

test('every table with the columns of a queue has one, and each is in the list of failed jobs', async () => {
  const { rows } = await app.database.pool.query<{ name: string }>(
    `select table_name as name from information_schema.columns
     where table_schema = 'public' and column_name in ('due_at', 'tries', 'lease', 'failed_at', 'fault')
     group by 1 having count(*) = 5 order by 1`,
  )
  expect(rows.map(({ name }) => name)).toEqual(queues.map(({ table }) => table).toSorted())
  expect(Object.keys(inserts).toSorted()).toEqual(queues.map(({ table }) => table).toSorted())
})

test("on a cluster a failed node delays no other node's items: they are handled, then it is reported", async () => {
  const { pool } = app.database
  await pool.query('delete from emails')
  for (const n of [1, 2, 3]) await add(emailQueue, n)
  // A single PostgreSQL, in which one row behaves like one on an unavailable node.
  await pool.query(
    `create function be_away() returns trigger language plpgsql as $$ begin raise 'the node is away'; end $$;
     create trigger away before update on emails for each row when (old.event = 'event:2') execute function be_away()`,
  )
  onTestFinished(async () => void (await pool.query('drop function be_away cascade')))
  const done: string[] = []
  const queue = emailQueue.with({
    async handle(_ctx, item) {
      done.push(keyText(item))
      return 'done'
    },
  })
  const ctx = { ...app.ctx, cluster: makeCluster([-2_147_483_648]) }
  await expect(queue.workDue(ctx)).rejects.toThrow('the node is away')
  expect(new Set(done).size).toBe(2)
  const left = (await rowsOf(emailQueue)).filter(({ due_at: at }) => at !== null)
  expect(left).toMatchObject([{ event: 'event:2', tries: 0, lease: null }])
})

test('on a cluster an item waits for an unreachable node, however long, and does not fail', async () => {
  const { pool } = app.database
  await pool.query('delete from contact_messages')
  const queue = jobQueues.contact_messages
  await add(queue, 1)
  const away = [
    Object.assign(new Error('connection to the remote node failed'), { code: '08006' }),
    Object.assign(new Error('failure on connection marked as essential: 10.0.0.2:5432'), { code: 'XX000' }),
  ]
  let calls = 0
  const patient = queue.with({
    tries: { max: 2, pauseSeconds: 0, pauseSecondsMax: 0 },
    handle: async () => {
      const error = away[calls % 2]
      calls += 1
      if (calls <= 6 && error !== undefined) throw error
      return 'done'
    },
  })
  const ctx = { ...app.ctx, cluster: makeCluster([-2_147_483_648]) }
  for (let round = 0; round < 10; round += 1) await patient.workDue(ctx).catch(() => undefined)
  expect(calls).toBe(7)
  expect(await rowsOf(queue)).toMatchObject([{ failed_at: null, due_at: null }])
})

test('on a cluster an item waits half a minute for a node, however old it is', async () => {
  const { pool } = app.database
  await pool.query('delete from contact_messages')
  const queue = jobQueues.contact_messages
  await add(queue, 1)
  await pool.query("update contact_messages set created_at = now() - interval '1 day'")
  const ctx = { ...app.ctx, cluster: makeCluster([-2_147_483_648]) }
  const waiting = queue.with({
    tries: { max: 2, pauseSeconds: 10, pauseSecondsMax: 3_600 },
    handle: () => Promise.reject(Object.assign(new Error('the node is away'), { code: '08006' })),
  })
  await waiting.workDue(ctx)
  const { rows } = await pool.query<{ left: number; tries: number }>(
    'select extract(epoch from due_at - now())::float as left, tries from contact_messages',
  )
  expect(rows).toMatchObject([{ tries: 0 }])
  expect(rows[0]?.left).toBeGreaterThan(20)
  expect(rows[0]?.left).toBeLessThanOrEqual(30.1)
})

test('on a cluster an answer outside the protocol is a fault, not an unreachable node', async () => {
  await app.database.pool.query('delete from contact_messages')
  const queue = jobQueues.contact_messages
  await add(queue, 1)
  let calls = 0
  const failing = queue.with({
    tries: { max: 2, pauseSeconds: 0, pauseSecondsMax: 0 },
    handle: async () => {
      calls += 1
      if (calls > 4) return 'done'
      throw Object.assign(new Error('protocol violation'), { code: '08P01' })
    },
  })
  const ctx = { ...app.ctx, cluster: makeCluster([-2_147_483_648]) }
  for (let round = 0; round < 3; round += 1) await failing.workDue(ctx)
  expect(await rowsOf(queue)).toMatchObject([
    { tries: 2, due_at: null, fault: { code: 'job_failed', details: {} } },
  ])
})

describe.each(queues.map((queue) => [queue.name, queue] as const))('%s', (_name, queue) => {
  beforeEach(async () => {
    await makeService(app.ctx)
    await app.database.pool.query(`delete from ${queue.table}`)
    for (const n of [1, 2, 3]) await add(queue, n)
  })

  test('an item that always throws delays no other; after its last try it has failed, is listed, and can be retried', async () => {
    const { handle, done } = oddFirst(() => Promise.reject(new Error('of the test')))
    const quick = queue.with({
      handle,
      tries: { max: 2, pauseSeconds: 0.05, pauseSecondsMax: 1 },
      everyMs: 20,
    })
    const loop = quick.start(app.ctx)
    const failed = async () => (await rowsOf(queue)).filter(({ failed_at: at }) => at !== null)
    await expect
      .poll(failed, { timeout: 20_000, interval: 20 })
      .toMatchObject([{ tries: 2, due_at: null, lease: null }])
    await expect.poll(() => new Set(done).size).toBe(2)
    await loop.stop()
    expect((await failed()).map(({ fault }) => fault)).toEqual([{ code: 'job_failed', details: {} }])
    if (queue === emailQueue) return

    const list = async () => (await app.call(listFailedJobs, { token: admin.token })).body.jobs
    const [job] = (await list()).filter((one) => one.job === queue.table)
    expect(job).toMatchObject({ tries: 2, reason: { code: 'job_failed' } })
    const again = () =>
      app.call(retryFailedJob, {
        token: admin.token,
        params: { id: job?.id ?? '' },
        body: { failed_at: job?.failed_at },
      })
    const answers = await Promise.all([again(), again()])
    const statuses = answers.map(({ status }) => status)
    expect(statuses.toSorted()).toEqual([200, 409])
    expect((await list()).filter((one) => one.job === queue.table)).toEqual([])
    await queue.with({ handle: async () => 'done' }).workDue(app.ctx)
    expect((await rowsOf(queue)).filter(({ due_at: at }) => at !== null)).toEqual([])
  })

  test('a handler that hangs delays no other, and its item is retried after its timeout', async () => {
    const { handle, done } = oddFirst(() => new Promise(() => {}))
    const quick = queue.with({
      handle,
      timeoutSeconds: 0.2,
      everyMs: 20,
      tries: { max: 5, pauseSeconds: 60, pauseSecondsMax: 60 },
    })
    const loop = quick.start(app.ctx)
    await expect.poll(() => new Set(done).size, { timeout: 20_000, interval: 20 }).toBe(2)
    const waiting = async () => (await rowsOf(queue)).filter(({ due_at: at }) => at !== null)
    await expect
      .poll(waiting, { timeout: 20_000, interval: 20 })
      .toMatchObject([{ lease: null, tries: 1, fault: { code: 'job_timed_out', details: {} } }])
    await loop.stop()
  })

  test('items claimed by a killed process are handled by another, and the first one can no longer change them', async () => {
    const claims: Claim[] = []
    const dying = queue.with({
      leaseSeconds: 3_600,
      timeoutSeconds: 3_600,
      handle: (_ctx, _item, claim) => {
        claims.push(claim)
        return new Promise(() => {})
      },
    })
    void dying.workDue(app.ctx)
    await expect.poll(() => claims.length).toBeGreaterThan(0)
    const handled: string[] = []
    const heir = queue.with({
      handle: async (_ctx, item) => {
        handled.push(keyText(item))
        return 'done'
      },
    })
    await heir.workDue(other.ctx)
    expect(handled).toHaveLength(3 - claims.length)
    // Its lease ends.
    const later = { ...other.ctx, clock: () => new Date(Date.now() + 3_700_000) }
    await heir.workDue(later)
    expect(handled).toHaveLength(3)
    expect((await rowsOf(queue)).filter(({ due_at: at }) => at !== null)).toEqual([])
    for (const claim of claims) {
      await expect(app.ctx.db.transaction().execute((tx) => claim.hold(tx))).rejects.toThrow(queue.name)
      await expect(app.ctx.db.transaction().execute((tx) => claim.end(tx))).rejects.toThrow(queue.name)
    }
  })
})

test('an item whose process is killed in each try fails after its last try', async () => {
  const queue = jobQueues.reset_requests
  await app.database.pool.query('delete from reset_requests')
  await add(queue, 1)
  await app.database.pool.query('update reset_requests set tries = 10')
  const handled: object[] = []
  await queue
    .with({
      handle: async (_ctx, item) => {
        handled.push(item)
        return 'done'
      },
    })
    .workDue(app.ctx)
  expect(handled).toEqual([])
  expect(await rowsOf(queue)).toMatchObject([{ due_at: null, fault: { code: 'job_killed', details: {} } }])
})

test('an item that always has more to do does not delay those that are due', async () => {
  const queue = jobQueues.user_deletions
  await app.database.pool.query('delete from user_deletions')
  for (const n of [1, 2, 3]) await add(queue, n)
  const { handle, done } = oddFirst(async () => 'more')
  const loop = queue.with({ handle }).start(app.ctx)
  await expect.poll(() => new Set(done).size).toBe(2)
  await loop.stop()
})

test('a page of failed jobs continues after the last one, across queues', async () => {
  for (const { table } of Object.values(jobQueues)) await app.database.pool.query(`delete from ${table}`)
  for (const queue of [jobQueues.reset_requests, jobQueues.contact_messages]) {
    for (const n of [1, 2, 3]) await add(queue, n)
    await app.database.pool.query(`update ${queue.table} set due_at = null, failed_at = '2026-01-01'`)
  }
  const seen: string[] = []
  for (let cursor: string | null | undefined; cursor !== null;) {
    const { body } = await app.call(listFailedJobs, {
      token: admin.token,
      query: { limit: '2', ...(cursor !== undefined && { cursor }) },
    })
    seen.push(...body.jobs.map(({ id }) => id))
    cursor = body.next_cursor
  }
  expect(seen).toHaveLength(6)
  expect(new Set(seen).size).toBe(6)
  expect((await app.call(listFailedJobs, { token: customer.token })).status).toBe(403)
  const body = { failed_at: new Date().toISOString() }
  for (const id of ['reset_requests-999', 'emails-1'])
    expect((await app.call(retryFailedJob, { token: admin.token, params: { id }, body })).status).toBe(
      id.startsWith('emails') ? 404 : 409,
    )
})
