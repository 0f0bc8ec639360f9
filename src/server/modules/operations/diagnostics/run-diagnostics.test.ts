import { readdir } from 'node:fs/promises'

import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'

import { diagnosticGroups } from '#contract/operations/diagnostic-findings.ts'
import { type Diagnosed, getDiagnostics } from '#contract/operations/diagnostics.ts'
import type { Permission } from '#contract/base/permissions.ts'
import { updateSettings } from '#contract/settings/admin-settings.ts'
import type { Context } from '#server/context.ts'
import { makeTestApp, type TestApp } from '#test/app.ts'
import { makeProvider, makeUser } from '#test/factories.ts'

import { checkBackup } from './check-backup.ts'
import { checkRole, judgeServer } from './check-database.ts'
import { checkEmail } from './check-email.ts'
import { checkClocks } from './check-machine.ts'
import { checkGateways, checkProviders } from './check-partners.ts'
import { checkLedger } from './check-work.ts'
import { inTime, givesWay } from './run-diagnostics.ts'

let app: TestApp
let admin: { token: string }

beforeAll(async () => {
  app = await makeTestApp()
  admin = await makeUser(app.ctx, { role: 'admin' })
})
afterAll(() => app.drop())

const run = (text: string, values: unknown[] = []) => app.database.pool.query(text, values)

/** Through a process with an empty cache. */
async function diagnose() {
  const fresh = await app.another()
  const { status, body } = await fresh.call(getDiagnostics, { token: admin.token })
  expect(status).toBe(200)
  return body
}

/** A context with an empty cache. */
const find = (check: (ctx: Context) => Promise<Diagnosed[]>) => check({ ...app.ctx })
const codesOf = async (check: (ctx: Context) => Promise<Diagnosed[]>) =>
  (await find(check)).map(({ code }) => code)

test('every group has lines, in order, and the worst level is that of the list', async () => {
  const { lines, level } = await diagnose()
  expect([...new Set(lines.map(({ group }) => group))]).toEqual([...diagnosticGroups])
  expect(lines.map(({ code }) => code)).not.toContain('not_checked')
  // Nothing listens at a test's default PUBLIC_URL.
  expect(level).toBe('error')
  for (const { sentence, level: one, advice } of lines) {
    expect(sentence).toMatch(/^\S.*[.:)]$|: \S/)
    expect(advice === null, sentence).toBe(one === 'ok')
  }
  const { dataDir } = app.ctx.config
  expect((await readdir(dataDir)).filter((name) => name.startsWith('sync-test'))).toEqual([])
})

test('no key, password or address of a customer is in the list', async () => {
  const customer = await makeUser(app.ctx, { balance: '5' })
  const provider = await makeProvider(app.ctx, { url: 'http://127.0.0.1:9', key: 'key-of-the-provider' })
  await run('update providers set is_balance_low = true where id = $1', [provider.id])
  const text = JSON.stringify(await diagnose())
  expect(text).toContain('provider_low')
  const { secretKey, databaseUrl = '' } = app.ctx.config
  for (const secret of [secretKey, customer.email, 'key-of-the-provider', databaseUrl])
    expect(text).not.toContain(secret)
  await run('update providers set is_enabled = false where id = $1', [provider.id])
})

test('staff without access to settings do not get it: it has addresses, roles and errors of the installation', async () => {
  const ask = async (permission: Permission) => {
    const { token } = await makeUser(app.ctx, { role: 'admin', permissions: [permission] })
    return (await app.call(getDiagnostics, { token })).status
  }
  expect(await ask('reports')).toBe(403)
  expect(await ask('settings')).toBe(200)
})

test('the list is made once a minute, and again when asked to', async () => {
  const fresh = await app.another()
  const read = async (query?: Record<string, string>) => {
    const { body } = await fresh.call(getDiagnostics, { token: admin.token, ...(query && { query }) })
    return body.checked_at.getTime()
  }
  const first = await read()
  expect(await read()).toBe(first)
  // Not immediately, even with many requests.
  expect(await read({ fresh: 'true' })).toBe(first)
  const now = performance.now.bind(performance)
  const later = vi.spyOn(performance, 'now').mockImplementation(() => now() + 10_000)
  onTestFinished(() => later.mockRestore())
  await expect.poll(() => read({ fresh: 'true' }), { timeout: 10_000 }).toBeGreaterThan(first)
})

test.each([
  [{ age: 9_999, isSettled: true, isFresh: true }, false],
  [{ age: 10_000, isSettled: true, isFresh: true }, true],
  [{ age: 59_999, isSettled: true, isFresh: false }, false],
  [{ age: 60_000, isSettled: true, isFresh: false }, true],
  // A check outlasts its list: another concurrent run would only add to the load.
  [{ age: 120_000, isSettled: false, isFresh: true }, false],
  [{ age: 300_000, isSettled: false, isFresh: false }, true],
])('a run with %j is replaced by a new one: %s', (run, expected) => {
  expect(givesWay(run)).toBe(expected)
})

test('the last backup has its age and size, a failed one and a bad verdict are errors, and none is a warning', async () => {
  expect(await codesOf(checkBackup)).toEqual(['backup_none'])
  await run(
    `insert into backups (kind, state, finished_at, store, place, name, bytes)
     values ('command', 'done', now() - interval '30 seconds', 'disk', '/b', 'a', 4096)`,
  )
  expect(await find(checkBackup)).toEqual([{ code: 'backup_good', details: { minutes: 0, bytes: 4096 } }])
  await run(`update backups set finished_at = finished_at - interval '3 days'`)
  expect(await find(checkBackup)).toEqual([
    { code: 'backup_late', details: { minutes: 3 * 1440, bytes: 4096 } },
  ])
  const plan = { at: '03:00', time_zone: 'UTC', keep: 7, folder: null, bucket: null, checks_weekly: true }
  await run(`insert into settings (section, value) values ('backups', '${JSON.stringify(plan)}')`)
  await run(`update backups set checked_at = now(), verdict = 'good'`)
  expect(await codesOf(checkBackup)).toEqual(['backup_good', 'backup_checked'])
  await run(
    `insert into backups (kind, state, finished_at, store, place, name, fault, removed_at)
     values ('planned', 'failed', now(), 'disk', '/b', 'b', '{"code":"disk_full","details":{}}', now())`,
  )
  await run(`update backups set verdict = 'findings' where verdict is not null`)
  await run(
    `insert into backups (kind, state, store, place, name, bytes) values ('asked', 'running', 'disk', '/b', 'c', 9)`,
  )
  expect(await codesOf(checkBackup)).toEqual([
    'backup_good',
    'backup_running',
    'backup_failed',
    'backup_damaged',
  ])
  await run(`delete from backups; delete from settings where section = 'backups'`)
})

test('excess privileges of the role are warnings', async () => {
  const { config } = app.ctx
  const owner = await checkRole({ config: { ...config, databaseUrl: app.database.url } })
  expect(owner).toMatchObject([{ code: 'role_changes_ledger' }])
  const { rows } = await app.database.product.pool.query<{ role: string }>('select current_user as role')
  const details = { role: rows[0]?.role }
  expect(await checkRole(app.ctx)).toEqual([{ code: 'role_hides_tables', details }])
  await run(
    `do $$ begin execute format('revoke temporary on database %I from public', current_database()); end $$`,
  )
  expect(await checkRole(app.ctx)).toEqual([{ code: 'role_good', details }])
})

const sound = {
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  autovacuum: 'on',
  track_counts: 'on',
  wal_level: 'replica',
  timezone: 'UTC',
  max_connections: 97,
  encoding: 'UTF8',
  collation_stored: '2.36',
  collation_actual: '2.36',
  oldest_transaction: 200_000_000,
  is_read_only: false,
}

test.each([
  [{}, ['settings_good']],
  [{ fsync: 'off' }, ['fsync_off']],
  [{ full_page_writes: 'off' }, ['full_page_writes_off']],
  [{ synchronous_commit: 'off' }, ['synchronous_commit_off']],
  [{ synchronous_commit: 'local' }, ['settings_good']],
  [{ autovacuum: 'off' }, ['autovacuum_off']],
  [{ track_counts: 'off' }, ['autovacuum_off']],
  [{ wal_level: 'minimal' }, ['wal_minimal']],
  [{ encoding: 'SQL_ASCII' }, ['encoding_other']],
  [{ collation_actual: '2.41' }, ['collation_changed']],
  [{ collation_stored: null, collation_actual: null }, ['settings_good']],
  [{ oldest_transaction: 1_500_000_000 }, ['wraparound_near']],
  [{ is_read_only: true }, ['database_read_only']],
  [{ fsync: 'off', wal_level: 'minimal' }, ['fsync_off', 'wal_minimal']],
])('a server with %j: %j', (given, codes) => {
  expect(judgeServer({ ...sound, ...given }).map(({ code }) => code)).toEqual(codes)
})

test('each problem of a provider is a line, and a working provider has none', async () => {
  const provider = await makeProvider(app.ctx, { url: 'http://127.0.0.1:9' })
  const codes = () => codesOf(checkProviders)
  expect(await codes()).toEqual(['provider_never_read'])
  const note = (ago: string) =>
    run(
      `insert into provider_calls (provider_id, hour, calls, failures, milliseconds, slowest)
       values ($1, date_trunc('hour', now() - $2::interval), 3, 1, 30, 10)`,
      [provider.id, ago],
    )
  await note('5 hours')
  expect(await codes()).toEqual(['provider_silent'])
  await note('0 hours')
  expect(await find(checkProviders)).toEqual([{ code: 'providers_good', details: { count: 1 } }])
  const set = (change: string) => run(`update providers set ${change} where id = $1`, [provider.id])
  await set(`refuses_us = 'key', refuses_since = now(), is_balance_low = true`)
  expect(await codes()).toEqual(['provider_refuses_key', 'provider_low'])
  await set(`refuses_us = null, refuses_since = null, is_balance_low = false, sending_stopped_at = now()`)
  expect(await codes()).toEqual(['provider_stopped'])
  await set(`sending_stopped_at = null, balance_currency = 'INR'`)
  expect(await codes()).toEqual(['provider_costs_unclear'])
  const examined = JSON.stringify([{ code: 'clock_off', details: { seconds: -400 } }])
  await run(
    `update providers set balance_currency = null, examined_at = now(), examined = $2 where id = $1`,
    [provider.id, examined],
  )
  expect(await codesOf(checkClocks)).toContain('clock_off_outside')
  await set('is_enabled = false')
  expect(await codes()).toEqual(['providers_none'])
})

test('a gateway whose webhooks are rejected is a warning until one is accepted', async () => {
  expect(await codesOf(checkGateways)).toEqual(['gateways_none'])
  const saved = await app.call(updateSettings, {
    token: admin.token,
    body: { gateways: { cryptomus: { is_on: true, merchant: 'm' } }, cryptomus_key: 'a-payment-key' },
  })
  expect(saved.status).toBe(200)
  expect(await codesOf(checkGateways)).toEqual(['gateway_quiet'])
  await run(`insert into gateway_refusals values ('cryptomus', now() - interval '2 hours')`)
  expect(await find(checkGateways)).toEqual([
    { code: 'gateway_refused', details: { gateway: 'Cryptomus', minutes: 120 } },
  ])
  await run(`insert into gateway_events (gateway, reference, body, received_at, processed_at, due_at)
    values ('cryptomus', '1', '{}', now() - interval '1 hour', now(), null)`)
  await run(`insert into gateway_lists values ('cryptomus', '', now(), now(), now(),
    '{"code": "http_status", "details": {"http_status": 500}}')`)
  expect(await find(checkGateways)).toEqual([
    { code: 'gateway_good', details: { gateway: 'Cryptomus', minutes: 60 } },
    {
      code: 'gateway_list_unread',
      details: { gateway: 'Cryptomus', fault: { code: 'http_status', details: { http_status: 500 } } },
    },
  ])
})

test('emails: not configured, sent, failing, rejected', async () => {
  expect(await codesOf(checkEmail)).toEqual(['email_none'])
  await run(`insert into sandbox_mailbox (port, url) values (1, 'http://127.0.0.1:1')`)
  expect(await codesOf(checkEmail)).toEqual(['email_sandbox'])
  const { id } = await makeUser(app.ctx)
  const add = (event: string, columns: string, values: string) =>
    run(
      `insert into emails (user_id, event, receiver, kind, ${columns})
       values ($1, $2, 'somebody@example.com', 'announcement', ${values})`,
      [id, event],
    )
  await add('a', 'due_at, tries', `now() + interval '1 minute', 2`)
  expect(await find(checkEmail)).toEqual([{ code: 'email_failing', details: { due: 1 } }])
  await add('b', 'due_at, sent_at', 'null, now()')
  await add('c', 'due_at, failed_at', 'null, now()')
  expect(await find(checkEmail)).toEqual([
    { code: 'email_sandbox' },
    { code: 'emails_failed', details: { count: 1 } },
  ])
})

test('an account that does not add up is an error', async () => {
  expect(await codesOf(checkLedger)).toEqual(['ledger_good', 'ledger_unchecked'])
  const user = await makeUser(app.ctx, { balance: '5' })
  const change = (sign: string) =>
    run(`update accounts set balance = balance ${sign} 1 where user_id = $1`, [user.id])
  await change('+')
  expect(await codesOf(checkLedger)).toEqual(['ledger_wrong', 'ledger_unchecked'])
  await change('-')
})

test('the last result of the nightly ledger check is a line, and so is a check that is two days late', async () => {
  const made = async (ago: string, violations: number) => {
    await run(
      `insert into ledger_checks (is_whole, started_at, finished_at, violations, broken)
       values (false, now(), now() - $1::interval, $2, case when $2 > 0 then '{I1.1}'::text[] else '{}' end)`,
      [ago, violations],
    )
    return (await find(checkLedger)).at(-1)
  }
  expect(await made('10 minutes', 0)).toEqual({ code: 'ledger_checked', details: { minutes: 10 } })
  expect(await made('3 days', 0)).toEqual({ code: 'ledger_check_late', details: { minutes: 4_320 } })
  expect(await made('5 minutes', 2)).toEqual({ code: 'ledger_broken', details: { minutes: 5, count: 2 } })
})

test('a check that fails or hangs is a line that says so, without the password of an address', async () => {
  const failed = await inTime(() => Promise.reject(new Error('cannot open postgres://me:secret@db/tally')))
  expect(failed).toEqual([{ code: 'not_checked', details: { error: 'cannot open postgres://db/tally' } }])
  expect(await inTime(() => new Promise(() => undefined), 20)).toMatchObject([
    { code: 'not_checked_in_time' },
  ])
})

test('the sentences are in the language asked for', async () => {
  const read = async (query: Record<string, string>) => {
    const { body } = await app.call(getDiagnostics, { token: admin.token, query })
    return body.lines.find(({ code }) => code === 'ledger_good' || code === 'ledger_wrong')?.sentence
  }
  expect(await read({})).toMatch(/^The ledger/)
  expect(await read({ language: 'vi' })).toMatch(/^Sổ cái/)
  expect(await read({ language: 'ru' })).toMatch(/^Журнал операций/)
})
