import { appendFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, onTestFinished, test } from 'vitest'

import { followJournal } from './follow-journal.ts'

test('reads what was added since the last read, and half a line when it is complete', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'follow-'))
  onTestFinished(() => rm(dir, { recursive: true }))
  const path = join(dir, 'a.journal')
  const look = followJournal(path)
  expect(look()).toEqual([])
  await appendFile(path, '{"n":1}\n{"n":2,"é":')
  expect(look()).toEqual([{ n: 1 }])
  await appendFile(path, '"ü"}\n')
  expect(look()).toEqual([{ n: 2, é: 'ü' }])
  expect(look()).toEqual([])
})
