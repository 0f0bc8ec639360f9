import {
  existsSync,
  lutimesSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, onTestFinished, test } from 'vitest'

import { lockDirectory } from '#server/lib/postgres/embedded/lock-directory.ts'

import { removeStale, withScratch } from './scratch-folder.ts'

const age = (path: string) => utimesSync(path, 1, 1)

test('leftovers of killed checks are removed; folders that are in use, recent, linked or unrelated are not', async () => {
  const outer = mkdtempSync(join(tmpdir(), 'tally-scratch-'))
  const before = process.env['TMPDIR']
  process.env['TMPDIR'] = outer
  onTestFinished(() => {
    if (before === undefined) delete process.env['TMPDIR']
    else process.env['TMPDIR'] = before
    rmSync(outer, { recursive: true })
  })
  const make = (name: string) => {
    const folder = join(outer, name)
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'archive'), '')
    return folder
  }
  const killed = make('tally-backup-check-killed')
  // PostgreSQL's account can't enter this process's temporary folder.
  const cluster = make('elsewhere/cluster')
  symlinkSync(join(cluster, 'postgres'), join(killed, 'postgres'))
  const used = make('tally-backup-check-used')
  const lock = lockDirectory(used, 'scratch')
  onTestFinished(() => lock.release())
  make('tally-backup-check-young')
  const another = make('tally-backup-elsewhere')
  symlinkSync(another, join(outer, 'tally-backup-check-linked'))
  for (const folder of [killed, used, another]) age(folder)
  lutimesSync(join(outer, 'tally-backup-check-linked'), 1, 1)
  await removeStale()
  const left = [
    'elsewhere',
    'tally-backup-check-linked',
    'tally-backup-check-used',
    'tally-backup-check-young',
  ]
  expect(readdirSync(outer).toSorted()).toEqual([...left, 'tally-backup-elsewhere'])
  expect(existsSync(cluster)).toBe(false)
  expect(readdirSync(another)).toEqual(['archive'])

  await expect(
    withScratch(async (folder) => {
      age(folder)
      await removeStale()
      expect(existsSync(folder)).toBe(true)
      throw new Error('it failed')
    }),
  ).rejects.toThrow('it failed')
  expect(readdirSync(outer)).toHaveLength(5)
})
