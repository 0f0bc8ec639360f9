import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { listNotifications } from '#contract/messaging/notifications.ts'
import { getDiagnostics } from '#contract/operations/diagnostics.ts'
import type { Permission } from '#contract/base/permissions.ts'
import { FAILURES_IN_A_ROW, findFailingJobs, startLoop } from '#server/lib/queue/loop.ts'
import { makeTestApp, type TestApp } from '#test/app.ts'
import { makeProvider, makeUser, type TestUser } from '#test/factories.ts'
import { fillPolled } from '#test/fill-orders.ts'

import { alertStaff } from './alert-staff.ts'

let app: TestApp
let provider: { id: number }
const staff = new Map<Permission | 'owner', TestUser>()

beforeAll(async () => {
  app = await makeTestApp()
  provider = await makeProvider(app.ctx, { url: 'https://panel.example', key: 'a-key' })
  staff.set('owner', await makeUser(app.ctx, { role: 'admin' }))
  for (const permission of ['orders', 'money', 'providers', 'settings', 'support'] as const)
    staff.set(permission, await makeUser(app.ctx, { role: 'admin', permissions: [permission] }))
  await app.database.pool.query(`insert into sandbox_mailbox (port, url) values (1, 'http://127.0.0.1:1')`)
})
afterAll(() => app.drop())
beforeEach(() =>
  app.database.pool.query(`
    delete from staff_alerts; update orders set review_code = null, review_details = null; delete from deposits; delete from backups; delete from ledger_checks; delete from settings; delete from notifications; delete from emails; delete from processes;
    update providers set sending_stopped_at = null, sending_stopped_by = null, sending_paused_until = null,
      sending_error = null, refuses_us = null`),
)

const run = (statement: string, values: unknown[] = []) => app.database.pool.query(statement, values)
const setProvider = (columns: string) => run(`update providers set ${columns} where id = ${provider.id}`)

/** Notifications and emails, as `code user`. */
async function readTold() {
  const { rows: inApp } = await run('select code, user_id from notifications order by user_id, id')
  const { rows: byEmail } = await run(
    `select details ->> 'code' as code, user_id from emails where kind = 'staff_alert' order by user_id, created_at, event`,
  )
  const say = (rows: { code: string; user_id: number }[]) =>
    rows.map(({ code, user_id: id }) => `${code} ${[...staff].find(([, user]) => user.id === id)?.[0]}`)
  return { inApp: say(inApp), byEmail: say(byEmail) }
}

const many = { code: 'said_to_many', details: { error: 'No such thing', customers: 5 } }
const plan = {
  at: '03:00',
  time_zone: 'UTC',
  keep: 7,
  folder: null,
  bucket: null,
  checks_weekly: true,
}
const changes: [string, Permission | 'owner', () => Promise<unknown>][] = [
  ['provider_stopped', 'providers', () => setProvider('sending_stopped_at = now()')],
  [
    'provider_paused_by_staff',
    'providers',
    () => setProvider(`sending_stopped_at = now(), sending_stopped_by = ${staff.get('owner')?.id}`),
  ],
  ['provider_paused', 'providers', () => setProvider('sending_paused_until = now()')],
  ['provider_refuses', 'providers', () => setProvider(`refuses_us = 'funds'`)],
  [
    'provider_unknown_refusal',
    'providers',
    () => setProvider(`sending_paused_until = now(), sending_error = '${JSON.stringify(many)}'`),
  ],
  [
    'orders_waiting',
    'orders',
    async () => {
      await fillPolled(app.ctx.pool, { providerId: provider.id, orders: 3, customers: 1 })
      await run(`update orders set review_code = 'unknown_status', review_details = '{"status":"?"}'`)
    },
  ],
  [
    'deposits_waiting',
    'money',
    () =>
      run(
        `insert into deposits (user_id, reference, gateway, payment_method, amount, status, review_code, review_details)
         select $1, 'r' || n, 'cryptomus', 'cryptomus', 5, 'review', 'note', '{"text":"?"}' from generate_series(1, 3) n`,
        [staff.get('owner')?.id],
      ),
  ],
  [
    'job_failed',
    'settings',
    () =>
      run(
        `insert into processes (id, role, host, pid, failing_jobs) values ($1, 'worker', 'h', 1, '{mails}')`,
        ['0b9f3f3e-7a45-4b05-9c4c-111111111111'],
      ),
  ],
  [
    'backup_late',
    'owner',
    () =>
      run(
        `insert into settings (section, value, updated_at) values ('backups', $1, now() - interval '3 days')`,
        [plan],
      ),
  ],
  [
    'backup_failed',
    'owner',
    async () => {
      await run(`insert into settings (section, value) values ('backups', $1)`, [plan])
      await run(
        `insert into backups (kind, state, finished_at, store, place, name, fault, removed_at)
         values ('planned', 'failed', now(), 'disk', '/b', 'a', '{"code":"disk_full","details":{}}', now())`,
      )
    },
  ],
  [
    'backup_damaged',
    'owner',
    async () => {
      await run(`insert into settings (section, value) values ('backups', $1)`, [plan])
      await run(
        `insert into backups (kind, state, finished_at, store, place, name, checked_at, verdict)
         values ('planned', 'done', now(), 'disk', '/b', 'a', now(), 'damaged')`,
      )
    },
  ],
  [
    'backup_unchecked',
    'owner',
    async () => {
      await run(`insert into settings (section, value) values ('backups', $1)`, [plan])
      await run(
        `insert into backups (kind, state, finished_at, store, place, name, checked_at, verdict)
         values ('planned', 'done', now(), 'disk', '/b', 'a', now(), 'unknown')`,
      )
    },
  ],
  [
    'ledger_broken',
    'owner',
    () =>
      run(
        `insert into ledger_checks (is_whole, started_at, finished_at, violations, broken)
         values (true, now(), now(), 2, '{I1.1}')`,
      ),
  ],
  [
    'emails_failed',
    'settings',
    () =>
      run(
        `insert into emails (user_id, event, receiver, kind, details, due_at, failed_at, fault)
         values ($1, 'e', 'a@example.com', 'password_changed', '{}', null, now(), '{"code":"no_answer","details":{}}')`,
        [staff.get('owner')?.id],
      ),
  ],
]

test.each(changes)(
  '%s notifies staff with the permission %s, once, in the app and by email',
  async (code, needs, begin) => {
    await begin()
    const both = [`${code} owner`, ...(needs === 'owner' ? [] : [`${code} ${needs}`])]
    // Two processes see it concurrently, and check repeatedly.
    await Promise.all([alertStaff(app.ctx), alertStaff(app.ctx)])
    await alertStaff(app.ctx)
    expect(await readTold()).toEqual({ inApp: both, byEmail: both })
    const { body } = await app.call(listNotifications, { token: staff.get('owner')?.token ?? '' })
    expect(body[0]).toMatchObject({ code, message: expect.stringMatching(/\w+ \w+/) })
  },
)

test('a problem that ends and returns within minutes is one change; another stop is another', async () => {
  await setProvider('sending_paused_until = now()')
  await alertStaff(app.ctx)
  for (const until of ['null', 'now()', 'null']) {
    await setProvider(`sending_paused_until = ${until}`)
    await alertStaff(app.ctx)
  }
  expect((await readTold()).inApp).toHaveLength(2)
  await run(`update staff_alerts set resolved_at = now() - interval '6 minutes'`)
  await alertStaff(app.ctx)
  await setProvider('sending_paused_until = now()')
  await alertStaff(app.ctx)
  expect((await readTold()).inApp).toHaveLength(4)

  for (const at of [`now() - interval '1 second'`, 'now()']) {
    await setProvider(`sending_paused_until = null, sending_stopped_at = ${at}`)
    await alertStaff(app.ctx)
  }
  expect((await readTold()).byEmail.filter((one) => one === 'provider_stopped owner')).toHaveLength(2)
})

test('a growing problem is reported again after an hour, and not for each new item', async () => {
  const fail = (at: string) =>
    run(
      `insert into emails (user_id, event, receiver, kind, details, due_at, failed_at, fault)
       values ($1, $2, 'a@example.com', 'password_changed', '{}', null, now(), '{"code":"no_answer","details":{}}')`,
      [staff.get('owner')?.id, at],
    )
  await fail('one')
  await alertStaff(app.ctx)
  await fail('two')
  await fail('three')
  await alertStaff(app.ctx)
  expect((await readTold()).inApp).toHaveLength(2)
  await run(`update staff_alerts set notified_at = now() - interval '61 minutes'`)
  await alertStaff(app.ctx)
  await alertStaff(app.ctx)
  expect((await readTold()).inApp).toHaveLength(4)
  await run(`update staff_alerts set notified_at = now() - interval '61 minutes'`)
  await alertStaff(app.ctx)
  expect((await readTold()).inApp).toHaveLength(4)
})

test('without a mail server no email waits for the first one', async () => {
  await run('delete from sandbox_mailbox')
  await setProvider('sending_stopped_at = now()')
  await alertStaff(app.ctx)
  expect(await readTold()).toMatchObject({ inApp: [expect.anything(), expect.anything()], byEmail: [] })
  await run(`insert into sandbox_mailbox (port, url) values (1, 'http://127.0.0.1:1')`)
})

test('a job that fails five times in a row is in the metrics, on System Status and in a notification, until it succeeds', async () => {
  const own = await app.another()
  const { token = '' } = staff.get('owner') ?? {}
  const status = async () => {
    const fresh = await app.another()
    const { lines } = (await fresh.call(getDiagnostics, { token })).body
    return lines.filter(({ code }) => /^jobs?_/.test(code)).map(({ code, details }) => [code, details])
  }
  let isBroken = true
  const work = async () => {
    if (isBroken) throw new Error('it is broken')
    return false
  }
  const loop = startLoop({ ctx: own.ctx, name: 'brittle', everyMs: 5, work })
  await expect.poll(() => findFailingJobs(own.ctx)).toEqual(['brittle'])
  const metrics = async () => (await fetch(`${own.url}/metrics`)).text()
  const [, failures] = /tally_job_failures_in_a_row\{job="brittle"\} (\d+)/.exec(await metrics()) ?? []
  expect(Number(failures)).toBeGreaterThanOrEqual(FAILURES_IN_A_ROW)
  // At the next heartbeat.
  await expect.poll(status, { timeout: 15_000 }).toEqual([['job_failing', { job: 'brittle' }]])
  await alertStaff(own.ctx)
  expect((await readTold()).inApp).toContain('job_failed settings')
  isBroken = false
  await expect.poll(() => findFailingJobs(own.ctx)).toEqual([])
  await expect.poll(status, { timeout: 15_000 }).toEqual([['jobs_good', {}]])
  await loop.stop()
}, 40_000)
