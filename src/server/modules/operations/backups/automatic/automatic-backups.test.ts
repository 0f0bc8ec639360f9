import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { makeBackup } from '#contract/operations/backups.ts'
import { updateSettings } from '#contract/settings/admin-settings.ts'
import { endClient, makeClient } from '#server/lib/postgres/pool.ts'
import { openArchiveFile } from '#server/modules/operations/backups/archive/open-archive.ts'
import { backupSetting, inChildProcess, makeBackupsBench, SECRET_KEY } from '#test/backups-bench.ts'
import { makeUser } from '#test/factories.ts'

import { readLastBackup } from './read-last-backup.ts'
import { recordBackup } from './record-backup.ts'

const noPassphrase = () => Promise.reject(new Error('asked for a passphrase'))

const bench = makeBackupsBench()

test('the first backup starts as soon as they are turned on, in only one of two processes', async () => {
  const other = await bench.app.another()
  bench.startJob({ run: inChildProcess })
  bench.startJob({ ctx: other.ctx, run: inChildProcess })
  await bench.turnOn()
  await bench.awaitDone()
  const [one, ...rest] = await bench.list()
  expect(rest).toEqual([])
  expect(one).toMatchObject({
    kind: 'planned',
    place: bench.folder(),
    is_sealed: false,
    reason: null,
    verdict: null,
  })
  const file = join(bench.folder(), one?.name ?? '')
  const { mode, size } = await stat(file)
  expect([mode & 0o777, size]).toEqual([0o600, one?.bytes])
  const { header, manifest } = await openArchiveFile(file, { passphrase: noPassphrase })
  expect([header.hasSecretKey, header.hasFiles, (manifest.tables['users']?.count ?? 0) > 0]).toEqual([
    false,
    true,
    true,
  ])
  expect(await readFile(file)).not.toContain(SECRET_KEY)
})

test('monitoring backups needs no SECRET_KEY that decrypts their secrets', async () => {
  await bench.turnOn({}, { backup_passphrase: 'correct horse battery' })
  const env = { SECRET_KEY: 'another key, which opens nothing here' }
  const other = await bench.app.another({ databaseUrl: bench.app.database.url, env })
  expect(await readLastBackup(other.ctx)).toMatchObject({ isPlanned: true, isLate: false })
})

test('a scheduled backup is late after two hours, the newest one after 26, and new settings get two hours', async () => {
  await bench.turnOn()
  const at = (time: string) => readLastBackup({ ...bench.ctx, clock: () => new Date(time) })
  const lateAt = async (time: string) => (await at(time)).isLate
  const changed = (time: string) =>
    bench.query(`update settings set updated_at = $1 where section = 'backups'`, [time])
  await changed('2026-11-28T12:00:00Z')
  expect(await lateAt('2026-11-28T13:59:00Z')).toBe(false)
  expect(await lateAt('2026-11-28T14:01:00Z')).toBe(true)
  await bench.query(
    `insert into backups (kind, state, created_at, started_at, finished_at, store, place, name)
     values ('planned', 'done', $1, $1, $1, 'disk', '/b', 'a')`,
    ['2026-11-28T20:00:00Z'],
  )
  // 03:00 in Vietnam is 20:00 UTC.
  expect(await lateAt('2026-11-29T19:59:00Z')).toBe(false)
  expect(await lateAt('2026-11-29T21:59:00Z')).toBe(false)
  expect(await lateAt('2026-11-29T22:01:00Z')).toBe(true)
  expect((await at('2026-11-29T22:01:00Z')).nextAt).toEqual(new Date('2026-11-30T20:00:00Z'))
  await bench.set({ backups: null })
  expect(await lateAt('2026-11-29T22:01:00Z')).toBe(false)
})

test('only owners change them, a bucket needs its key again, and no secret is shown', async () => {
  const staff = await makeUser(bench.ctx, { role: 'admin', permissions: ['settings'] })
  const refused = await bench.app.call(updateSettings, {
    token: staff.token,
    body: { backups: backupSetting },
  })
  expect([refused.status, refused.json['code']]).toEqual([403, 'insufficient_permissions'])
  expect((await bench.app.call(makeBackup, { token: staff.token, body: {} })).json).toMatchObject({
    details: { reason: 'backups_off' },
  })
  const named = { endpoint: 'https://s3.example.com', region: 'a', bucket: 'backups', access_key_id: 'A' }
  const again = { backup_secret_key: 'Please enter the secret key of this bucket' }
  expect((await bench.set({ backups: { ...backupSetting, bucket: named } })).body.fields).toEqual(again)
  const secrets = { backup_secret_key: 'never-shown-key', backup_passphrase: 'never-shown-phrase' }
  const saved = await bench.set({ backups: { ...backupSetting, bucket: named }, ...secrets })
  expect(saved.body).toMatchObject({ has_backup_secret_key: true, has_backup_passphrase: true })
  expect(
    (await bench.set({ backups: { ...backupSetting, bucket: { ...named, bucket: 'other' } } })).body.fields,
  ).toEqual(again)
  const odd = [
    { folder: 'relative' },
    { folder: '/a/../b' },
    { time_zone: 'Nowhere/City' },
    { at: '24:00' },
    { keep: 0 },
  ]
  for (const one of odd)
    expect((await bench.set({ backups: { ...backupSetting, ...one } })).status, JSON.stringify(one)).toBe(422)
  const log = await bench.query('select audit_log::text from audit_log')
  expect(JSON.stringify([saved.json, log.rows])).not.toMatch(/never-shown/)
  expect((await bench.set({ backups: backupSetting })).body.has_backup_secret_key).toBe(false)
})

test('one backup runs at a time', async () => {
  await bench.turnOn()
  expect([(await bench.ask()).status, (await bench.ask()).json]).toEqual([
    201,
    expect.objectContaining({ code: 'state_conflict', details: { reason: 'backup_running' } }),
  ])
  expect((await bench.check(1)).status).toBe(404)
  const { id } = (await bench.newest()) ?? { id: 0 }
  const early = await bench.check(id)
  expect(early.json).toMatchObject({ details: { reason: 'backup_not_there' } })
})

test("backups made by the command are listed with their age, and can't be checked from there", async () => {
  const client = makeClient(bench.app.database.url)
  await client.connect()
  await recordBackup(client, {
    store: 'disk',
    where: '/backups/by-hand.tar.zst',
    bytes: 4096,
    isSealed: true,
  })
  await endClient(client)
  const one = await bench.newest()
  const place = { place: '/backups', name: 'by-hand.tar.zst', bytes: 4096, is_sealed: true }
  expect(one).toMatchObject({ kind: 'command', state: 'done', ...place })
  expect((await readLastBackup(bench.ctx)).made).toEqual({ finished_at: one?.finished_at, bytes: 4096 })
  const checked = await bench.check(one?.id)
  expect(checked.json).toMatchObject({ details: { reason: 'backup_not_there' } })
})
