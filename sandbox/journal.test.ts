import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { appendFile, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openJournal } from './journal.ts'

let directory = ''
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'journal-'))
})
afterEach(() => rm(directory, { recursive: true }))

const open = (): { replayed: number[]; append: (entry: number) => void; close: () => void } => {
  const replayed: number[] = []
  const path = join(directory, 'below', 'test.journal')
  return { replayed, ...openJournal<number>({ path, replay: (entry) => replayed.push(entry) }) }
}

test('has an entry in the file when append returns, and replays all of them in order', async () => {
  const first = open()
  first.append(1)
  first.append(2)
  expect(await readFile(join(directory, 'below', 'test.journal'), 'utf8')).toBe('1\n2\n')
  first.close()
  expect(open().replayed).toEqual([1, 2])
})

test('skips a line that was cut in half, and continues after it', async () => {
  const first = open()
  first.append(1)
  first.close()
  await appendFile(join(directory, 'below', 'test.journal'), '{"hal')
  const second = open()
  expect(second.replayed).toEqual([1])
  second.append(3)
  second.close()
  expect(open().replayed).toEqual([1, 3])
})

test('refuses to start on a foreign line, and says which', async () => {
  open().close()
  await appendFile(join(directory, 'below', 'test.journal'), '1\noops\n')
  expect(open).toThrow(/test\.journal, line 2 /)
})

const O_SYNC = 0o4_010_000

test.runIf(process.platform === 'linux')('is flushed to disk when synced', () => {
  const path = join(directory, 'synced.journal')
  const journal = openJournal<number>({ path, isSynced: true, replay: () => {} })
  journal.append(1)
  const file = readdirSync('/proc/self/fd').find((fd) => isOpenAt(fd, path))
  const flags = /^flags:\s+(\d+)$/m.exec(readFileSync(`/proc/self/fdinfo/${file}`, 'utf8'))?.[1]
  expect(Number.parseInt(flags ?? '0', 8) & O_SYNC).toBe(O_SYNC)
  journal.close()
})

function isOpenAt(fd: string, path: string): boolean {
  try {
    return readlinkSync(`/proc/self/fd/${fd}`) === path
  } catch {
    return false // closed since it was listed
  }
}
