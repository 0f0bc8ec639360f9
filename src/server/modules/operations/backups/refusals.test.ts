import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'

import { makeEmptyDatabase, makeTestDatabase, type TestDatabase } from '#test/database.ts'

import { ARCHIVE_FORMAT, type ArchiveHeader } from './archive/archive-parts.ts'
import { makeArchiveWriter } from './archive/archive-writer.ts'
import { openArchiveFile } from './archive/open-archive.ts'
import { makeFileSink } from './archive/sink.ts'
import { restoreDatabase } from './restore-database.ts'
import { refuseArchive } from './schema/refuse-target.ts'
import { writeBackup } from './write-backup.ts'

const passphrase = 'correct horse battery'
let source: TestDatabase
let dir: string
let plain: string
let sealed: string
beforeAll(async () => {
  source = await makeTestDatabase()
  dir = await mkdtemp(join(tmpdir(), 'tally-refusals-'))
  // Several frames of one table, some of which an attacker or a bad disk may drop.
  await source.pool.query(
    `insert into canned_replies (language, title, content) select 'en', 'Reply ' || n, repeat(md5(n::text), 100) from generate_series(1, 1500) n`,
  )
  plain = await write('plain')
  sealed = await write('sealed', passphrase)
})
afterAll(async () => {
  await source.drop()
  await rm(dir, { recursive: true })
})

async function write(name: string, word?: string): Promise<string> {
  const file = join(dir, name)
  const sink = await makeFileSink(file)
  await writeBackup({ ownerUrl: source.url, product: '0.0.0', files: undefined, sink, passphrase: word })
  return file
}

const open = (file: string, word = passphrase) => openArchiveFile(file, { passphrase: async () => word })

let changed = 0
async function change(file: string, how: (bytes: Buffer) => Buffer): Promise<string> {
  const to = join(dir, `changed-${(changed += 1)}`)
  await writeFile(to, how(await readFile(file)))
  return to
}

const flip = (at: number) => (bytes: Buffer) => {
  const other = Buffer.from(bytes)
  other[at] = (other[at] ?? 0) ^ 1
  return other
}

describe.for(['plain', 'sealed'] as const)('a %s file', (kind) => {
  const file = () => (kind === 'plain' ? plain : sealed)

  test('is refused as incomplete when it ends early, wherever that is', async () => {
    const { size } = await stat(file())
    for (const length of [...(kind === 'plain' ? [100] : []), Math.floor(size / 2), size - 1]) {
      const torn = await change(file(), (bytes) => bytes.subarray(0, length))
      await expect(open(torn), `${length} of ${size}`).rejects.toMatchObject({ refusal: 'torn' })
    }
  })

  test('is refused as damaged when one bit differs, wherever that is', async () => {
    const { size } = await stat(file())
    // The first bytes are the file type, and in a sealed file, each opening of which takes half a second, the salt is
    // part of the proof of its passphrase.
    for (const at of [...(kind === 'plain' ? [70, size - 1] : []), Math.floor(size / 2)]) {
      const altered = await change(file(), flip(at))
      await expect(open(altered), `${at} of ${size}`).rejects.toMatchObject({
        refusal: expect.stringMatching(/^(altered|torn)$/),
      })
    }
    const longer = await change(file(), (bytes) => Buffer.concat([bytes, Buffer.from('x')]))
    await expect(open(longer)).rejects.toMatchObject({ refusal: 'altered' })
  })
})

test('a file whose frames are in another order, or lack one, is refused', async () => {
  const frames = splitFrames(await readFile(plain))
  expect(frames.length).toBeGreaterThan(6)
  const [first, second, third, ...rest] = frames
  if (first === undefined || second === undefined || third === undefined) throw new Error('too few frames')
  const swapped = await change(plain, () => Buffer.concat([first, third, second, ...rest]))
  await expect(open(swapped)).rejects.toMatchObject({ refusal: 'altered' })
  const without = await change(plain, () => Buffer.concat([first, third, ...rest]))
  await expect(open(without)).rejects.toMatchObject({ refusal: 'altered' })
})

/** Each frame with its mark. */
function splitFrames(bytes: Buffer): Buffer[] {
  const frames: Buffer[] = []
  for (let at = 0; at < bytes.length;) {
    const end = at + 44 + bytes.readUInt32LE(at + 8)
    frames.push(bytes.subarray(at, end))
    at = end
  }
  return frames
}

test('a wrong passphrase is named as such, and the right one opens it', async () => {
  await expect(open(sealed, 'correct horse')).rejects.toMatchObject({
    refusal: 'wrong_passphrase',
    message: 'This is not the passphrase of this backup.',
  })
  expect((await open(sealed)).manifest.tables['canned_replies']?.count).toBe(1500)
  expect((await readFile(sealed)).includes('header.json')).toBe(false)
})

test('another file is refused by what it is not', async () => {
  for (const text of ['', 'x', 'some text\n'.repeat(100)]) {
    const other = await change(plain, () => Buffer.from(text))
    await expect(open(other)).rejects.toMatchObject({ refusal: 'not_a_backup' })
  }
})

test('a file is readable by its owner only, has its name when it is complete, and replaces none', async () => {
  expect((await stat(plain)).mode & 0o777).toBe(0o600)
  await expect(write('plain')).rejects.toMatchObject({ refusal: 'exists' })
  const stopping = AbortSignal.abort(new Error('stopped'))
  const file = join(dir, 'stopped')
  const sink = await makeFileSink(file)
  const options = { ownerUrl: source.url, product: '0.0.0', files: undefined, sink }
  await expect(writeBackup({ ...options, signal: stopping })).rejects.toThrow('stopped')
  await expect(stat(file)).rejects.toThrow('ENOENT')
  await expect(stat(`${file}.partial`)).rejects.toThrow('ENOENT')
})

test('an archive of a newer version is refused, by its format or by its migrations, and one of another history', async () => {
  const { header } = await open(plain)
  await expect(refuseArchive(header)).resolves.toBeUndefined()
  const newer = [...header.migrations, { name: '9999_later.sql', checksum: 'x' }]
  await expect(refuseArchive({ ...header, migrations: newer })).rejects.toMatchObject({
    refusal: 'newer_version',
  })
  const other = header.migrations.with(3, { name: header.migrations[3]?.name ?? '', checksum: 'x' })
  await expect(refuseArchive({ ...header, migrations: other })).rejects.toMatchObject({
    refusal: 'other_baseline',
  })
  const file = await writeHeader({ ...header, format: ARCHIVE_FORMAT + 1, product: '7.0.0' })
  await expect(open(file)).rejects.toThrow(/version 7\.0\.0, which is newer/)
})

/** An archive with this header. */
async function writeHeader(header: ArchiveHeader): Promise<string> {
  const file = join(dir, 'of-another-version')
  const writer = makeArchiveWriter(await makeFileSink(file), new Date())
  await writer.add({ name: 'header.json', bytes: Buffer.from(JSON.stringify(header)) })
  await writer.end({ name: 'manifest.json', bytes: Buffer.from('{}') })
  return file
}

async function makeTarget(options?: string): Promise<TestDatabase> {
  const target = await makeEmptyDatabase(options)
  onTestFinished(() => target.drop())
  return target
}

const restore = async (target: TestDatabase, file = plain) =>
  restoreDatabase({ ownerUrl: target.url, archive: await (await open(file)).read() })

const countObjects = async ({ pool }: TestDatabase) => {
  const { rows } = await pool.query<{ count: number }>(
    `select count(*)::int as count from pg_class where relnamespace = 'public'::regnamespace`,
  )
  return rows[0]?.count
}

test('a database that is not empty is refused and stays as it was', async () => {
  const target = await makeTarget()
  await target.pool.query('create table notes (id int)')
  await expect(restore(target)).rejects.toThrow(/not empty \(it has notes\)/)
  expect(await countObjects(target)).toBe(1)
})

test('a database that is not UTF-8 is refused, with how to create one', async () => {
  const target = await makeTarget(`encoding 'SQL_ASCII' locale 'C'`)
  await expect(restore(target)).rejects.toThrow(/encoding SQL_ASCII; UTF8 is needed/)
})

test('a distributed database is neither backed up nor restored into', async () => {
  const target = await makeTarget()
  await target.pool.query('create table distribution (id int)')
  await expect(restore(target)).rejects.toMatchObject({ refusal: 'cluster' })
  const sink = await makeFileSink(join(dir, 'of-a-cluster'))
  await expect(
    writeBackup({ ownerUrl: target.url, product: '0.0.0', files: undefined, sink }),
  ).rejects.toMatchObject({ refusal: 'cluster' })
})

test('a restore that fails leaves nothing: when it is cut off, and when a row is refused', async () => {
  const target = await makeTarget()
  const { header, read } = await open(plain)
  const { entries } = await read()
  const cut = async function* () {
    for await (const entry of entries) {
      if (entry.name === 'sequences.json') throw new Error('cut off')
      yield entry
    }
  }
  const archive = { header, secretKey: undefined, entries: cut() }
  await expect(restoreDatabase({ ownerUrl: target.url, archive })).rejects.toThrow('cut off')
  expect(await countObjects(target)).toBe(0)

  const again = (await read()).entries
  const spoilt = async function* () {
    for await (const entry of again)
      yield entry.name.startsWith('tables/canned_replies/')
        ? { ...entry, bytes: Buffer.from(entry.bytes.toString().replace('\ten\t', '\txx\t')) }
        : entry
  }
  const other = { header, secretKey: undefined, entries: spoilt() }
  await expect(restoreDatabase({ ownerUrl: target.url, archive: other })).rejects.toThrow(/canned_replies/)
  expect(await countObjects(target)).toBe(0)
})

test('rows that differ from the manifest are found by reading them again, and nothing stays', async () => {
  const target = await makeTarget()
  const { header, read } = await open(plain)
  const { entries } = await read()
  const replaced = async function* () {
    for await (const entry of entries)
      yield entry.name === 'tables/canned_replies/00001.copy'
        ? { ...entry, bytes: Buffer.from(entry.bytes.toString().replace('Reply 7\t', 'Reply 7!\t')) }
        : entry
  }
  const archive = { header, secretKey: undefined, entries: replaced() }
  await expect(restoreDatabase({ ownerUrl: target.url, archive })).rejects.toMatchObject({
    refusal: 'not_equal',
  })
  expect(await countObjects(target)).toBe(0)
})

test('tables of others are left out and named; a table that was changed by hand is refused', async () => {
  await source.pool.query('create table own_notes (id int); insert into own_notes values (1)')
  const withTable = await write('with-table')
  await source.pool.query('drop table own_notes; alter table canned_replies add own text')
  const withColumn = await write('with-column')
  await source.pool.query('alter table canned_replies drop own')
  const target = await makeTarget()
  await expect(restore(target, withColumn)).rejects.toThrow(
    /canned_replies .*\(its columns own are unknown\)/,
  )
  expect((await restore(target, withTable)).unknownTables).toEqual(['own_notes'])
})
