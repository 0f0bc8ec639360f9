import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { expect, onTestFinished, test } from 'vitest'

import { awaitDirectory, DirectoryInUse, lockDirectory } from './lock-directory.ts'

async function makeDir(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'tally-lock-'))
  onTestFinished(() => rm(dir, { recursive: true }))
  return dir
}

test('waits for a stopping holder until it is done, even between its note and its lock', async () => {
  const dir = await makeDir()
  const holder = lockDirectory(dir, 'owner')
  holder.noteStopping()
  const waiting = awaitDirectory(dir, 'owner', { graceSeconds: 0.2 })
  await sleep(400)
  await rm(join(dir, 'owner.json'))
  await sleep(400)
  holder.release()
  const taken = await waiting
  expect(() => lockDirectory(dir, 'owner')).toThrow(DirectoryInUse)
  taken.release()
})

test("stops waiting for a holder that isn't stopping after the grace period", async () => {
  const dir = await makeDir()
  const holder = lockDirectory(dir, 'owner')
  holder.note({})
  await expect(awaitDirectory(dir, 'owner', { graceSeconds: 0.2 })).rejects.toThrow(DirectoryInUse)
  holder.release()
})
