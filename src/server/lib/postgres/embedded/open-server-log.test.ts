import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, expect, onTestFinished, test } from 'vitest'

import { openServerLog } from './run-postmaster.ts'

const dir = await mkdtemp(join(tmpdir(), 'tally-server-log-'))
afterAll(() => rm(dir, { recursive: true, force: true }))

const read = (file: string) => readFile(file, 'utf8').catch(() => '')
const sizeOf = async (file: string) => (await stat(file).catch(() => undefined))?.size ?? 0

test('keeps the log of the previous run, and none before', async () => {
  const file = join(dir, 'runs.log')
  for (const run of ['first', 'second', 'third']) {
    const log = openServerLog(file)
    log.closeFd()
    log.stop()
    await writeFile(file, run)
  }
  expect([await read(file), await read(`${file}.1`)]).toEqual(['third', 'second'])
})

test('the log of a running server is truncated in time, and its newest part is kept', async () => {
  const file = join(dir, 'talker.log')
  const bytesMax = 200_000
  const log = openServerLog(file, { bytesMax, lookEveryMs: 20 })
  const talk = `let n = 0; setInterval(() => { for (let i = 0; i < 20; i++) require('node:fs').writeSync(1, String(n++).padStart(999) + '\\n') }, 5)`
  const talker = spawn(process.execPath, ['-e', talk], { stdio: ['ignore', log.fd, 'inherit'] })
  onTestFinished(() => void talker.kill('SIGKILL'))
  log.closeFd()
  const newest = async () => Number((await read(file)).trim().split('\n').at(-1)?.trim() ?? 0)
  let largest = 0
  await expect
    .poll(
      async () => {
        largest = Math.max(largest, (await sizeOf(file)) + (await sizeOf(`${file}.1`)))
        return newest()
      },
      { timeout: 15_000 },
    )
    .toBeGreaterThan(8000) // lines of 1 kB
  expect(largest).toBeLessThan(4_000_000) // two files, and what is written between two checks on a busy machine
  log.stop()
})
