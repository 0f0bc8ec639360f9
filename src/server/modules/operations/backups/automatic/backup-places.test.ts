import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { expect, onTestFinished, test } from 'vitest'

import { faults as en } from '#contract/words/en/faults.ts'
import { faults as ru } from '#contract/words/ru/faults.ts'
import { faults as vi } from '#contract/words/vi/faults.ts'
import { makeBackupsBench, within } from '#test/backups-bench.ts'
import { startFakeBucket } from '#test/fake-bucket.ts'

import { MARKER } from './backup-place.ts'
import { FREE_BYTES_LEAST } from './free-space.ts'
import { readLastBackup } from './read-last-backup.ts'

const bench = makeBackupsBench()

test('a bucket gets it in parts, sealed, and an old one is removed there', async () => {
  const bucket = await startFakeBucket()
  onTestFinished(bucket.stop)
  const { endpoint, objects } = bucket
  await bench.turnOn(
    { bucket: { endpoint, ...bucket.named }, keep: 1 },
    { backup_secret_key: bucket.secretKey, backup_passphrase: 'correct horse battery' },
  )
  bench.startJob()
  await bench.awaitDone()
  const one = await bench.newest()
  expect(one).toMatchObject({ place: `${endpoint}/the-files`, is_sealed: true, verdict: null })
  const [[path, stored] = ['', { type: undefined, bytes: Buffer.alloc(0) }]] = [...objects]
  expect([objects.size, path, stored.bytes.length]).toEqual([1, `/the-files/${one?.name}`, one?.bytes])
  objects.set(path, { ...stored, bytes: stored.bytes.subarray(0, stored.bytes.length - 100) })
  await bench.check(one?.id)
  await bench.awaitDone()
  expect(await bench.newest()).toMatchObject({
    verdict: 'damaged',
    verdict_reason: { code: 'backup_damaged' },
  })
  expect((await bench.ask()).status).toBe(201)
  await expect.poll(() => [...objects.keys()], within).not.toContain(path)
  expect([objects.size, bucket.countUploads()]).toEqual([1, 0])

  await bench.set({ backup_secret_key: 'another' })
  await bench.ask()
  await expect
    .poll(async () => (await bench.newest())?.reason, within)
    .toEqual({ code: 'http_status', details: { http_status: 403 } })
  expect(objects.size).toBe(1)
})

test('a folder that is not there is not made, and is tried three times', async () => {
  await bench.turnOn({ folder: join(bench.ctx.config.dataDir, 'not-mounted') })
  const job = bench.startJob()
  const fail = async (times: number) => {
    await expect
      .poll(async () => (await bench.list()).filter(({ state }) => state === 'failed').length, within)
      .toBe(times)
    await bench.query(`update backups set finished_at = finished_at - interval '16 minutes'`)
    job.wake()
  }
  for (const times of [1, 2, 3]) await fail(times)
  await bench.ask()
  await fail(4)
  expect((await bench.list()).map(({ kind, reason }) => [kind, reason?.code])).toEqual([
    ['asked', 'folder_missing'],
    ...Array.from({ length: 3 }, () => ['planned', 'folder_missing']),
  ])
  expect((await readLastBackup(bench.ctx)).failure?.reason.code).toBe('folder_missing')
})

test('a mount point without its disk gets no backup, and those on the disk are neither gone nor damaged', async () => {
  const disk = join(bench.ctx.config.dataDir, 'disk')
  await mkdir(disk)
  await bench.turnOn({ folder: disk, keep: 1 })
  bench.startJob()
  await bench.awaitDone()
  const one = await bench.newest()
  await rename(disk, `${disk}-away`)
  await mkdir(disk)
  await bench.check(one?.id)
  await bench.awaitDone()
  const reason = { code: 'backup_other_folder', details: {} }
  expect(await bench.newest()).toMatchObject({ verdict: 'unknown', verdict_reason: reason })
  await bench.ask()
  expect(await bench.awaitFailure()).toEqual(reason)
  expect(await readdir(disk)).toEqual([])
  expect((await bench.list()).map(({ name, state }) => state === 'done' && name)).toEqual([false, one?.name])

  for (const { backup_other_folder: sentence } of [en, ru, vi]) expect(sentence).toContain(MARKER)
  await writeFile(join(disk, MARKER), '')
  await bench.ask()
  await expect.poll(async () => (await bench.newest())?.state, within).toBe('done')
  expect((await readdir(disk)).toSorted()).toEqual([(await bench.newest())?.name, MARKER])
})

test('after a restore the folder may be a new one', async () => {
  await bench.turnOn()
  await bench.made(30, 'of-before')
  await rm(bench.folder(), { recursive: true })
  await bench.query(
    `insert into restorations (archive_id, taken_at, resumed_at) values ('a', now() - interval '1 hour', now())`,
  )
  onTestFinished(async () => void (await bench.query('delete from restorations')))
  bench.startJob()
  await bench.awaitDone(2)
  expect(await readdir(bench.folder())).toContain(MARKER)
})

test('a backup that would leave the disk nearly full is not begun', async () => {
  await bench.turnOn()
  await bench.made(30, 'large')
  await bench.query('update backups set bytes = 1e15')
  const before = await readdir(bench.folder())
  bench.startJob()
  expect(await bench.awaitFailure()).toEqual({
    code: 'backup_no_space',
    details: {
      folder: bench.folder(),
      needed_bytes: 1e15 + FREE_BYTES_LEAST,
      free_bytes: expect.any(Number),
    },
  })
  const written = (await readdir(bench.folder())).filter((name) => !before.includes(name))
  expect(written.filter((name) => name !== MARKER)).toEqual([])
})
