import { readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, onTestFinished, test } from 'vitest'

import { inChildProcess, makeBackupsBench, within } from '#test/backups-bench.ts'
import { makeProvider } from '#test/factories.ts'
import { startFakeBucket } from '#test/fake-bucket.ts'
import { fillQueued } from '#test/fill-orders.ts'

import { noteVerdict, queueWeeklyCheck, requeueCheck } from './backups-queries.ts'
import { readLastBackup } from './read-last-backup.ts'

const bench = makeBackupsBench()

test('a check finds a backup that was altered, one that is torn and one that is gone', async () => {
  await bench.turnOn()
  bench.startJob()
  await bench.awaitDone()
  const one = await bench.newest()
  const recheck = async () => {
    expect((await bench.check(one?.id)).status).toBe(200)
    await bench.awaitDone()
    const { verdict, verdict_reason: reason } = (await bench.newest()) ?? {}
    return [verdict, reason?.code]
  }
  const file = join(bench.folder(), one?.name ?? '')
  const bytes = await readFile(file)
  const at = Math.floor(bytes.length / 2)
  bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at)
  await writeFile(file, bytes)
  expect(await recheck()).toEqual(['damaged', 'backup_damaged'])
  await writeFile(file, bytes.subarray(0, at))
  expect(await recheck()).toEqual(['damaged', 'backup_damaged'])
  await writeFile(`${file}.moved`, bytes)
  await rm(file)
  expect(await recheck()).toEqual(['damaged', 'backup_gone'])
})

test('a weekly check is due for the newest, once a week, and takes what was due for no damage, however old the backup is', async () => {
  const { id: providerId } = await makeProvider(bench.ctx, { url: 'http://127.0.0.1:1' })
  await fillQueued(bench.ctx.pool, { providerId, orders: 1, customers: 1 })
  await bench.query(`update dispatch_queue set due_at = now() - interval '1 day'`)
  await bench.turnOn({ checks_weekly: true })
  bench.startJob({ run: inChildProcess })
  await expect.poll(async () => (await bench.newest())?.verdict, within).toBe('good')
  await bench.ask()
  await bench.awaitDone(2)
  expect((await bench.newest())?.verdict).toBe(null)
})

test('a check whose process was killed is made again, once, and clears no warning', async () => {
  await bench.turnOn()
  await bench.made(30, 'bad')
  await bench.query(`update backups set verdict = 'damaged', checked_at = now() - interval '1 hour'`)
  await bench.made(1, 'recent')
  const kill = () =>
    bench.query(
      `update backups set check_state = 'running', lease = gen_random_uuid(), beat_at = now() - interval '3 minutes'
       where name = 'recent'`,
    )
  await kill()
  const lease = '00000000-0000-4000-8000-000000000001'
  const fault = { code: 'job_killed', details: {} } as const
  const take = () => bench.query(`update backups set lease = $1 where name = 'recent'`, [lease])
  await take()
  expect(await requeueCheck(bench.ctx.db, { lease, fault })).toBe(true)
  expect(await bench.newest()).toMatchObject({ check: 'queued', verdict: null })
  await kill()
  await take()
  expect(await requeueCheck(bench.ctx.db, { lease, fault })).toBe(false)
  await noteVerdict(bench.ctx.db, { lease, verdict: 'unknown', fault })
  const { checked, bad } = await readLastBackup(bench.ctx)
  expect([checked?.verdict, bad === null]).toEqual(['unknown', false])
  await queueWeeklyCheck(bench.ctx.db, 6)
  expect((await bench.newest())?.check).toBeNull()
  await bench.query(`update backups set checked_at = now() - interval '7 days' where name = 'bad'`)
  await queueWeeklyCheck(bench.ctx.db, 6)
  expect((await bench.newest())?.check).toBe('queued')
})

test('a check that can not be made keeps what an earlier one found', async () => {
  await bench.turnOn()
  await bench.made(2, 'checked')
  const checked_at = new Date(Date.now() - 3_600_000)
  const verdict_reason = { code: 'backup_damaged', details: {} }
  const lease = '00000000-0000-4000-8000-000000000001'
  const take = (verdict: string) =>
    bench.query(
      `update backups set verdict = $1, verdict_fault = $2, checked_at = $3, check_state = 'running', lease = $4, beat_at = now()`,
      [verdict, JSON.stringify(verdict_reason), checked_at, lease],
    )
  const fault = { code: 'no_embedded_postgres', details: {} } as const
  for (const verdict of ['damaged', 'findings', 'good']) {
    await take(verdict)
    expect(await requeueCheck(bench.ctx.db, { lease, fault: { code: 'job_killed', details: {} } })).toBe(
      false,
    )
    await noteVerdict(bench.ctx.db, { lease, verdict: 'unknown', fault })
    expect(await bench.newest()).toMatchObject({ check: null, verdict, verdict_reason, checked_at })
  }
  await take('damaged')
  await noteVerdict(bench.ctx.db, { lease, verdict: 'good', fault: undefined })
  expect(await bench.newest()).toMatchObject({ verdict: 'good', verdict_reason: null })
})

test('a check that would fill the temporary folder is not begun', async () => {
  const bucket = await startFakeBucket()
  onTestFinished(bucket.stop)
  await bench.turnOn(
    { bucket: { endpoint: bucket.endpoint, ...bucket.named } },
    { backup_secret_key: bucket.secretKey },
  )
  bench.startJob()
  await bench.awaitDone()
  await bench.query(`update backups set bytes = 1e15`)
  await bench.check((await bench.newest())?.id)
  await bench.awaitDone()
  expect(await bench.newest()).toMatchObject({
    verdict: 'unknown',
    verdict_reason: { code: 'backup_no_space', details: { folder: expect.stringContaining(tmpdir()) } },
  })
})
