import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { expect, onTestFinished, test } from 'vitest'

import { putOnDisk } from '#server/integrations/outgoing/disk.ts'
import { makeBackupsBench, within } from '#test/backups-bench.ts'

import { listSurplus } from './backups-queries.ts'

const bench = makeBackupsBench()

test('old backups are removed, and no file that the product did not write', async () => {
  await bench.turnOn()
  for (const [hours, name] of [
    [72, 'a'],
    [48, 'b'],
    [25, 'c'],
  ] as const)
    await bench.made(hours, name)
  await bench.made(96, 'by-command', 'command')
  await writeFile(join(bench.folder(), 'tally-and-reach-2020-01-01T00-00-00Z.tar.zst'), 'of somebody else')
  const before = new Set(await readdir(bench.folder()))
  bench.startJob()
  const left = [expect.stringMatching(/^tally-and-reach-/), 'by-command', 'c']
  await expect.poll(async () => (await bench.list()).map((one) => one.name), within).toEqual(left)
  const after = new Set(await readdir(bench.folder()))
  expect([...before].filter((one) => !after.has(one)).toSorted()).toEqual(['a', 'b'])
})

test("damaged backups and those without their files don't count, and the newest good one stays", async () => {
  await bench.turnOn()
  for (const [hours, name] of [
    [96, 'e'],
    [72, 'good'],
    [60, 'd'],
    [48, 'c'],
    [25, 'lacking'],
    [24, 'damaged'],
  ] as const)
    await bench.made(hours, name)
  await bench.query(`update backups set verdict = name, checked_at = now() where name in ('good', 'damaged')`)
  await bench.query(
    `update backups set fault = '{"code":"backup_lacks_files","details":{"files":1}}' where name = 'lacking'`,
  )
  bench.startJob()
  const left = [expect.stringMatching(/^tally-and-reach-/), 'damaged', 'lacking', 'c', 'good']
  await expect.poll(async () => (await bench.list()).map((one) => one.name), within).toEqual(left)
  expect(await readdir(bench.folder())).not.toContain('e')
})

test('a file that stays missing does not keep old backups', async () => {
  await bench.turnOn({ keep: 2 })
  for (const [hours, name] of [
    [96, 'whole'],
    [72, 'lacking-first'],
    [48, 'lacking-still'],
  ] as const)
    await bench.made(hours, name)
  await bench.query(
    `update backups set fault = '{"code":"backup_lacks_files","details":{"files":1}}' where name like 'lacking%'`,
  )
  // The newest complete backup stays until a newer one has every file.
  const surplus = await listSurplus(bench.ctx.db, { place: bench.folder(), keep: 1 })
  expect(surplus.map(({ name }) => name)).toEqual(['lacking-first'])
  bench.startJob()
  const left = [expect.stringMatching(/^tally-and-reach-/), 'lacking-still']
  await expect.poll(async () => (await bench.list()).map((one) => one.name), within).toEqual(left)
  expect(await readdir(bench.folder())).not.toContain('whole')
})

test('a backup that lacks files is reported and removes nothing; without any file, or with an unnamed bucket, it fails', async () => {
  const key = async (store: string) => {
    const { rows } = await bench.query(
      `insert into attachments (user_id, deposit_id, store, key, name, type, bytes)
       select user_id, id, $1, user_id || '/' || replace(gen_random_uuid()::text, '-', ''), 'a.pdf', 'application/pdf', 1
       from deposits limit 1 returning key`,
      [store],
    )
    return rows[0]?.key ?? ''
  }
  onTestFinished(async () => void (await bench.query('delete from attachments')))
  await bench.query('delete from attachments')
  await key('disk')
  await bench.turnOn({ keep: 1 })
  await bench.made(25, 'older')
  bench.startJob()
  const expectEnd = async (state: string, reason: object) => {
    await expect.poll(bench.newest, within).toMatchObject({ state, reason })
  }
  await expectEnd('failed', { code: 'backup_no_files' })
  await putOnDisk(join(bench.ctx.config.dataDir, 'attachments'), await key('disk'), Buffer.from('a'))
  await bench.ask()
  await expectEnd('done', { code: 'backup_lacks_files', details: { files: 1 } })
  await key('bucket')
  await bench.ask()
  await expectEnd('failed', { code: 'backup_no_storage' })
  expect(await readdir(bench.folder())).toContain('older')
})
