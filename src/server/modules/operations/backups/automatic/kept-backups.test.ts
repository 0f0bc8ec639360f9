import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'

import { listBackups, makeBackup } from '#contract/operations/backups.ts'
import { updateSettings } from '#contract/settings/admin-settings.ts'
import { putOnDisk } from '#server/integrations/outgoing/disk.ts'
import { makeTestApp, type TestApp } from '#test/app.ts'
import { makeUser, type TestUser } from '#test/factories.ts'

import { backupsJob } from './backups-jobs.ts'
import { listSurplus, noteVerdict, queueWeeklyCheck, requeueCheck } from './backups-queries.ts'
import { readLastBackup } from './read-last-backup.ts'

const fixture = join(import.meta.dirname, '../../../../../../test/fixtures/filled.sql')

let app: TestApp
let owner: TestUser
beforeAll(async () => {
  app = await makeTestApp({ env: { SECRET_KEY: 'the key of a fixture, of no use elsewhere' } })
  await app.database.pool.query(await readFile(fixture, 'utf8'))
  owner = await makeUser(app.ctx, { role: 'admin' })
})
afterAll(() => app.drop())
beforeEach(async () => {
  await app.database.pool.query('delete from backups')
})

const turnOn = async (own: object = {}) => {
  const backups = {
    at: '03:00',
    time_zone: 'Asia/Ho_Chi_Minh',
    keep: 2,
    folder: null,
    bucket: null,
    checks_weekly: false,
    ...own,
  }
  const { status } = await app.call(updateSettings, { token: owner.token, body: { backups } })
  expect(status).toBe(200)
}
const startJob = () => {
  const job = backupsJob(app.ctx)
  onTestFinished(() => job.stop())
}
const list = async () => (await app.call(listBackups, { token: owner.token })).body.backups
const newest = async () => (await list())[0]
const ask = () => app.call(makeBackup, { token: owner.token, body: {} })
const within = { timeout: 60_000, interval: 50 }
const folder = () => join(app.ctx.config.dataDir, 'backups')
/** Rows that are there: made at this hour before now, with a file each. */
const made = async (hours: number, name: string) => {
  await mkdir(folder(), { recursive: true })
  await writeFile(join(folder(), name), name)
  await app.database.pool.query(
    `insert into backups (kind, state, created_at, started_at, finished_at, store, place, name)
     select 'planned', 'done', at, at, at, 'disk', $1, $2 from (select now() - make_interval(hours => $3) as at) one`,
    [folder(), name, hours],
  )
}

test('damaged ones and ones without their files take no place, and the newest good one stays', async () => {
  await turnOn()
  for (const [hours, name] of [
    [96, 'e'],
    [72, 'good'],
    [60, 'd'],
    [48, 'c'],
    [25, 'lacking'],
    [24, 'damaged'],
  ] as const)
    await made(hours, name)
  const { pool } = app.database
  await pool.query(`update backups set verdict = name, checked_at = now() where name in ('good', 'damaged')`)
  await pool.query(
    `update backups set fault = '{"code":"backup_lacks_files","details":{"files":1}}' where name = 'lacking'`,
  )
  startJob()
  await expect.poll(async () => (await readdir(folder())).includes('e'), within).toBe(false)
  expect((await list()).map((one) => one.name)).toEqual([
    expect.stringMatching(/^tally-and-reach-/),
    'damaged',
    'lacking',
    'c',
    'good',
  ])
})

test('a file that stays lost keeps no old ones', async () => {
  await turnOn({ keep: 2 })
  for (const [hours, name] of [
    [96, 'whole'],
    [72, 'lacking-first'],
    [48, 'lacking-still'],
  ] as const)
    await made(hours, name)
  await app.database.pool.query(
    `update backups set fault = '{"code":"backup_lacks_files","details":{"files":1}}' where name like 'lacking%'`,
  )
  // While none that is newer has every file, the one that has stays.
  const surplus = await listSurplus(app.ctx.db, { place: folder(), keep: 1 })
  expect(surplus.map(({ name }) => name)).toEqual(['lacking-first'])
  startJob()
  await expect.poll(async () => (await readdir(folder())).includes('whole'), within).toBe(false)
  expect((await list()).map((one) => one.name)).toEqual([
    expect.stringMatching(/^tally-and-reach-/),
    'lacking-still',
  ])
})

test('one without all of its files is said and removes nothing; without any, or with an unnamed bucket, it fails', async () => {
  const { pool } = app.database
  const key = async (store: string) => {
    const { rows } = await pool.query<{ key: string }>(
      `insert into attachments (user_id, deposit_id, store, key, name, type, bytes)
       select user_id, id, $1, user_id || '/' || replace(gen_random_uuid()::text, '-', ''), 'a.pdf', 'application/pdf', 1
       from deposits limit 1 returning key`,
      [store],
    )
    return rows[0]?.key ?? ''
  }
  onTestFinished(async () => void (await pool.query('delete from attachments')))
  await pool.query('delete from attachments')
  await key('disk')
  await turnOn({ keep: 1 })
  await made(25, 'older')
  startJob()
  const expectEnd = async (state: string, reason: object) => {
    await expect.poll(newest, within).toMatchObject({ state, reason })
  }
  await expectEnd('failed', { code: 'backup_no_files' })
  await putOnDisk(join(app.ctx.config.dataDir, 'attachments'), await key('disk'), Buffer.from('a'))
  await ask()
  await expectEnd('done', { code: 'backup_lacks_files', details: { files: 1 } })
  await key('bucket')
  await ask()
  await expectEnd('failed', { code: 'backup_no_storage' })
  expect(await readdir(folder())).toContain('older')
})

test('a check whose process was killed is made again, once, and clears no warning', async () => {
  const { pool } = app.database
  await turnOn()
  await made(30, 'bad')
  await pool.query(`update backups set verdict = 'damaged', checked_at = now() - interval '1 hour'`)
  await made(1, 'recent')
  const kill = () =>
    pool.query(
      `update backups set check_state = 'running', lease = gen_random_uuid(), beat_at = now() - interval '3 minutes'
       where name = 'recent'`,
    )
  await kill()
  const lease = '00000000-0000-4000-8000-000000000001'
  const fault = { code: 'job_killed', details: {} } as const
  const take = () => pool.query(`update backups set lease = $1 where name = 'recent'`, [lease])
  await take()
  expect(await requeueCheck(app.ctx.db, { lease, fault })).toBe(true)
  expect(await newest()).toMatchObject({ check: 'queued', verdict: null })
  await kill()
  await take()
  expect(await requeueCheck(app.ctx.db, { lease, fault })).toBe(false)
  await noteVerdict(app.ctx.db, { lease, verdict: 'unknown', fault })
  const { checked, bad } = await readLastBackup(app.ctx)
  expect([checked?.verdict, bad === null]).toEqual(['unknown', false])
  await queueWeeklyCheck(app.ctx.db, 6)
  expect((await newest())?.check).toBeNull()
  await pool.query(`update backups set checked_at = now() - interval '7 days' where name = 'bad'`)
  await queueWeeklyCheck(app.ctx.db, 6)
  expect((await newest())?.check).toBe('queued')
})
