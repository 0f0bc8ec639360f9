import { execFile } from 'node:child_process'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { expect, onTestFinished, test } from 'vitest'

import { startUpload } from '#server/integrations/outgoing/bucket-upload.ts'
import { inChildProcess, makeBackupsBench, within } from '#test/backups-bench.ts'
import { startFakeBucket } from '#test/fake-bucket.ts'

const bench = makeBackupsBench()

test('an interrupted backup has failed, and its partial file is removed', async () => {
  await bench.turnOn()
  await mkdir(bench.folder(), { recursive: true })
  await writeFile(join(bench.folder(), 'x.tar.zst.partial'), 'half')
  await bench.made(1, 'recent')
  await bench.query(
    `insert into backups (kind, state, created_at, started_at, store, place, name, lease, beat_at)
     values ('planned', 'running', now(), now(), 'disk', $1, 'x.tar.zst', gen_random_uuid(), now() - interval '3 minutes')`,
    [bench.folder()],
  )
  bench.startJob()
  await expect
    .poll(async () => (await bench.list()).find(({ name }) => name === 'x.tar.zst')?.reason, within)
    .toEqual({ code: 'job_killed', details: {} })
  expect(await readdir(bench.folder())).not.toContain('x.tar.zst.partial')
})

test('a backup that was complete when its process died counts', async () => {
  await bench.turnOn()
  await bench.made(1, 'x.tar.zst')
  await bench.query(
    `update backups set state = 'running', finished_at = null, lease = gen_random_uuid(), beat_at = now() - interval '3 minutes',
       started_at = now(), created_at = now()`,
  )
  bench.startJob()
  await bench.awaitDone()
  expect(await bench.list()).toMatchObject([{ name: 'x.tar.zst', state: 'done', bytes: 9, reason: null }])
})

test('parts that a killed process sent to a bucket are removed', async () => {
  const bucket = await startFakeBucket()
  onTestFinished(bucket.stop)
  const { endpoint, named, secretKey } = bucket
  const { access_key_id: accessKeyId, ...place } = named
  const upload = await startUpload(
    { ...place, endpoint, accessKeyId, secretKey, allowedOrigin: endpoint },
    'x',
  )
  await bench.turnOn({ bucket: { endpoint, ...named } }, { backup_secret_key: secretKey })
  await bench.query(
    `insert into backups (kind, state, created_at, started_at, store, place, name, upload, lease, beat_at)
     values ('asked', 'running', now(), now(), 'bucket', $1, 'x', $2, gen_random_uuid(), now() - interval '3 minutes')`,
    [`${endpoint}/the-files`, upload.id],
  )
  expect(bucket.countUploads()).toBe(1)
  bench.startJob()
  await expect.poll(async () => (await bench.newest())?.reason?.code, within).toBe('job_killed')
  expect(bucket.countUploads()).toBe(0)
})

test('a restored database forgets the backup that it was restored from, and keeps its file', async () => {
  await bench.turnOn()
  await bench.made(1, 'x.tar.zst')
  await bench.query(
    `update backups set state = 'running', finished_at = null, lease = gen_random_uuid(), beat_at = now() - interval '1 hour'`,
  )
  await bench.query(
    `insert into restorations (archive_id, taken_at, restored_at, resumed_at)
     values ('a', now() - interval '1 hour', now() - interval '1 minute', now())`,
  )
  onTestFinished(async () => void (await bench.query('delete from restorations')))
  bench.startJob()
  await bench.awaitDone()
  expect((await bench.list()).map(({ state }) => state)).toEqual(['done'])
  expect(await readdir(bench.folder())).toContain('x.tar.zst')
})

/** The arguments of all processes: other accounts on the machine can read them. */
async function listArguments(): Promise<string> {
  return (await promisify(execFile)('ps', ['-axwwo', 'args='])).stdout
}

test('stopping the product ends its backup, leaves nothing behind, and the next start makes it', async () => {
  // A database that accepts the connection and never responds.
  const silent = createServer(() => undefined)
  await new Promise<void>((done) => silent.listen(0, '127.0.0.1', done))
  onTestFinished(() => void silent.close())
  const address = silent.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const config = {
    ...bench.ctx.config,
    databaseOwnerUrl: `postgres://owner:never-shown@127.0.0.1:${port}/shop`,
  }
  await bench.turnOn()
  const connected = new Promise<void>((done) => void silent.once('connection', () => done()))
  const job = bench.startJob({ ctx: { ...bench.ctx, config }, run: inChildProcess })
  await connected
  const shown = await listArguments()
  expect(shown).toContain('backup-process')
  expect(shown).not.toContain('never-shown')
  const during = await bench.newest()
  await job.stop()
  expect([during?.state, (await bench.newest())?.reason]).toEqual([
    'running',
    { code: 'stopped', details: {} },
  ])
  expect((await readdir(bench.folder())).filter((name) => name.endsWith('.partial'))).toEqual([])
  bench.startJob()
  await bench.awaitDone()
})
