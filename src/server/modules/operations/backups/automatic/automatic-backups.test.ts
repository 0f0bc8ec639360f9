import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'

import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'

import { checkBackup, listBackups, makeBackup } from '#contract/operations/backups.ts'
import { updateSettings } from '#contract/settings/admin-settings.ts'
import type { Context } from '#server/context.ts'
import { startUpload } from '#server/integrations/outgoing/bucket-upload.ts'
import { closeOutboundPools } from '#server/lib/http/outbound/guarded-fetch.ts'
import { endClient, makeClient } from '#server/lib/postgres/pool.ts'
import { openArchiveFile } from '#server/modules/operations/backups/archive/open-archive.ts'
import { makeTestApp, type TestApp } from '#test/app.ts'
import { makeUser, type TestUser } from '#test/factories.ts'
import { startFakeBucket } from '#test/fake-bucket.ts'

import { readLastBackup } from './read-last-backup.ts'
import { recordBackup } from './record-backup.ts'
import { backupsJob } from './backups-jobs.ts'

const SECRET_KEY = 'the key of a fixture, of no use elsewhere'
const fixture = join(import.meta.dirname, '../../../../../../test/fixtures/filled.sql')
const setting = {
  at: '03:00',
  time_zone: 'Asia/Ho_Chi_Minh',
  keep: 2,
  folder: null,
  bucket: null,
  checks_weekly: false,
}

let app: TestApp
let owner: TestUser
beforeAll(async () => {
  app = await makeTestApp({ env: { SECRET_KEY, ALLOW_PRIVATE_ADDRESSES: '127.0.0.0/8' } })
  await app.database.pool.query(await readFile(fixture, 'utf8'))
  owner = await makeUser(app.ctx, { role: 'admin' })
})
afterAll(async () => {
  await app.drop()
  await closeOutboundPools()
})
beforeEach(async () => {
  await app.database.pool.query('delete from backups')
  await app.database.pool.query(`delete from settings where section = 'backups'`)
  await app.database.pool.query(`delete from settings_secrets`)
})

const set = (body: object) => app.call(updateSettings, { token: owner.token, body })
const turnOn = async (own: object = {}, secrets: object = {}) => {
  const { status } = await set({ backups: { ...setting, ...own }, ...secrets })
  expect(status).toBe(200)
}
const startJob = (ctx: Context = app.ctx) => {
  const job = backupsJob(ctx)
  onTestFinished(() => job.stop())
  return job
}
const list = async () => (await app.call(listBackups, { token: owner.token })).body.backups
const newest = async () => (await list())[0]
const ask = () => app.call(makeBackup, { token: owner.token, body: {} })
const within = { timeout: 60_000, interval: 50 }
const awaitDone = async (count = 1) => {
  await expect
    .poll(async () => (await list()).filter(({ state }) => state === 'done').length, within)
    .toBe(count)
  await expect.poll(async () => (await list()).some(({ check }) => check !== null), within).toBe(false)
}
const folder = () => join(app.ctx.config.dataDir, 'backups')
const noPassphrase = () => Promise.reject(new Error('asked for a passphrase'))
/** Rows that are there: made at this hour before now, with a file each. */
const made = async (hours: number, name: string, own = 'planned') => {
  await mkdir(folder(), { recursive: true })
  await writeFile(join(folder(), name), name)
  await app.database.pool.query(
    `insert into backups (kind, state, created_at, started_at, finished_at, store, place, name)
     select $1, 'done', at, at, at, 'disk', $2, $3 from (select now() - make_interval(hours => $4) as at) one`,
    [own, folder(), name, hours],
  )
}

test('the first one is made as soon as they are on, and of two processes one makes it', async () => {
  const other = await app.another()
  startJob()
  startJob(other.ctx)
  await turnOn()
  await awaitDone()
  const [one, ...rest] = await list()
  expect(rest).toEqual([])
  expect(one).toMatchObject({
    kind: 'planned',
    place: folder(),
    is_sealed: false,
    reason: null,
    verdict: null,
  })
  const file = join(folder(), one?.name ?? '')
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

test('the older ones are removed, and nothing that the product did not make', async () => {
  await turnOn()
  for (const [hours, name] of [
    [72, 'a'],
    [48, 'b'],
    [25, 'c'],
  ] as const)
    await made(hours, name)
  await made(96, 'by-command', 'command')
  await writeFile(join(folder(), 'tally-and-reach-2020-01-01T00-00-00Z.tar.zst'), 'of somebody else')
  const before = new Set(await readdir(folder()))
  startJob()
  await expect.poll(async () => (await readdir(folder())).includes('a'), within).toBe(false)
  const after = new Set(await readdir(folder()))
  expect([...before].filter((one) => !after.has(one)).toSorted()).toEqual(['a', 'b'])
  expect((await list()).map((one) => one.name)).toEqual([
    expect.stringMatching(/^tally-and-reach-/),
    'by-command',
    'c',
  ])
})

test('one that its process did not end has failed, and its partial file is removed', async () => {
  await turnOn()
  await mkdir(folder(), { recursive: true })
  await writeFile(join(folder(), 'x.tar.zst.partial'), 'half')
  await made(1, 'recent')
  await app.database.pool.query(
    `insert into backups (kind, state, created_at, started_at, store, place, name, lease, beat_at)
     values ('planned', 'running', now(), now(), 'disk', $1, 'x.tar.zst', gen_random_uuid(), now() - interval '3 minutes')`,
    [folder()],
  )
  startJob()
  await expect
    .poll(async () => (await list()).find(({ name }) => name === 'x.tar.zst')?.reason, within)
    .toEqual({ code: 'job_killed', details: {} })
  expect(await readdir(folder())).not.toContain('x.tar.zst.partial')
})

test('one that was complete when its process died is one', async () => {
  await turnOn()
  await made(1, 'x.tar.zst')
  await app.database.pool.query(
    `update backups set state = 'running', finished_at = null, lease = gen_random_uuid(), beat_at = now() - interval '3 minutes',
       started_at = now(), created_at = now()`,
  )
  startJob()
  await awaitDone()
  expect(await list()).toMatchObject([{ name: 'x.tar.zst', state: 'done', bytes: 9, reason: null }])
})

test('what watches backups needs no SECRET_KEY that opens their secrets', async () => {
  await turnOn({}, { backup_passphrase: 'correct horse battery' })
  const env = { SECRET_KEY: 'another key, which opens nothing here' }
  const other = await app.another({ databaseUrl: app.database.url, env })
  expect(await readLastBackup(other.ctx)).toMatchObject({ isPlanned: true, isLate: false })
})

test('the parts of a bucket that a killed process sent are removed', async () => {
  const bucket = await startFakeBucket()
  onTestFinished(bucket.stop)
  const { endpoint, named, secretKey } = bucket
  const { access_key_id: accessKeyId, ...place } = named
  const upload = await startUpload(
    { ...place, endpoint, accessKeyId, secretKey, allowedOrigin: endpoint },
    'x',
  )
  await turnOn({ bucket: { endpoint, ...named } }, { backup_secret_key: secretKey })
  await app.database.pool.query(
    `insert into backups (kind, state, created_at, started_at, store, place, name, upload, lease, beat_at)
     values ('asked', 'running', now(), now(), 'bucket', $1, 'x', $2, gen_random_uuid(), now() - interval '3 minutes')`,
    [`${endpoint}/the-files`, upload.id],
  )
  expect(bucket.countUploads()).toBe(1)
  startJob()
  await expect.poll(async () => (await newest())?.reason?.code, within).toBe('job_killed')
  expect(bucket.countUploads()).toBe(0)
})

test('a restored database forgets the backup that it was restored from, and keeps its file', async () => {
  await turnOn()
  await made(1, 'x.tar.zst')
  await app.database.pool.query(
    `update backups set state = 'running', finished_at = null, lease = gen_random_uuid(), beat_at = now() - interval '1 hour'`,
  )
  await app.database.pool.query(
    `insert into restorations (archive_id, taken_at, restored_at, resumed_at)
     values ('a', now() - interval '1 hour', now() - interval '1 minute', now())`,
  )
  onTestFinished(async () => void (await app.database.pool.query('delete from restorations')))
  startJob()
  await awaitDone()
  expect((await list()).map(({ state }) => state)).toEqual(['done'])
  expect(await readdir(folder())).toContain('x.tar.zst')
})

test('a product that stops ends its backup, leaves nothing of it, and makes it after the next start', async () => {
  // A database that accepts the connection and says nothing.
  const silent = createServer(() => undefined)
  await new Promise<void>((done) => silent.listen(0, '127.0.0.1', done))
  onTestFinished(() => void silent.close())
  const address = silent.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const config = { ...app.ctx.config, databaseOwnerUrl: `postgres://a:b@127.0.0.1:${port}/c` }
  await turnOn()
  const connected = new Promise<void>((done) => void silent.once('connection', () => done()))
  const job = backupsJob({ ...app.ctx, config })
  await connected
  const during = await newest()
  await job.stop()
  expect([during?.state, (await newest())?.reason]).toEqual(['running', { code: 'stopped', details: {} }])
  expect((await readdir(folder())).filter((name) => name.endsWith('.partial'))).toEqual([])
  startJob()
  await awaitDone()
})

test('a bucket gets it in parts, sealed, and an old one is removed there', async () => {
  const bucket = await startFakeBucket()
  onTestFinished(bucket.stop)
  const { endpoint, objects } = bucket
  await turnOn(
    { bucket: { endpoint, ...bucket.named }, keep: 1 },
    { backup_secret_key: bucket.secretKey, backup_passphrase: 'correct horse battery' },
  )
  startJob()
  await awaitDone()
  const one = await newest()
  expect(one).toMatchObject({ place: `${endpoint}/the-files`, is_sealed: true, verdict: null })
  const [[path, stored] = ['', { type: undefined, bytes: Buffer.alloc(0) }]] = [...objects]
  expect([objects.size, path, stored.bytes.length]).toEqual([1, `/the-files/${one?.name}`, one?.bytes])
  objects.set(path, { ...stored, bytes: stored.bytes.subarray(0, stored.bytes.length - 100) })
  await app.call(checkBackup, { token: owner.token, params: { id: one?.id ?? 0 }, body: {} })
  await awaitDone()
  expect(await newest()).toMatchObject({ verdict: 'damaged', verdict_reason: { code: 'backup_damaged' } })
  expect((await ask()).status).toBe(201)
  await expect.poll(() => [...objects.keys()], within).not.toContain(path)
  expect([objects.size, bucket.countUploads()]).toEqual([1, 0])

  await set({ backup_secret_key: 'another' })
  await ask()
  await expect
    .poll(async () => (await newest())?.reason, within)
    .toEqual({ code: 'http_status', details: { http_status: 403 } })
  expect(objects.size).toBe(1)
})

test('a check finds a backup that was altered, one that is torn and one that is gone', async () => {
  await turnOn()
  startJob()
  await awaitDone()
  const one = await newest()
  const check = async () => {
    const params = { id: one?.id ?? 0 }
    expect((await app.call(checkBackup, { token: owner.token, params, body: {} })).status).toBe(200)
    await awaitDone()
    const { verdict, verdict_reason: reason } = (await newest()) ?? {}
    return [verdict, reason?.code]
  }
  const file = join(folder(), one?.name ?? '')
  const bytes = await readFile(file)
  const at = Math.floor(bytes.length / 2)
  bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at)
  await writeFile(file, bytes)
  expect(await check()).toEqual(['damaged', 'backup_damaged'])
  await writeFile(file, bytes.subarray(0, at))
  expect(await check()).toEqual(['damaged', 'backup_damaged'])
  await writeFile(`${file}.moved`, bytes)
  await rm(file)
  expect(await check()).toEqual(['damaged', 'backup_gone'])
})

test('a folder that is not there is not made, and is tried three times', async () => {
  await turnOn({ folder: join(app.ctx.config.dataDir, 'not-mounted') })
  const job = startJob()
  const fail = async (times: number) => {
    await expect
      .poll(async () => (await list()).filter(({ state }) => state === 'failed').length, within)
      .toBe(times)
    await app.database.pool.query(`update backups set finished_at = finished_at - interval '16 minutes'`)
    job.wake()
  }
  for (const times of [1, 2, 3]) await fail(times)
  await ask()
  await fail(4)
  expect((await list()).map(({ kind, reason }) => [kind, reason?.code])).toEqual([
    ['asked', 'folder_missing'],
    ...Array.from({ length: 3 }, () => ['planned', 'folder_missing']),
  ])
  expect((await readLastBackup(app.ctx)).failure?.reason.code).toBe('folder_missing')
})

test('the planned one is late two hours after its moment, the newest at 26 hours, and new settings have their two hours', async () => {
  await turnOn()
  const at = (time: string) => readLastBackup({ ...app.ctx, clock: () => new Date(time) })
  const lateAt = async (time: string) => (await at(time)).isLate
  const changed = (time: string) =>
    app.database.pool.query(`update settings set updated_at = $1 where section = 'backups'`, [time])
  await changed('2026-11-28T12:00:00Z')
  expect(await lateAt('2026-11-28T13:59:00Z')).toBe(false)
  expect(await lateAt('2026-11-28T14:01:00Z')).toBe(true)
  await app.database.pool.query(
    `insert into backups (kind, state, created_at, started_at, finished_at, store, place, name)
     values ('planned', 'done', $1, $1, $1, 'disk', '/b', 'a')`,
    ['2026-11-28T20:00:00Z'],
  )
  // 03:00 in Vietnam is 20:00 UTC.
  expect(await lateAt('2026-11-29T19:59:00Z')).toBe(false)
  expect(await lateAt('2026-11-29T21:59:00Z')).toBe(false)
  expect(await lateAt('2026-11-29T22:01:00Z')).toBe(true)
  expect((await at('2026-11-29T22:01:00Z')).nextAt).toEqual(new Date('2026-11-30T20:00:00Z'))
  await set({ backups: null })
  expect(await lateAt('2026-11-29T22:01:00Z')).toBe(false)
})

test('owners alone change them, a bucket needs its key again, and no secret is shown', async () => {
  const staff = await makeUser(app.ctx, { role: 'admin', permissions: ['settings'] })
  const refused = await app.call(updateSettings, { token: staff.token, body: { backups: setting } })
  expect([refused.status, refused.json['code']]).toEqual([403, 'insufficient_permissions'])
  expect((await app.call(makeBackup, { token: staff.token, body: {} })).json).toMatchObject({
    details: { reason: 'backups_off' },
  })
  const named = { endpoint: 'https://s3.example.com', region: 'a', bucket: 'backups', access_key_id: 'A' }
  const again = { backup_secret_key: 'Please enter the secret key of this bucket' }
  expect((await set({ backups: { ...setting, bucket: named } })).body.fields).toEqual(again)
  const secrets = { backup_secret_key: 'never-shown-key', backup_passphrase: 'never-shown-phrase' }
  const saved = await set({ backups: { ...setting, bucket: named }, ...secrets })
  expect(saved.body).toMatchObject({ has_backup_secret_key: true, has_backup_passphrase: true })
  expect((await set({ backups: { ...setting, bucket: { ...named, bucket: 'other' } } })).body.fields).toEqual(
    again,
  )
  const odd = [
    { folder: 'relative' },
    { folder: '/a/../b' },
    { time_zone: 'Nowhere/City' },
    { at: '24:00' },
    { keep: 0 },
  ]
  for (const one of odd)
    expect((await set({ backups: { ...setting, ...one } })).status, JSON.stringify(one)).toBe(422)
  const log = await app.database.pool.query('select audit_log::text from audit_log')
  expect(JSON.stringify([saved.json, log.rows])).not.toMatch(/never-shown/)
  expect((await set({ backups: setting })).body.has_backup_secret_key).toBe(false)
})

test('one is made at a time', async () => {
  await turnOn()
  expect([(await ask()).status, (await ask()).json]).toEqual([
    201,
    expect.objectContaining({ code: 'state_conflict', details: { reason: 'backup_running' } }),
  ])
  expect((await app.call(checkBackup, { token: owner.token, params: { id: 1 }, body: {} })).status).toBe(404)
  const { id } = (await newest()) ?? { id: 0 }
  const early = await app.call(checkBackup, { token: owner.token, params: { id }, body: {} })
  expect(early.json).toMatchObject({ details: { reason: 'backup_not_there' } })
})

test('what the command made is in the list, with its age, and can not be checked from there', async () => {
  const client = makeClient(app.database.url)
  await client.connect()
  await recordBackup(client, {
    store: 'disk',
    where: '/backups/by-hand.tar.zst',
    bytes: 4096,
    isSealed: true,
  })
  await endClient(client)
  const one = await newest()
  const place = { place: '/backups', name: 'by-hand.tar.zst', bytes: 4096, is_sealed: true }
  expect(one).toMatchObject({ kind: 'command', state: 'done', ...place })
  expect((await readLastBackup(app.ctx)).made).toEqual({ finished_at: one?.finished_at, bytes: 4096 })
  const checked = await app.call(checkBackup, { token: owner.token, params: { id: one?.id ?? 0 }, body: {} })
  expect(checked.json).toMatchObject({ details: { reason: 'backup_not_there' } })
})

test('a weekly check is due for the newest, once a week', async () => {
  await turnOn({ checks_weekly: true })
  startJob()
  await awaitDone()
  expect((await newest())?.verdict).toBe('good')
  await ask()
  await awaitDone(2)
  expect((await newest())?.verdict).toBe(null)
})
