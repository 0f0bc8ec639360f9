import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'

import { updateSettings } from '#contract/settings/admin-settings.ts'
import type { Bucket } from '#server/integrations/outgoing/bucket.ts'
import { getFromDisk, putOnDisk } from '#server/integrations/outgoing/disk.ts'
import { makeSecrets } from '#server/lib/crypto/secrets.ts'
import { sweepFiles } from '#server/modules/attachments/sweep-files.ts'
import { checkInvariants } from '#server/modules/operations/ledger-check/check-invariants.ts'
import { makeTestApp, type TestApp } from '#test/app.ts'
import { makeEmptyDatabase } from '#test/database.ts'
import { makeUser } from '#test/factories.ts'
import { startFakeBucket } from '#test/fake-bucket.ts'
import { readSchema, readTables } from '#test/read-tables.ts'

import { makeBucketSink } from './archive/bucket-sink.ts'
import { openArchiveFile } from './archive/open-archive.ts'
import { makeFileSink, type Sink } from './archive/sink.ts'
import { restoreDatabase } from './restore-database.ts'
import { restoreShop } from './restore-shop.ts'
import { writeBackup } from './write-backup.ts'

const fixture = join(import.meta.dirname, '../../../../../test/fixtures/filled.sql')
const product = '0.0.0-test'
const SECRET_KEY = 'the key of a fixture, of no use elsewhere'

let app: TestApp
beforeAll(async () => {
  app = await makeTestApp({ env: { SECRET_KEY, ALLOW_PRIVATE_ADDRESSES: '127.0.0.0/8' } })
  await app.database.pool.query(await readFile(fixture, 'utf8'))
})
afterAll(() => app.drop())

let made = 0
const nextFile = () => join(app.ctx.config.dataDir, `backup-${(made += 1)}.tar.zst`)
const noPassphrase = () => Promise.reject(new Error('asked for a passphrase'))

const folder = () => join(app.ctx.config.dataDir, 'attachments')

const backUp = async (file = nextFile(), sink?: Sink, bucket?: Bucket) => {
  const written = await writeBackup({
    ownerUrl: app.database.url,
    product,
    files: { folder: folder(), bucket },
    sink: sink ?? (await makeFileSink(file)),
  })
  return { file, ...written }
}

const restore = async (file: string) => {
  const target = await makeEmptyDatabase()
  onTestFinished(() => target.drop())
  const archive = await (await openArchiveFile(file, { passphrase: noPassphrase })).read()
  const files = new Map<string, string>()
  const restored = await restoreDatabase({
    ownerUrl: target.url,
    archive,
    onFile: async (_client, { key, bytes }) => void files.set(key, bytes.toString()),
  })
  return { target, restored, files }
}

test('what is restored is equal to what was backed up, table by table, the audit finds nothing, and the schema is that of a database that was never restored, with its keys, triggers and sequences', async () => {
  const before = await readTables(app.database.pool)
  const { file } = await backUp()
  const { target } = await restore(file)
  expect(await readTables(target.pool)).toEqual(before)
  const broken = (await checkInvariants(target.url)).filter(({ violations }) => violations > 0)
  expect(broken).toEqual([])
  expect(await readSchema(target.pool)).toEqual(await readSchema(app.database.pool))
})

/** A file of a deposit, two days old; the demo has none. */
const makeFile = async (text: string) => {
  const { rows } = await app.database.pool.query<{ id: bigint; key: string }>(
    `insert into attachments (user_id, deposit_id, store, key, name, type, bytes, created_at)
     select user_id, id, 'disk', user_id || '/' || replace(gen_random_uuid()::text, '-', ''), 'a.pdf', 'application/pdf', $1,
       now() - interval '2 days' from deposits limit 1 returning id, key`,
    [text.length],
  )
  const [file] = rows
  if (file === undefined) throw new Error('there is no deposit')
  await putOnDisk(folder(), file.key, Buffer.from(text))
  return file
}

test('a file deleted during the backup is in the backup, and is removed afterwards', async () => {
  const { id, key } = await makeFile('a proof of payment')
  const file = nextFile()
  const inner = await makeFileSink(file)
  const gate = Promise.withResolvers<undefined>()
  const begun = Promise.withResolvers<undefined>()
  const write = async (bytes: Buffer) => {
    begun.resolve(undefined)
    await gate.promise
    await inner.write(bytes)
  }
  const written = backUp(file, { ...inner, write })
  await begun.promise
  await app.database.pool.query('update attachments set deposit_id = null where id = $1', [id])
  await sweepFiles(app.ctx)
  expect(String(await getFromDisk(folder(), key))).toBe('a proof of payment')
  gate.resolve(undefined)
  expect((await written).manifest.files.count).toBe(1)
  await expect.poll(() => sweepFiles(app.ctx).then(() => getFromDisk(folder(), key))).toBeUndefined()
  const { files } = await restore(file)
  expect(files).toEqual(new Map([[key, 'a proof of payment']]))
})

test('an archive in a bucket is the same as one in a file, and a backup that fails leaves no part of it', async () => {
  const fake = await startFakeBucket()
  onTestFinished(fake.stop)
  const { endpoint, named, secretKey } = fake
  const { access_key_id: accessKeyId, ...place } = named
  const bucket = { ...place, accessKeyId, secretKey, endpoint, allowedOrigin: endpoint }
  // An existing file, though the bucket fails once, and a missing one.
  const { id, key } = await makeFile('in the bucket')
  await app.database.pool.query(`update attachments set store = 'bucket' where id = $1`, [id])
  fake.objects.set(`/the-files/${key}`, { type: undefined, bytes: Buffer.from('in the bucket') })
  fake.fail('GET', 1)
  const { id: gone } = await makeFile('gone')
  await app.database.pool.query(`update attachments set store = 'bucket' where id = $1`, [gone])
  const { manifest } = await backUp('', await makeBucketSink(bucket, 'backups/one'), bucket)
  expect([manifest.files.count, manifest.missingFiles]).toEqual([1, 1])
  const stored = fake.objects.get('/the-files/backups/one')
  const file = nextFile()
  await writeFile(file, stored?.bytes ?? '')
  expect((await openArchiveFile(file, { passphrase: noPassphrase })).manifest.tables).toHaveProperty('orders')

  const sink = await makeBucketSink(bucket, 'backups/two')
  expect(fake.countUploads()).toBe(1)
  await expect(backUp('', { ...sink, write: () => Promise.reject(new Error('gone')) })).rejects.toThrow(
    'gone',
  )
  expect([fake.countUploads(), fake.objects.size]).toEqual([0, 2])
  await app.database.pool.query('delete from attachments where id = any($1)', [[id, gone]])
})

test('a table that is rewritten as the backup begins is in it with all its rows', async () => {
  const { pool } = app.database
  await pool.query(
    `insert into canned_replies (language, title, content) select 'en', 'Reply ' || n, 'Hi' from generate_series(1, 9) n`,
  )
  const migrating = await pool.connect()
  try {
    await migrating.query('begin; alter table canned_replies add own float default random()')
    const written = backUp()
    const isWaiting = async () =>
      (await pool.query(`select from pg_locks where relation = 'canned_replies'::regclass and not granted`))
        .rowCount
    await expect.poll(isWaiting).toBe(1)
    await migrating.query('commit')
    expect((await written).manifest.tables['canned_replies']?.count).toBe(9)
  } finally {
    await migrating.query('alter table canned_replies drop own')
    migrating.release()
  }
})

test("files of a bucket are restored there, or to disk if it can't be used", async () => {
  const fake = await startFakeBucket()
  onTestFinished(fake.stop)
  const { endpoint, named, secretKey } = fake
  const { token } = await makeUser(app.ctx, { role: 'admin' })
  const body = { storage: { endpoint, ...named }, storage_secret_key: secretKey }
  expect((await app.call(updateSettings, { token, body })).status).toBe(200)
  const { id, key } = await makeFile('in the bucket')
  await app.database.pool.query(`update attachments set store = 'bucket' where id = $1`, [id])
  const { access_key_id: accessKeyId, ...place } = named
  const bucket = { ...place, accessKeyId, secretKey, endpoint, allowedOrigin: endpoint }
  fake.objects.set(`/the-files/${key}`, { type: undefined, bytes: Buffer.from('in the bucket') })
  const { file } = await backUp(nextFile(), undefined, bucket)

  const restoreAll = async () => {
    fake.objects.clear()
    const dataDir = await mkdtemp(join(tmpdir(), 'tally-restored-'))
    onTestFinished(() => rm(dataDir, { recursive: true }))
    const target = await makeEmptyDatabase()
    onTestFinished(() => target.drop())
    const archive = await (await openArchiveFile(file, { passphrase: noPassphrase })).read()
    const config = { ...app.ctx.config, dataDir }
    const { lines } = await restoreShop({
      config,
      ownerUrl: target.url,
      productUrl: target.product.url,
      archive,
    })
    const { rows } = await target.pool.query('select store from attachments where id = $1', [id])
    const onDisk = await getFromDisk(join(dataDir, 'attachments'), key)
    return {
      store: rows[0]?.store,
      onDisk: onDisk?.toString(),
      inBucket: fake.objects.size,
      said: lines.join(' '),
    }
  }
  expect(await restoreAll()).toMatchObject({ store: 'bucket', onDisk: undefined, inBucket: 1 })
  fake.isDown = true
  expect(await restoreAll()).toMatchObject({
    store: 'disk',
    onDisk: 'in the bucket',
    inBucket: 0,
    said: expect.stringContaining('the bucket could not be used'),
  })
})

test('a failed restore leaves existing files; a file with other content is refused, and a missing key is named', async () => {
  await app.database.pool.query('delete from attachments')
  const { id, key } = await makeFile('a proof')
  const { file } = await backUp()
  await app.database.pool.query('delete from attachments where id = $1', [id])
  const dataDir = await mkdtemp(join(tmpdir(), 'tally-restored-'))
  onTestFinished(() => rm(dataDir, { recursive: true }))
  const attachments = join(dataDir, 'attachments')
  const restoreInto = async (mayEnd: boolean) => {
    const target = await makeEmptyDatabase()
    onTestFinished(() => target.drop())
    const archive = await (await openArchiveFile(file, { passphrase: noPassphrase })).read()
    const entries = async function* () {
      for await (const entry of archive.entries) {
        if (!mayEnd && entry.name === 'manifest.json') throw new Error('the disk broke')
        yield entry
      }
    }
    // Without the variable: it would be in the file, and is not in the archive.
    const config = { ...app.ctx.config, dataDir, secretKeyFile: join(dataDir, 'secret-key') }
    const urls = { ownerUrl: target.url, productUrl: target.product.url }
    const { lines } = await restoreShop({ config, ...urls, archive: { ...archive, entries: entries() } })
    return lines.join(' ')
  }
  await expect(restoreInto(false)).rejects.toThrow('the disk broke')
  expect(await getFromDisk(attachments, key)).toBeUndefined()
  await putOnDisk(attachments, key, Buffer.from('a proof'))
  await expect(restoreInto(false)).rejects.toThrow('the disk broke')
  expect(String(await getFromDisk(attachments, key))).toBe('a proof')
  expect(await restoreInto(true)).toContain('The product starts with the SECRET_KEY of the backup only')
  await putOnDisk(attachments, key, Buffer.from('of another shop'))
  await expect(restoreInto(true)).rejects.toThrow('exists already, with other content')
  expect(String(await getFromDisk(attachments, key))).toBe('of another shop')
})

test("a key that isn't the database's is not archived, and with one that isn't the backup's nothing is restored", async () => {
  const seal = (key: string) => makeSecrets(key).seal('secret-key-check', 'secret-key-check')
  const keep = (check: Buffer) => app.database.pool.query('update secret_key_check set sealed = $1', [check])
  await keep(seal('the key of another shop'))
  const file = nextFile()
  const sink = await makeFileSink(file)
  const options = { ownerUrl: app.database.url, product, files: undefined, sink }
  await expect(writeBackup({ ...options, secretKey: SECRET_KEY })).rejects.toThrow('not the one of this')
  await keep(seal(SECRET_KEY))
  const written = await backUp()
  const target = await makeEmptyDatabase()
  onTestFinished(() => target.drop())
  const restoring = restoreShop({
    config: { ...app.ctx.config, secretKey: 'some other key of a shop' },
    ownerUrl: target.url,
    productUrl: target.product.url,
    archive: await (await openArchiveFile(written.file, { passphrase: noPassphrase })).read(),
  })
  await expect(restoring).rejects.toThrow('is not the one of the backup')
})

test("a file created at the backup's path meanwhile is not replaced", async () => {
  const file = nextFile()
  const sink = await makeFileSink(file)
  await writeFile(file, 'of somebody else')
  await expect(sink.close()).rejects.toThrow('exists already')
  await sink.abort()
  expect(await readFile(file, 'utf8')).toBe('of somebody else')
  expect((await readdir(dirname(file))).filter((name) => name.endsWith('.partial'))).toEqual([])
})
